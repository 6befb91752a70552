// Draws the world of data/maps/classic.map: writes data/maps/classic.shapes to standard output.
//
// Coasts and borders are Natural Earth's countries at 1:50 million (public domain, naturalearthdata.com), in the
// package world-atlas. Countries are put together to territories; large ones are cut along the lines below; everything
// is projected (Patterson's cylindrical projection, with Europe and a few islands enlarged, as on printed boards),
// simplified along shared borders, and rounded. Who touches whom is compared with who borders whom on the map.
//
// It is run by hand when the picture is to change, in a folder outside the project:
//
//     npm install world-atlas@2 topojson-client@3 topojson-server@3 topojson-simplify@3 \
//         polygon-clipping@0.15 polylabel@2
//     node PROJECT/tools/world-map.mjs PROJECT/data/maps/classic.map > PROJECT/data/maps/classic.shapes

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(process.cwd() + "/");
const { feature, merge, neighbors } = require("topojson-client");
const { topology } = require("topojson-server");
const { presimplify, simplify } = require("topojson-simplify");
const clipping = require("polygon-clipping");
const atlas = require("world-atlas/countries-50m.json");
const polylabel = (await import(require.resolve("polylabel"))).default;

// The width of the picture, in the units of the file.
const WIDTH = 1400;
// What is left free at the edges.
const MARGIN = 12;
// Points that change an outline by less than this area go.
const DETAIL = 1.6;
// Islands smaller than this go, unless they are all that a territory has.
const SPECK = 12;

// The least room for what stands on a territory: on small islands it reaches out over the sea.
const ROOM = 12;

// Whole countries, by territory.
const COUNTRIES = {
    "greenland": ["Greenland"],
    "central-america": ["Mexico", "Guatemala", "Belize", "Honduras", "El Salvador", "Nicaragua", "Costa Rica", "Panama",
        "Cuba", "Haiti", "Dominican Rep.", "Jamaica", "Bahamas", "Puerto Rico"],
    "venezuela": ["Venezuela", "Colombia", "Guyana", "Suriname", "Trinidad and Tobago"],
    "peru": ["Peru", "Ecuador", "Bolivia"],
    "brazil": ["Brazil"],
    "argentina": ["Argentina", "Chile", "Uruguay", "Paraguay", "Falkland Is."],
    "iceland": ["Iceland"],
    "great-britain": ["United Kingdom", "Ireland", "Isle of Man"],
    "scandinavia": ["Sweden", "Finland", "Åland"],
    "northern-europe": ["Germany", "Poland", "Czechia", "Slovakia", "Hungary", "Austria", "Switzerland", "Liechtenstein",
        "Denmark", "Belgium", "Luxembourg"],
    "southern-europe": ["Italy", "Vatican", "San Marino", "Slovenia", "Croatia", "Bosnia and Herz.", "Serbia", "Kosovo",
        "Montenegro", "Albania", "Macedonia", "Greece", "Bulgaria", "Romania", "Malta"],
    "ukraine": ["Ukraine", "Belarus", "Moldova", "Estonia", "Latvia", "Lithuania", "Georgia", "Armenia", "Azerbaijan"],
    "western-europe": ["Andorra", "Monaco"],
    "north-africa": ["Morocco", "W. Sahara", "Algeria", "Tunisia", "Mauritania", "Mali", "Niger", "Chad", "Senegal",
        "Gambia", "Guinea-Bissau", "Guinea", "Sierra Leone", "Liberia", "Côte d'Ivoire", "Burkina Faso", "Ghana", "Togo",
        "Benin", "Nigeria"],
    "egypt": ["Egypt", "Libya"],
    "east-africa": ["Sudan", "S. Sudan", "Ethiopia", "Eritrea", "Djibouti", "Somalia", "Somaliland", "Kenya", "Uganda",
        "Rwanda", "Burundi", "Tanzania"],
    "congo": ["Dem. Rep. Congo", "Congo", "Gabon", "Eq. Guinea", "Cameroon", "Central African Rep."],
    "south-africa": ["South Africa", "Lesotho", "eSwatini", "Namibia", "Botswana", "Zimbabwe", "Zambia", "Malawi",
        "Mozambique"],
    "madagascar": ["Madagascar"],
    "middle-east": ["Turkey", "Syria", "Lebanon", "Israel", "Palestine", "Jordan", "Iraq", "Iran", "Kuwait",
        "Saudi Arabia", "Bahrain", "Qatar", "United Arab Emirates", "Oman", "Yemen", "Cyprus", "N. Cyprus"],
    "afghanistan": ["Afghanistan", "Turkmenistan", "Uzbekistan", "Tajikistan", "Kyrgyzstan", "Kazakhstan"],
    "india": ["India", "Pakistan", "Nepal", "Bhutan", "Bangladesh", "Sri Lanka", "Siachen Glacier"],
    "siam": ["Thailand", "Myanmar", "Laos", "Cambodia", "Vietnam", "Singapore"],
    "china": ["Taiwan", "Hong Kong", "Macao"],
    "mongolia": ["North Korea", "South Korea"],
    "japan": ["Japan"],
    "indonesia": ["Brunei", "Philippines", "Timor-Leste"],
    "new-guinea": ["Papua New Guinea", "Solomon Is."],
    "eastern-australia": ["New Zealand"],
};

const box = (west, south, east, north) => [[west, south], [east, south], [east, north], [west, north]];

// Countries that belong to several territories: each polygon (longitude, latitude) takes its part of what is left, and
// the last entry, without a polygon, the rest. `null` leaves a part out.
const CUTS = {
    "United States of America": [
        ["alaska", box(-170, 50, -129, 75)],
        [null, box(-200, 10, -129, 75)],
        ["western-united-states", [[-130, 50], [-96.8, 50], [-96.6, 46], [-98.2, 43], [-102, 41], [-102, 37],
            [-103, 36.5], [-103.1, 32], [-106.6, 31.9], [-106.6, 28], [-130, 28]]],
        ["eastern-united-states"],
    ],
    "Canada": [
        ["northwest-territory", [[-145, 60], [-90, 60], [-79.2, 60.5], [-79.2, 62.9], [-73, 62.9], [-70, 61.6],
            [-64.6, 60.9], [-60, 61], [-60, 85], [-145, 85]]],
        ["quebec", [[-79.6, 63.2], [-79.5, 47.4], [-77, 45.8], [-74.6, 45.3], [-74.8, 44], [-50, 40], [-50, 63.2]]],
        ["alberta", box(-145, 45, -102, 61)],
        ["ontario"],
    ],
    "France": [["venezuela", box(-60, 0, -45, 8)], [null, box(-180, -60, -20, 60)], [null, box(40, -60, 180, 0)],
        ["western-europe"]],
    "Spain": [[null, box(-20, 25, -12, 31)], ["western-europe"]],
    "Portugal": [[null, box(-40, 25, -12, 45)], ["western-europe"]],
    "Norway": [[null, box(-20, 72, 40, 85)], ["scandinavia"]],
    "Netherlands": [[null, box(-80, 0, -50, 30)], ["northern-europe"]],
    "Angola": [["congo", box(11, -5.9, 13.3, -4)], ["south-africa"]],
    "Malaysia": [["siam", box(95, 0, 106, 8)], ["indonesia"]],
    "Indonesia": [["new-guinea", [[129.2, 1.5], [142, 1.5], [142, -9.5], [133.5, -9.5], [131.2, -4.5],
        [131.2, -2.6], [129.2, -2.2]]], ["indonesia"]],
    "Australia": [["western-australia", [[110, -9], [138, -9], [138, -17.5], [135, -26], [133, -33], [133, -36],
        [110, -36]]], ["eastern-australia"]],
    "Mongolia": [["china", [[86, 54], [96.8, 54], [97, 50], [97, 47], [96.5, 44.5], [96.5, 41], [86, 41]]],
        ["mongolia"]],
    "China": [["mongolia", [[111, 44.2], [114, 42.6], [117, 41.4], [119.7, 39.8], [121.5, 38.3], [124, 37], [137, 37],
        [137, 56], [111, 56]]], ["china"]],
    "Russia": [
        ["ukraine", [[15, 40], [52, 40], [55.5, 50.2], [56.5, 52.5], [58.5, 55], [59.5, 58], [59.5, 62], [60, 65],
            [64, 67], [66.8, 68.8], [66.2, 70], [66.2, 73.5], [70, 75.5], [70, 85], [15, 85]]],
        ["ural", [[50, 40], [92.2, 48], [92, 51], [88, 53], [85, 55.5], [82, 58], [80, 62], [77, 65], [74, 68],
            [73.4, 72], [75, 85], [50, 85]]],
        ["siberia", [[70, 48], [101, 48], [101, 51.9], [97.5, 54.5], [98, 57.5], [103, 59], [104.5, 61], [108, 62],
            [108, 64], [106, 67], [107, 70], [113, 73.5], [113.5, 85], [70, 85]]],
        ["yakutsk", [[104.5, 61.5], [108, 62], [110, 60.2], [114, 60], [117, 59.5], [120, 57.5], [122, 56], [127, 56],
            [131, 55.7], [132, 57], [134, 59.5], [139, 61.5], [143, 61.3], [147, 62.5], [152, 64.5], [158, 66],
            [162, 68], [162.5, 69.7], [162.5, 85], [104.5, 85]]],
        ["irkutsk", [[95, 48], [121.5, 48], [121.5, 54], [122, 56], [120, 62], [95, 62]]],
        ["kamchatka"],
    ],
};

// Neighbours across water; Alaska and Kamchatka meet at the edge of the picture.
const LINKS = [
    ["wrap", "alaska", "kamchatka"],
    ["sea", "northwest-territory", "greenland"], ["sea", "ontario", "greenland"], ["sea", "quebec", "greenland"],
    ["sea", "greenland", "iceland"], ["sea", "iceland", "great-britain"], ["sea", "iceland", "scandinavia"],
    ["sea", "great-britain", "scandinavia"], ["sea", "great-britain", "northern-europe"],
    ["sea", "great-britain", "western-europe"], ["sea", "scandinavia", "northern-europe"],
    ["sea", "western-europe", "north-africa"], ["sea", "southern-europe", "north-africa"],
    ["sea", "southern-europe", "egypt"], ["sea", "brazil", "north-africa"], ["sea", "east-africa", "middle-east"],
    ["sea", "east-africa", "madagascar"], ["sea", "south-africa", "madagascar"], ["sea", "kamchatka", "japan"],
    ["sea", "mongolia", "japan"], ["sea", "siam", "indonesia"], ["sea", "indonesia", "new-guinea"],
    ["sea", "indonesia", "western-australia"], ["sea", "new-guinea", "western-australia"],
    ["sea", "new-guinea", "eastern-australia"],
];

// Islands on which troops would find no room: how much they grow, and from where.
const ISLANDS = {
    "iceland": [1.8, [-24, 67]],
    "great-britain": [1.2, [1, 52.5]],
    "japan": [1.35, [132, 37]],
    "madagascar": [1.25, [45, -19]],
    "new-guinea": [1.2, [138, -10.5]],
};

// Label points (longitude, latitude) that look better than the innermost point of the largest part.
const LABELS = {
    "eastern-united-states": [-85.5, 36],
    "western-united-states": [-112, 41],
    "western-australia": [122.5, -25],
    "eastern-australia": [146, -25],
};

// The map: territories in the order of the file, and who borders whom.

const bordersOf = new Map();
for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
    const found = line.replace(/#.*/, "").match(/^([a-z-]+):(.*)/);
    if (found) bordersOf.set(found[1], found[2].trim().split(/\s+/));
}
const names = [...bordersOf.keys()];

// Pieces of countries, by territory.

const multi = (geometry) => geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;

// The parts of Chukotka and of the Aleutians beyond the edge of the atlas go where they belong. All countries are
// clipped, by the whole world if by nothing else, because clipping moves points a little.
function unwrapped(name, polygons) {
    const turn = (x) => name === "Russia" && x < 0 ? x + 360 : name === "United States of America" && x > 0 ? x - 360 : x;
    const turned = polygons.map((polygon) => polygon.map((ring) => ring.map(([x, y]) => [turn(x), y])));
    return clipping.intersection(turned, [[...box(-200, -90, 200, 90), [-200, -90]]]);
}

const countries = new Map(feature(atlas, atlas.objects.countries).features.map((f) =>
    [f.properties.name, unwrapped(f.properties.name, multi(f.geometry))]));

const pieces = [];
const take = (territory, polygons) => pieces.push({ territory, polygons });
const country = (name) => {
    if (!countries.has(name)) throw new Error(`no country ${name}`);
    return countries.get(name);
};
for (const [territory, list] of Object.entries(COUNTRIES)) list.forEach((name) => take(territory, country(name)));
for (const [name, parts] of Object.entries(CUTS)) {
    let rest = country(name);
    for (const [territory, outline] of parts) {
        const part = outline ? clipping.intersection(rest, [[...outline, outline[0]]]) : rest;
        if (outline) rest = clipping.difference(rest, [[...outline, outline[0]]]);
        if (territory) take(territory, part);
    }
}

// Cuts end on borders, and clipping drops points on straight ones: every piece gets the points that others have on
// its lines, or they would no longer share them.
function sharePoints() {
    const snapped = ([x, y]) => [Math.round(x * 1e5) / 1e5, Math.round(y * 1e5) / 1e5];
    for (const piece of pieces)
        piece.polygons = piece.polygons.map((polygon) => polygon.map((ring) => ring.map(snapped)));
    const points = new Map(pieces.flatMap(({ polygons }) => polygons.flat(2)).map((p) => [p.join(), p]));
    const sorted = [...points.values()].sort((p, q) => p[0] - q[0]);
    const firstFrom = (x) => {
        let [low, high] = [0, sorted.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (sorted[middle][0] < x) low = middle + 1;
            else high = middle;
        }
        return low;
    };
    const along = (p, a, b) => {
        const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        const t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy || 1);
        const off = Math.hypot(a[0] + t * dx - p[0], a[1] + t * dy - p[1]);
        return t > 1e-9 && t < 1 - 1e-9 && off < 2e-5 ? t : null;
    };
    const between = (a, b) => {
        const found = [];
        const [west, east] = [Math.min(a[0], b[0]) - 1e-6, Math.max(a[0], b[0]) + 1e-6];
        for (let i = firstFrom(west); i < sorted.length && sorted[i][0] <= east; i++) {
            const t = along(sorted[i], a, b);
            if (t !== null) found.push([t, sorted[i]]);
        }
        return found.sort((p, q) => p[0] - q[0]).map(([, p]) => p);
    };
    const shared = (ring) => ring.flatMap((b, i) => i === 0 ? [b] : [...between(ring[i - 1], b), b]);
    for (const piece of pieces) piece.polygons = piece.polygons.map((polygon) => polygon.map(shared));
}
sharePoints();

// The projection.

const radians = (degrees) => degrees * Math.PI / 180;
// A little higher than it should be: the north is crowded.
function patterson([lon, lat]) {
    const phi = radians(lat);
    const square = phi * phi;
    const y = phi * (1.0148 + square * square * (0.23185 + square * (-0.14499 + square * 0.02406)));
    return [radians(lon), -1.12 * y];
}
// Europe is enlarged by up to 1 + growth, less and less with the distance from its centre.
const EUROPE = { centre: patterson([13, 49]), growth: 0.8, reach: 0.5 };
function projected(point) {
    const [x, y] = patterson(point);
    const [cx, cy] = EUROPE.centre;
    const grown = 1 + EUROPE.growth * Math.exp(-(((x - cx) ** 2 + (y - cy) ** 2) / EUROPE.reach ** 2));
    return [cx + (x - cx) * grown, cy + (y - cy) * grown];
}

for (const piece of pieces) {
    const [growth, centre] = ISLANDS[piece.territory] ?? [1, [0, 0]];
    const [cx, cy] = projected(centre);
    const grown = ([x, y]) => [cx + growth * (x - cx), cy + growth * (y - cy)];
    piece.polygons = piece.polygons.map((polygon) => polygon.map((ring) => ring.map((p) => grown(projected(p)))));
}
const all = pieces.flatMap((piece) => piece.polygons.flat(2));
const [left, top] = [0, 1].map((axis) => all.reduce((least, p) => Math.min(least, p[axis]), Infinity));
const [right, bottom] = [0, 1].map((axis) => all.reduce((most, p) => Math.max(most, p[axis]), -Infinity));
const scale = (WIDTH - 2 * MARGIN) / (right - left);
const placed = ([x, y]) => [MARGIN + (x - left) * scale, MARGIN + (y - top) * scale];
const height = Math.ceil(2 * MARGIN + (bottom - top) * scale);

// Territories out of pieces, with shared borders; who touches whom must be who borders whom.

const collection = (list) => ({ type: "GeometryCollection", geometries: list });
const rough = topology({ pieces: collection(pieces.map((piece) => ({
    type: "MultiPolygon",
    coordinates: piece.polygons.map((polygon) => polygon.map((ring) => ring.map(placed))),
}))) }, 1e6);
const dissolved = names.map((name) => {
    const parts = rough.objects.pieces.geometries.filter((_, i) => pieces[i].territory === name);
    if (!parts.length) throw new Error(`no land for ${name}`);
    return merge(rough, parts);
});
let world = presimplify(topology({ lands: collection(dissolved) }, 1e6));
neighbors(world.objects.lands.geometries).forEach((list, i) => {
    const [name, touching] = [names[i], list.map((j) => names[j])];
    const linked = LINKS.flatMap(([, a, b]) => a === name ? [b] : b === name ? [a] : []);
    for (const other of new Set([...touching, ...linked, ...bordersOf.get(name)])) {
        const [touches, joined, borders] = [touching, linked, bordersOf.get(name)].map((l) => l.includes(other));
        if (borders !== (touches || joined) || (touches && joined))
            console.error(`${name} and ${other}: borders ${borders}, touches ${touches}, linked ${joined}`);
    }
});
world = simplify(world, DETAIL);

// The file.

const area = (ring) => Math.abs(ring.reduce((sum, [x, y], i) => {
    const [u, v] = ring[(i + 1) % ring.length];
    return sum + x * v - u * y;
}, 0) / 2);
const rounded = (ring) => ring.slice(0, -1).map((p) => p.map(Math.round))
    .filter((p, i, all) => p.join() !== all[(i + all.length - 1) % all.length].join());
const out = [];
for (const [i, name] of names.entries()) {
    const land = feature(world, world.objects.lands.geometries[i]);
    const polygons = multi(land.geometry).map((polygon) => polygon.map(rounded).filter((ring) => ring.length > 2))
        .filter((polygon) => polygon.length).sort((p, q) => area(q[0]) - area(p[0]));
    const kept = polygons.filter((polygon, n) => n === 0 || area(polygon[0]) >= SPECK)
        .map((polygon) => polygon.filter((ring, n) => n === 0 || area(ring) >= SPECK));
    const middle = LABELS[name] ? placed(projected(LABELS[name])) : polylabel(kept[0].map((ring) => [...ring, ring[0]]), 0.5);
    const edges = kept[0].flatMap((ring) => ring.map((p, n) => [p, ring[(n + 1) % ring.length]]));
    const [x, y] = [Math.round(middle[0]), Math.round(middle[1])];
    const room = Math.floor(Math.max(ROOM, Math.min(...edges.map(([a, b]) => {
        const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
        const t = Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)));
        return Math.hypot(a[0] + t * dx - x, a[1] + t * dy - y);
    }))));
    out.push(`${name} ${x} ${y} ${room}`);
    for (const ring of kept.flat()) out.push("M" + ring.map((p) => p.join(" ")).join("L") + "Z");
}
console.log(`# The classic world as a picture: for each territory of classic.map the middle of what stands on it, the room
# around it, and its outline, ring by ring.
#
# Source: Natural Earth, public domain (naturalearthdata.com), countries at 1:50 million. Made by tools/world-map.mjs.
size ${WIDTH} ${height}
${LINKS.map((link) => link.join(" ")).join("\n")}
${out.join("\n")}`);
