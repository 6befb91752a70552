// What lies over the board besides the game: a thought's numbers by space, its areas, the turn that somebody points at, and what the player asks
// about or believes. What the player asks about comes before what is believed, and that before what agents think.

/** @typedef {import("./api.js").Account} Account */
/** @typedef {import("./api.js").Area} Area */
/** @typedef {import("./api.js").Arrow} Arrow */

/** @param {ReturnType<typeof import("./board.js").makeBoard>} board */
export function makeOverlay(board) {
  /** @type {Account | null} */
  let thought = null;
  /** @type {string | null} */
  let heat = null;
  /** Whose areas are shown: a frame's number, nobody's, or those of the first frame that has some. @type {number | null | undefined} */
  let frame;
  /** @type {Area[]} */
  let own = [];
  /** @type {import("./api.js").Heat | null} */
  let ownHeat = null;
  /** @type {import("./board.js").Warmth | null} */
  let believed = null;

  const frames = () => thought?.frames ?? [];
  const shownFrame = () => (frame === undefined ? [frames().findIndex((f) => f.areas.length > 0)].find((i) => i >= 0) ?? null : frame);

  function draw() {
    board.setHeat(ownHeat ?? believed ?? thought?.heat.find((map) => map.name === heat) ?? null);
    const at = shownFrame();
    board.setAreas(own.length > 0 ? own : at === null ? [] : frames()[at]?.areas ?? []);
  }

  return {
    /** @param {Account | null} next */
    show(next) {
      thought = next;
      if (frame !== null && !frames()[frame ?? -1]?.areas.length) frame = undefined;
      draw();
    },
    heat: () => heat,
    /** @param {string | null} name */
    setHeat(name) {
      heat = name;
      draw();
    },
    frame: shownFrame,
    /** @param {number | null} at */
    setFrame(at) {
      frame = at;
      draw();
    },
    /** @param {Arrow[]} arrows */
    point: (arrows) => board.setArrows(arrows),
    /** What the player asks about. @param {Area[]} areas */
    setOwn(areas) {
      own = areas;
      draw();
    },
    /** Numbers by space that answer the player. @param {import("./api.js").Heat | null} next */
    setOwnHeat(next) {
      ownHeat = next;
      draw();
    },
    /** Numbers by space that a seat believes in. @param {import("./board.js").Warmth | null} next */
    setBelieved(next) {
      believed = next;
      draw();
    },
  };
}
