// How one looks at and touches a board: the wheel, pinches and drags, and what counts as a click.

/**
 * @typedef {object} Touch
 * @property {(space: number) => boolean} start whether a drag from this space means something
 * @property {(from: number | null, to?: {x: number, y: number}) => void} line draws a drag under way
 * @property {(from: number, to: number) => void} drop
 * @property {(space: number) => void} click
 * @property {(scale: number) => void} scale how many pixels a unit of the board has now
 * @property {(space: number | null) => void} over the space under the pointer has changed
 */

/** How far a pointer travels before a press is a drag. */
const SLACK = 7;

/** The closest look, as a multiple of the whole board. */
const CLOSEST = 8;

/**
 * @param {SVGSVGElement} svg
 * @param {Touch} touch
 */
export function makeLens(svg, touch) {
  let whole = { x: 0, y: 0, w: 1, h: 1 };
  let view = { ...whole };
  /** @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  /** @type {{kind: "press" | "drag" | "pan", from: number | null, x: number, y: number} | null} */
  let gesture = null;
  let moved = false;

  function apply() {
    view.w = Math.min(view.w, whole.w);
    view.h = (view.w * whole.h) / whole.w;
    view.x = Math.min(Math.max(view.x, whole.x), whole.x + whole.w - view.w);
    view.y = Math.min(Math.max(view.y, whole.y), whole.y + whole.h - view.h);
    svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    svg.classList.toggle("zoomed", view.w < whole.w * 0.999);
    measure();
  }

  function measure() {
    const box = svg.getBoundingClientRect();
    if (box.width > 0) touch.scale(Math.min(box.width / view.w, box.height / view.h));
  }
  new ResizeObserver(measure).observe(svg);

  /** A point of the screen on the board. @param {number} x @param {number} y */
  function point(x, y) {
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : new DOMPoint(x, y);
  }

  /** @param {EventTarget | null} target */
  function spaceAt(target) {
    const found = target instanceof Element ? target.closest("[data-space]") : null;
    return found ? Number(found.getAttribute("data-space")) : null;
  }

  /** @param {number} factor @param {{x: number, y: number}} [at] */
  function zoom(factor, at = { x: view.x + view.w / 2, y: view.y + view.h / 2 }) {
    const w = Math.min(whole.w, Math.max(whole.w / CLOSEST, view.w / factor));
    const k = w / view.w;
    view = { x: at.x - (at.x - view.x) * k, y: at.y - (at.y - view.y) * k, w, h: view.h * k };
    apply();
  }

  svg.addEventListener("pointerover", (event) => touch.over(spaceAt(event.target)));
  svg.addEventListener("pointerleave", () => touch.over(null));

  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0016)), point(event.clientX, event.clientY));
  }, { passive: false });

  svg.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    moved = down.size > 1;
    const space = spaceAt(event.target);
    const from = space !== null && touch.start(space) ? space : null;
    gesture = down.size > 1 ? null : { kind: "press", from, x: event.clientX, y: event.clientY };
    if (down.size > 1) touch.line(null);
  });

  svg.addEventListener("pointermove", (event) => {
    const before = down.get(event.pointerId);
    if (!before) return;
    if (down.size === 2) pinch(event, before);
    down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (!gesture) return;
    if (gesture.kind === "press") {
      if (Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) < SLACK) return;
      gesture.kind = gesture.from === null ? "pan" : "drag";
      moved = true;
      svg.setPointerCapture(event.pointerId);
    }
    if (gesture.kind === "drag") touch.line(gesture.from, point(event.clientX, event.clientY));
    else {
      const [a, b] = [point(before.x, before.y), point(event.clientX, event.clientY)];
      view.x += a.x - b.x;
      view.y += a.y - b.y;
      apply();
    }
  });

  /** @param {PointerEvent} event @param {{x: number, y: number}} before */
  function pinch(event, before) {
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    if (was > 0) zoom(is / was, point((event.clientX + other.x) / 2, (event.clientY + other.y) / 2));
  }

  /** @param {PointerEvent} event */
  function up(event) {
    if (!down.delete(event.pointerId) || !gesture) return;
    const { kind, from } = gesture;
    gesture = null;
    touch.line(null);
    if (kind !== "drag" || from === null || event.type === "pointercancel") return;
    const to = spaceAt(document.elementFromPoint(event.clientX, event.clientY));
    if (to !== null && to !== from) touch.drop(from, to);
  }
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);

  svg.addEventListener("click", (event) => {
    const space = spaceAt(event.target);
    if (!moved && space !== null) touch.click(space);
    moved = false;
  });

  return {
    zoom,
    /** Shows everything. */
    fit() {
      view = { ...whole };
      apply();
    },
    /** Says how large the whole is. @param {{x: number, y: number, w: number, h: number}} box */
    frame(box) {
      whole = box;
      view = { ...box };
      apply();
    },
    /** Moves so that a point is seen. @param {{x: number, y: number, room: number}} space */
    show({ x, y, room }) {
      if (x - room < view.x || x + room > view.x + view.w) view.x = x - view.w / 2;
      if (y - room < view.y || y + room > view.y + view.h) view.y = y - view.h / 2;
      apply();
    },
  };
}
