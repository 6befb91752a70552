// Games and agents as text, `name:value,key=value`: written from a form's values, and read back.

/** @typedef {import("./api.js").Param} Param */

/**
 * The text for a name and the values that differ from the defaults.
 * @param {string} name
 * @param {Param[]} params
 * @param {Record<string, string>} values
 */
export function specText(name, params, values) {
  const main = params.find((p) => p.main);
  const parts = [];
  for (const param of params) {
    const value = (values[param.name] ?? "").trim();
    if (value === "" || value === param.default) continue;
    if (param === main) parts.unshift(value);
    else parts.push(`${param.name}=${value}`);
  }
  return parts.length > 0 ? `${name}:${parts.join(",")}` : name;
}

/**
 * The name and the values that a text gives.
 * @param {string} text
 * @param {(name: string) => Param[]} paramsOf
 * @returns {{name: string, values: Record<string, string>}}
 */
export function readSpec(text, paramsOf) {
  const colon = text.indexOf(":");
  const name = (colon < 0 ? text : text.slice(0, colon)).trim();
  /** @type {Record<string, string>} */
  const values = {};
  const params = paramsOf(name);
  const main = params.find((p) => p.main);
  const rest = colon < 0 ? "" : text.slice(colon + 1);
  /** @type {string | null} */
  let last = null;
  for (const part of rest.split(",").map((p) => p.trim())) {
    const equals = part.indexOf("=");
    const key = part.slice(0, Math.max(equals, 0));
    if (equals > 0 && params.some((p) => p.name === key)) {
      last = key;
      values[key] = part.slice(equals + 1);
    } else if (part !== "" && last === null && main) {
      last = main.name;
      values[last] = part;
    } else if (part !== "" && last !== null) {
      values[last] += `,${part}`;
    }
  }
  return { name, values };
}

/**
 * The values that a parameter's description names: in quotation marks, or as `one, two (why) or three` at its beginning.
 * @param {string} about
 */
export function offered(about) {
  const quoted = [...about.matchAll(/['‘`]([\w.:+-]+)['’`]/g)].map((m) => m[1]);
  if (quoted.length > 0) return quoted;
  const list = about.replace(/ ?\([^)]*\)/g, "").match(/^((?:[a-z][\w-]*, )*[a-z][\w-]*) or ([a-z][\w-]*)/);
  return list ? [...list[1].split(", "), list[2]] : [];
}

/**
 * Units as text, `infantry=3,armour=2`, as a table of counts, and back.
 * @param {string} text
 * @returns {Record<string, number>}
 */
export function readUnits(text) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const part of text.split(/[,\s]+/)) {
    const [kind, count] = part.split("=");
    if (kind) counts[kind] = Number(count ?? 1) || 0;
  }
  return counts;
}

/** @param {Record<string, number>} counts */
export const unitsText = (counts) =>
  Object.entries(counts).filter(([, n]) => n > 0).map(([kind, n]) => `${kind}=${n}`).join(",");
