// From choices to clicks: which spaces light up, what a click on one of them means, and which counts can be chosen.
// Pure functions over the list of legal steps; no rules, no elements.

/** @typedef {import("./api.js").Choice} Choice */
/** @typedef {import("./api.js").Space} Space */

/**
 * What a click led to. `from` is the space that stays picked; `send` is a step to take at once; `ask` lists the steps
 * among which somebody has to choose, at the space `at`.
 * @typedef {{from: number | null, send?: string, ask?: Choice[], at?: number}} Outcome
 */

/**
 * Steps that differ in nothing but their count.
 * @typedef {{verb: string, what: string, choices: Choice[], counted: boolean}} Row
 */

/** @param {Choice} choice */
const hasSpace = (choice) => choice.from !== undefined || choice.to !== undefined;

/**
 * Steps that no space stands for: they become buttons.
 * @param {Choice[]} choices
 */
export const loose = (choices) => choices.filter((c) => !hasSpace(c));

/**
 * The space at which a step begins on the board.
 * @param {Choice} choice
 * @returns {number | undefined}
 */
const begin = (choice) => choice.from ?? choice.to;

/**
 * Spaces at which something can begin.
 * @param {Choice[]} choices
 * @returns {Set<number>}
 */
export function starts(choices) {
  const found = new Set();
  for (const choice of choices) if (hasSpace(choice)) found.add(begin(choice));
  return found;
}

/**
 * Spaces that can be reached from a space.
 * @param {Choice[]} choices
 * @param {number | null} from
 * @returns {Set<number>}
 */
export function targets(choices, from) {
  const found = new Set();
  if (from === null) return found;
  for (const choice of choices) if (choice.from === from && choice.to !== undefined) found.add(choice.to);
  return found;
}

/**
 * Steps from one space to another.
 * @param {Choice[]} choices
 * @param {number} from
 * @param {number} to
 */
export const between = (choices, from, to) => choices.filter((c) => c.from === from && c.to === to);

/**
 * Steps that are about one space alone.
 * @param {Choice[]} choices
 * @param {number} space
 */
export const alone = (choices, space) =>
  choices.filter((c) => hasSpace(c) && begin(c) === space && (c.from === undefined || c.to === undefined));

/**
 * @param {Choice[]} list
 * @param {number | null} from
 * @param {number} at
 * @returns {Outcome}
 */
const settle = (list, from, at) => (list.length === 1 ? { from: null, send: list[0].step } : { from, ask: list, at });

/**
 * What a click on a space means while `from` is picked.
 * @param {Choice[]} choices
 * @param {number | null} from
 * @param {number} space
 * @returns {Outcome}
 */
export function click(choices, from, space) {
  if (from !== null && targets(choices, from).has(space)) return settle(between(choices, from, space), from, space);
  if (from === space) return { from: null };
  const here = alone(choices, space);
  if (targets(choices, space).size > 0) return here.length > 0 ? { from: space, ask: here, at: space } : { from: space };
  return here.length > 0 ? settle(here, null, space) : { from: null };
}

/**
 * What dropping a drag from one space on another means.
 * @param {Choice[]} choices
 * @param {number} from
 * @param {number} to
 * @returns {Outcome}
 */
export function drop(choices, from, to) {
  const list = between(choices, from, to);
  return list.length > 0 ? settle(list, from, to) : { from: null };
}

/**
 * Steps that can be asked about without a click, because all of them are about the same spaces: how many men, say.
 * @param {Choice[]} choices
 * @returns {Outcome | null}
 */
export function forced(choices) {
  if (choices.length < 2) return null;
  const [first] = choices;
  if (!hasSpace(first) || choices.some((c) => c.from !== first.from || c.to !== first.to)) return null;
  return { from: first.from ?? null, ask: choices, at: first.to ?? first.from };
}

/**
 * Steps as rows: one for each verb and kind of piece, with its counts in rising order.
 * @param {Choice[]} choices
 * @returns {Row[]}
 */
export function rows(choices) {
  /** @type {Map<string, Row>} */
  const found = new Map();
  for (const choice of choices) {
    const counted = choice.count !== undefined;
    const name = counted ? `${choice.verb}\n${choice.what ?? ""}` : `step\n${choice.step}`;
    const row = found.get(name) ?? { verb: choice.verb, what: choice.what ?? "", choices: [], counted };
    row.choices.push(choice);
    found.set(name, row);
  }
  for (const row of found.values()) row.choices.sort((a, b) => (a.count ?? 0) - (b.count ?? 0));
  return split([...found.values()]);
}

/**
 * Rows in which two steps have the same count cannot be told apart by it; they become steps of their own.
 * @param {Row[]} list
 * @returns {Row[]}
 */
function split(list) {
  return list.flatMap((row) => {
    const counts = new Set(row.choices.map((c) => c.count));
    if (!row.counted || counts.size === row.choices.length) return [row];
    return row.choices.map((choice) => ({ ...row, choices: [choice], counted: false }));
  });
}

/**
 * The text that takes the picked count of every row, in the order in which the game lists the steps.
 * @param {Choice[]} choices
 * @param {(Choice | null)[]} picked
 */
export function compose(choices, picked) {
  const chosen = picked.filter((c) => c !== null);
  return chosen.sort((a, b) => choices.indexOf(a) - choices.indexOf(b)).map((c) => c.step).join(" ");
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * The nearest space in the direction of an arrow key; what lies aside counts as farther away.
 * @param {Space[]} spaces
 * @param {number} at
 * @param {string} key
 * @returns {number | null}
 */
export function towards(spaces, at, key) {
  const arrow = ARROWS[key];
  if (!arrow) return null;
  const here = spaces[at];
  let best = null;
  let least = Infinity;
  spaces.forEach((space, i) => {
    const [dx, dy] = [space.x - here.x, space.y - here.y];
    const along = dx * arrow[0] + dy * arrow[1];
    const aside = Math.abs(dx * arrow[1]) + Math.abs(dy * arrow[0]);
    if (i === at || along <= 1e-9 || aside > 2 * along) return;
    const far = along + 2 * aside;
    if (far < least) [best, least] = [i, far];
  });
  return best;
}
