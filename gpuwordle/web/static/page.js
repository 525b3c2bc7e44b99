// The page: one module without dependencies. It has two hosts: a file that holds one tree, and
// `gpuwordle serve`, which answers over the engine. All that a view shows stands in the address
// behind the #, so that every state is a link.

const COLOURS = ["grey", "yellow", "green"];
const QWERTY = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const SHOWN_WORDS = 120;
const SHOWN_BUCKETS = 40;
const SMALLEST_AREA = 110; // pixels of a bucket that gets a place of its own on the map
const MAP_GAP = 3;

const page = {
  main: document.getElementById("view"),
  nav: document.querySelector("nav"),
  said: document.getElementById("said"),
};
const embedded = JSON.parse(document.getElementById("data")?.textContent ?? "null");
let about = null; // what the server plays with
let drawing = 0; // the number of the drawing that may still write to the page

// ---------------------------------------------------------------- elements

const SVG = "http://www.w3.org/2000/svg";
const SVG_NAMES = new Set(["svg", "rect", "title", "g", "line", "text"]);

function h(name, properties, ...children) {
  const drawn = SVG_NAMES.has(name) ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) drawn.addEventListener(key.slice(2), value);
    else if (key === "style") for (const [rule, to] of Object.entries(value)) drawn.style.setProperty(rule, to);
    else if (key === "value") drawn.value = value;
    else drawn.setAttribute(key, value === true ? "" : value);
  }
  drawn.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return drawn;
}

const number = (value, digits = 0) =>
  value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
const some = (count, one, many = one + "s") => `${number(count)} ${count === 1 ? one : many}`;
const sum = values => values.reduce((total, value) => total + value, 0);
const letters = word => [...word];
const runsFromRight = word => /[\u0590-\u08ff\ufb1d-\ufefc]/.test(word);
const direction = word => (runsFromRight(word) ? "rtl" : "ltr");

function capital(letter) {
  const large = letter.toUpperCase();
  return letters(large).length === 1 ? large : letter;
}

const capitals = word => letters(word).map(capital).join("");
const told = pattern => (/^2+$/.test(pattern) ? "all green" : /^0+$/.test(pattern) ? "all grey"
  : letters(pattern).map(digit => COLOURS[digit]).join(", "));
const solved = pattern => /^2+$/.test(pattern);

function say(text) {
  page.said.textContent = text;
}

// A guess in its colours. What it shows is told in words, so letters are hidden from readers.
function tiles(guess, pattern, kind = "") {
  const shown = guess ? letters(guess) : letters(pattern).map(() => "");
  const label = guess ? `${guess}: ${told(pattern)}` : told(pattern);
  return h("span", { class: `tiles ${kind}`, role: "img", "aria-label": label, dir: direction(guess ?? "") },
    shown.map((letter, place) => h("i", { class: COLOURS[pattern[place]], "aria-hidden": "true" }, capital(letter))));
}

function word(text, properties = {}) {
  return h("b", { class: "word", dir: direction(text), ...properties }, capitals(text));
}

function bar(share, text, kind = "") {
  return h("span", { class: `bar ${kind}`, "aria-hidden": "true" },
    h("span", { style: { width: `${Math.max(share * 100, share ? 0.6 : 0)}%` } }), text ? h("em", {}, text) : null);
}

// All buckets of a guess side by side, the largest first: the finer the comb, the better the guess.
function comb(sizes, own) {
  const total = sum(sizes), parts = [];
  let at = 0;
  sizes.forEach((size, index) => {
    const wide = size / total * 400, gap = Math.min(0.8, wide / 4);
    const kind = own && index === sizes.length - 1 ? "own" : index % 2 ? "odd" : "even";
    parts.push(h("rect", { x: at.toFixed(2), width: (wide - gap).toFixed(2), height: 16, class: kind }));
    at += wide;
  });
  const label = `${some(sizes.length, "bucket")}, the largest of ${some(sizes[0], "word")}`;
  return h("svg", { class: "comb", viewBox: "0 0 400 16", preserveAspectRatio: "none", role: "img", "aria-label": label }, parts);
}

function chips(words, make, shown = SHOWN_WORDS) {
  const list = h("ul", { class: "chips" }, words.slice(0, shown).map(make).map(chip => h("li", {}, chip)));
  if (words.length <= shown) return list;
  const more = h("button", { type: "button", class: "quiet", onclick: () => {
    const first = words.slice(shown).map(make).map(chip => h("li", {}, chip));
    list.append(...first);
    more.remove();
    first[0].querySelector("button, a")?.focus();
  } }, `all ${number(words.length)}`);
  return [list, more];
}

function stats(pairs) {
  return h("dl", { class: "stats" }, pairs.filter(Boolean).map(([name, value]) =>
    h("div", {}, h("dt", {}, name), h("dd", {}, value))));
}

function field(label, input) {
  return h("label", { class: "field" }, h("span", {}, label), input);
}

function choice(values, chosen, change, key) {
  return h("select", { "data-key": key, onchange: event => change(event.target.value) },
    values.map(value => h("option", { value, selected: value === chosen }, value)));
}

function check(label, checked, change, key) {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked, "data-key": key, onchange: event => change(event.target.checked) }), label);
}

// One stop for the Tab key; arrows go on from there.
function withArrows(list, selector) {
  const all = () => [...list.querySelectorAll(selector)];
  all().forEach((item, index) => { item.tabIndex = index ? -1 : 0; });
  list.addEventListener("keydown", event => {
    const items = all(), at = items.indexOf(event.target);
    const back = ["ArrowLeft", "ArrowUp"].includes(event.key), on = ["ArrowRight", "ArrowDown"].includes(event.key);
    const to = event.key === "Home" ? 0 : event.key === "End" ? items.length - 1 : at + on - back;
    if (at < 0 || !(back || on || event.key === "Home" || event.key === "End")) return;
    event.preventDefault();
    items[at].tabIndex = -1;
    const next = items[Math.min(Math.max(to, 0), items.length - 1)];
    next.tabIndex = 0;
    next.focus();
  });
  return list;
}

// ---------------------------------------------------------------- state in the address

function state() {
  const [name, query = ""] = decodeHash().split("?");
  return { name: name in VIEWS ? name : Object.keys(VIEWS)[0], at: new URLSearchParams(query) };
}

function decodeHash() {
  return location.hash.replace(/^#\/?/, "");
}

function link(name, at) {
  const query = new URLSearchParams(at).toString();
  return `#/${name}${query ? `?${query}` : ""}`;
}

function go(name, at, { replace = false } = {}) {
  const to = link(name, at);
  if (to === location.hash) return;
  history[replace ? "replaceState" : "pushState"](null, "", to);
  draw();
}

// The same view with some of its parameters changed; null takes one away.
function change(changes, options) {
  const { name, at } = state();
  for (const [key, value] of Object.entries(changes)) {
    at.delete(key);
    if (value === true) at.set(key, "1");
    else for (const one of Array.isArray(value) ? value : [value]) if (one) at.append(key, one);
  }
  go(name, at, options);
}

// In addresses a clue is crane.01200.
const clueOf = text => ({ guess: text.split(".")[0], pattern: text.split(".")[1] ?? "" });
const textOf = clue => `${clue.guess}.${clue.pattern}`;
const cluesAt = at => at.getAll("clue").map(clueOf).filter(clue => clue.guess && clue.pattern.length === letters(clue.guess).length && /^[012]+$/.test(clue.pattern));

// ---------------------------------------------------------------- asking the engine

const answered = new Map();

async function ask(name, parameters = []) {
  const query = new URLSearchParams(parameters).toString();
  const address = `api/${name}${query ? `?${query}` : ""}`;
  if (answered.has(address)) return answered.get(address);
  let reply;
  try {
    reply = await fetch(address);
  } catch {
    throw new Error("gpuwordle serve does not answer: is it still running?");
  }
  const data = await reply.json();
  if (!reply.ok) throw new Error(data.error ?? `the server answered ${reply.status}`);
  if (answered.size > 60) answered.delete(answered.keys().next().value);
  answered.set(address, data);
  return data;
}

// Fill a part of the view when its answer is there; meanwhile it stays as it was, and paler.
async function fill(part, asking, make, { quiet = false } = {}) {
  const mine = drawing;
  if (!quiet) part.setAttribute("aria-busy", "true");
  let drawn, data = null;
  try {
    data = await asking;
    drawn = make(data);
  } catch (error) {
    if (error.name !== "Error") throw error;
    drawn = h("p", { class: "wrong", role: "alert" }, error.message);
  }
  if (mine !== drawing) return null;
  part.setAttribute("aria-busy", "false");
  keepingFocus(() => part.replaceChildren(...[drawn].flat(Infinity).filter(Boolean)));
  return data;
}

// Bounds first, at once; then what the search finds when it is given time.
function fillTwice(part, question, parameters, make, isExact) {
  const mine = drawing, patient = Math.min(3, about.seconds);
  fill(part, ask(question, [...parameters, ["seconds", String(about.moment)]]), make).then(async data => {
    if (!data || isExact(data)) return;
    part.dataset.search = "on";
    try {
      const better = await ask(question, [...parameters, ["seconds", String(patient)]]);
      if (mine === drawing) await fill(part, better, make, { quiet: true });
    } catch {
      // what is shown already stays
    }
    delete part.dataset.search;
  });
}

function keepingFocus(change) {
  const focused = document.activeElement, key = focused?.dataset?.key;
  change();
  if (key && !focused.isConnected) document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

// ---------------------------------------------------------------- the tree

// What is read off a tree once: the way to every word, and how many guesses each takes.
const read = new WeakMap();

function readings(data) {
  if (read.has(data)) return read.get(data);
  const ways = new Map();
  const visit = (node, path) => {
    const children = Object.entries(node.next ?? {});
    if (node.guess === null) for (const lost of node.lost ?? []) ways.set(lost, { path, turns: null });
    else if (node.answers > sum(children.map(([, child]) => child.answers)))
      ways.set(node.guess, { path, turns: path.length + 1 });
    for (const [pattern, child] of children) visit(child, [...path, pattern]);
  };
  visit(data.tree, []);
  read.set(data, ways);
  return ways;
}

function nodesAlong(data, path) {
  const nodes = [data.tree];
  for (const pattern of path) {
    const next = nodes.at(-1).next?.[pattern];
    if (!next) break;
    nodes.push(next);
  }
  return nodes;
}

// The buckets of a node, the largest first; the guess itself is one where it may be the answer.
function buckets(node, length) {
  const all = Object.entries(node.next ?? {}).map(([pattern, child]) => ({ pattern, child, size: child.answers }));
  const own = node.guess === null ? 0 : node.answers - sum(all.map(bucket => bucket.size));
  all.sort((one, other) => other.size - one.size || one.pattern.localeCompare(other.pattern));
  if (own) all.push({ pattern: "2".repeat(length), child: null, size: own });
  return all;
}

// Rectangles of given areas that fill a frame, each as square as may be (Bruls et al.).
function squarified(sizes, width, height) {
  const total = sum(sizes), areas = sizes.map(size => size / total * width * height), placed = [];
  let x = 0, y = 0, w = width, t = height, at = 0;
  while (at < areas.length) {
    const side = Math.min(w, t);
    let end = at, filled = 0, worst = Infinity;
    while (end < areas.length) {
      const next = filled + areas[end];
      const ratio = Math.max(side * side * areas[at] / (next * next), next * next / (side * side * areas[end]));
      if (ratio > worst) break;
      [worst, filled, end] = [ratio, next, end + 1];
    }
    const thick = filled / side;
    for (let index = at, along = 0; index < end; index++) {
      const long = areas[index] / thick;
      placed.push(w >= t ? { x, y: y + along, w: thick, t: long } : { x: x + along, y, w: long, t: thick });
      along += long;
    }
    if (w >= t) [x, w] = [x + thick, w - thick];
    else [y, t] = [y + thick, t - thick];
    at = end;
  }
  return placed;
}

// A map is busy until it has a width, which the browser tells after a frame.
function treeMap(all, guess, length, open, showAll) {
  const label = `Buckets of ${guess}, the largest first`;
  const map = h("div", { class: "map", role: "group", "aria-label": label, "aria-busy": "true" });
  const place = () => {
    const width = map.clientWidth;
    if (!width) return;
    const height = Math.round(Math.min(Math.max(width * 0.6, 440), 540, 130 + all.length * 90));
    const total = sum(all.map(bucket => bucket.size)), area = width * height / total;
    let kept = all.filter(bucket => bucket.size * area >= SMALLEST_AREA);
    if (all.length - kept.length < 2) kept = all;
    const rest = all.filter(bucket => !kept.includes(bucket));
    const items = [...kept, ...(rest.length ? [{ rest, size: sum(rest.map(bucket => bucket.size)) }] : [])];
    items.sort((one, other) => other.size - one.size);
    map.style.height = `${height}px`;
    const boxes = squarified(items.map(item => item.size), width, height);
    map.replaceChildren(...items.map((item, index) => placedBucket(item, boxes[index], guess, length, open, showAll)));
    withArrows(map, "button");
    map.removeAttribute("aria-busy");
  };
  new ResizeObserver(place).observe(map);
  return map;
}

function placedBucket(item, box, guess, length, open, showAll) {
  const style = {
    left: `${box.x}px`, top: `${box.y}px`,
    width: `${Math.max(box.w - MAP_GAP, 1)}px`, height: `${Math.max(box.t - MAP_GAP, 1)}px`,
  };
  const wide = box.w - MAP_GAP - 12, high = box.t - MAP_GAP - 8;
  if (item.rest) {
    const text = `+${number(item.rest.length)} ${some(item.size, "word")}, of more patterns`;
    return h("button", { type: "button", class: "bucket rest", style, title: text, "aria-label": text, onclick: showAll },
      wide > 60 && high > 34 ? [h("b", {}, `+${number(item.rest.length)}`), " ", h("small", {}, some(item.size, "word"))] : "+");
  }
  const greens = letters(item.pattern).filter(digit => digit === "2").length / length;
  const yellows = letters(item.pattern).filter(digit => digit === "1").length / length;
  const next = item.child?.guess;
  const label = `${next ? `${capitals(next)} ` : item.child ? "" : "found, "}${some(item.size, "word")}, after ${told(item.pattern)}`;
  const tile = Math.max(4, Math.min(18, Math.floor((wide - 2 * (length - 1)) / length)));
  const room = { tiles: wide >= 6 * length && high >= 10, size: high >= 30 && wide >= 26, word: high >= 50 && wide >= 9.4 * length };
  return h("button", {
    type: "button", class: wide < 20 || high < 20 ? "bucket tiny" : "bucket", title: label, "aria-label": label, "data-pattern": item.pattern,
    style: { ...style, "--greens": greens.toFixed(3), "--yellows": yellows.toFixed(3), "--tile": `${tile}px` },
    onclick: () => open(item),
  },
  room.tiles ? tiles(null, item.pattern, "small") : null,
  room.word && next ? [word(next), " "] : null,
  room.size ? h("small", {}, number(item.size)) : null);
}

function distribution(counts, lost, part = null) {
  const most = Math.max(...counts, lost, 1);
  const rows = counts.map((count, index) => [index + 1, count, part ? part[index] : null]);
  if (lost) rows.push(["lost", lost, part ? part.at(-1) : null]);
  return h("ol", { class: "distribution" }, rows.filter(([turn, count]) => count || turn !== 1).map(([turn, count, own]) =>
    h("li", { "aria-label": `${turn === "lost" ? "not found" : some(turn, "guess", "guesses")}: ${some(count, "word")}${own === null ? "" : `, ${number(own)} of them here`}` },
      h("span", { "aria-hidden": "true" }, String(turn)),
      h("span", { class: "bar", "aria-hidden": "true" },
        h("span", { class: own === null ? "" : "pale", style: { width: `${count / most * 100}%` } }),
        own === null ? null : h("span", { style: { width: `${own / most * 100}%` } })),
      h("span", { "aria-hidden": "true" }, own === null ? number(count) : `${number(own)} / ${number(count)}`))));
}

// The tree, and where in it the address says; `changeAt` takes the next place.
function treeView(data, at) {
  const length = data.length, ways = readings(data);
  const wanted = (at.get("word") ?? "").trim().toLowerCase();
  const path = (at.get("path") ?? "").split(".").filter(Boolean);
  const nodes = nodesAlong(data, path), here = path.slice(0, nodes.length - 1), node = nodes.at(-1);
  const all = buckets(node, length);
  const open = item => {
    if (item.child) change({ path: [...here, item.pattern].join("."), word: null });
    else change({ word: node.guess, path: here.join(".") });
  };
  const below = [...ways].filter(([, way]) => here.every((pattern, turn) => way.path[turn] === pattern));
  const turns = [...data.distribution.keys()].map(index => index + 1);
  const part = [...turns, null].map(turn => below.filter(([, way]) => way.turns === turn).length);

  const list = h("details", { class: "all" },
    h("summary", {}, node.guess === null ? "No guess is left" : `All ${some(all.length, "pattern")} of ${capitals(node.guess)}`),
    h("ol", { class: "rows" }, all.map(bucket => h("li", {}, h("button", { type: "button", class: "row", onclick: () => open(bucket) },
      tiles(node.guess, bucket.pattern), bar(bucket.size / all[0].size), h("span", { class: "n" }, number(bucket.size)),
      h("span", { class: "then" }, bucket.child ? (bucket.child.guess ? ["then ", word(bucket.child.guess)] : "not found") : "found"))))));
  const showAll = () => { list.open = true; list.querySelector(".row")?.focus(); };

  return [
    h("section", { class: "about" },
      h("h1", {}, data.strategy, " from ", word(data.tree.guess)),
      h("p", { class: "soft" }, described(data)),
      stats([
        [data.lost ? "guesses for words found" : "guesses for all words", number(data.total)],
        data.mean === null ? null : ["average", number(data.mean, 4)],
        ["longest game", String(data.worst)],
        ["words", number(data.games)],
        data.lost ? ["not found", number(data.lost)] : null,
      ]),
      optimality(data)),
    h("div", { class: "split" },
      h("aside", {},
        h("section", {}, h("h2", {}, "How is a word reached?"), reached(data, ways, wanted)),
        h("section", {}, h("h2", {}, "Guesses needed"), distribution(data.distribution, data.lost, here.length ? part : null))),
      h("div", { class: "browse" },
        h("section", {},
          h("h2", {}, "The tree"),
          trail(nodes, here),
          node.guess === null
            ? h("p", {}, `After these guesses ${some(node.answers, "word")} ${node.answers === 1 ? "is" : "are"} not found.`)
            : h("p", { class: "here" }, h("span", {}, "guesses "), word(node.guess), h("span", {},
              node.answers === 1 && !node.next ? ", the only word left" : `, ${some(node.answers, "word")} in ${some(all.length, "bucket")}`)),
          node.next ? [treeMap(all, node.guess, length, open, showAll), list] : null),
        h("section", {}, h("h2", {}, here.length ? "Words here" : "All words"), wordsBelow(below, here.length)))),
  ];
}

function described(data) {
  return [
    `${data.vocabulary}, ${data.length} letters`,
    data.hard ? "hard mode" : null,
    data.pool === "candidates" ? "guesses only words that can be hidden" : null,
    data.filter && data.filter !== "pattern" ? `filter ${data.filter}` : null,
    data.allowed ? `${data.allowed} guesses allowed` : null,
    ...Object.entries(data.options ?? {}).map(([name, value]) => `${name}=${value}`),
  ].filter(Boolean).join(" · ");
}

// What the search has proven of a tree, and what a certificate does that was checked.
function optimality(data) {
  const said = (proof, yes, no) => proof
    ? h("p", { class: `proof ${proof.proven ? "proven" : "open"}` }, h("b", {}, proof.proven ? yes : no), " ", proof.told, ".") : null;
  const parts = [said(data.optimality, "Proven optimal", "Not proven"), said(data.certificate, "Proven best", "Not the best")].filter(Boolean);
  return parts.length ? h("div", { class: "proofs" }, parts) : null;
}

function trail(nodes, here) {
  if (!here.length) return null;
  return h("ol", { class: "trail", "aria-label": "The guesses so far" }, here.map((pattern, turn) => h("li", {},
    h("button", { type: "button", class: "plain", "aria-label": `Back to ${nodes[turn].guess}, which got ${told(pattern)}`, title: "Back to before this guess",
      onclick: () => change({ path: here.slice(0, turn).join("."), word: null }) }, tiles(nodes[turn].guess, pattern)),
    h("small", {}, some(nodes[turn + 1].answers, "word")))));
}

function reached(data, ways, wanted) {
  const input = h("input", { type: "text", value: wanted, "data-key": "reached", "aria-label": "Word", placeholder: "a word, such as " + [...ways.keys()].at(-1),
    autocomplete: "off", autocapitalize: "none", spellcheck: "false", size: 12 });
  const form = h("form", { class: "ask", onsubmit: event => {
    event.preventDefault();
    const found = ways.get(input.value.trim().toLowerCase());
    change({ word: input.value.trim().toLowerCase(), ...(found ? { path: found.path.join(".") } : {}) });
  } }, input, h("button", { type: "submit" }, "Show"));
  if (!wanted) return form;
  const way = ways.get(wanted);
  if (!way) return [form, h("p", { class: "wrong", role: "alert" }, `${capitals(wanted)} is not among the ${number(ways.size)} words of this tree.`)];
  const nodes = nodesAlong(data, way.path);
  const rows = way.path.map((pattern, turn) => [nodes[turn].guess, pattern]);
  if (way.turns) rows.push([wanted, "2".repeat(data.length)]);
  return [form,
    h("ol", { class: "game", "aria-label": `The game for ${wanted}` }, rows.map(([guess, pattern]) => h("li", {}, tiles(guess, pattern, "large")))),
    h("p", { class: "soft" }, way.turns ? `${capitals(wanted)} is found with ${some(way.turns, "guess", "guesses")}.` : `${capitals(wanted)} is not found.`)];
}

function wordsBelow(below, played) {
  const groups = new Map();
  for (const [text, way] of below) groups.set(way.turns, [...(groups.get(way.turns) ?? []), text]);
  const order = [...groups.keys()].sort((one, other) => (one ?? 99) - (other ?? 99));
  if (!order.length) return h("p", { class: "soft" }, "None.");
  return order.map(turns => h("details", { class: "words", open: below.length <= SHOWN_WORDS },
    h("summary", {}, turns === null ? "not found" : played ? `with ${some(turns - played, "more guess", "more guesses")}` : `with ${some(turns, "guess", "guesses")}`, h("span", { class: "n" }, number(groups.get(turns).length))),
    chips(groups.get(turns), text => h("button", { type: "button", class: "chip", dir: direction(text),
      onclick: () => change({ word: text, path: readWay(text, below).join(".") }) }, text))));
}

const readWay = (text, below) => below.find(([one]) => one === text)[1].path;

// ---------------------------------------------------------------- the board

// A guess that is not accepted yet stands here and not in the address.
let draft = { guess: "", pattern: "" };
let redrawBoard = () => {};

const askedClue = clue => ["clue", `${clue.guess}=${clue.pattern}`];
const isFull = () => letters(draft.guess).length === about.length;

function boardView(at) {
  const clues = cluesAt(at), strategy = at.get("strategy") ?? "entropy", hard = at.get("hard") === "1";
  const board = h("div", { class: "play" });
  redrawBoard = () => keepingFocus(() => board.replaceChildren(boardRows(clues), keyboard(clues)));
  redrawBoard();
  const results = h("div", { class: "advice" }), looked = h("section", { class: "looked" });
  const asked = [...clues.map(askedClue), ["strategy", strategy], ["allowed", "6"], ...(hard ? [["hard", "1"]] : [])];
  const look = guess => change({ look: guess }, { replace: true });
  const show = data => {
    const guess = at.get("look") ?? data.guesses[0]?.guess;
    if (guess && !looked.childNodes.length && !data.solved) fill(looked, ask("partition", [["guess", guess], ...clues.map(askedClue)]), found => partitionView(found, clues, look));
    return advice(data, guess, look);
  };
  fillTwice(results, "suggest", asked, show, data => data.solved || [data, ...data.guesses].every(one => one.expected.exact !== null));
  return [
    h("h1", { class: "unseen" }, "Board"),
    h("div", { class: "desk" },
      h("aside", {}, board,
        h("div", { class: "options" },
          field("Best by", choice(about.strategies, strategy, value => change({ strategy: value === "entropy" ? null : value }), "strategy")),
          check("Hard mode", hard, value => change({ hard: value || null }), "hard")),
        h("p", { class: "links" },
          clues.length ? h("a", { href: link("review", clues.map(clue => ["clue", textOf(clue)])) }, "Review this game") : null,
          clues.length ? h("button", { type: "button", class: "quiet", onclick: () => { draft = { guess: "", pattern: "" }; change({ clue: null, look: null }); } }, "Start again") : null),
        h("p", { class: "soft hint" }, "Type a word; colour its tiles by a click, or with ", h("kbd", {}, "0"), " ", h("kbd", {}, "1"), " ", h("kbd", {}, "2"), " for grey, yellow, green; ", h("kbd", {}, "Enter"), " accepts it.")),
      results, looked),
  ];
}

function boardRows(clues) {
  const rows = clues.map((clue, row) => boardRow(clue, row, clues));
  rows.push(boardRow(draft, clues.length, clues));
  for (let row = rows.length; row < 6; row++)
    rows.push(h("div", { class: "turn empty", "aria-hidden": "true" }, h("div", { class: "line" }, Array.from({ length: about.length }, () => h("span", { class: "tile" })))));
  return h("div", { class: "board" }, rows);
}

function boardRow(clue, row, clues) {
  const mine = row === clues.length, shown = letters(clue.guess);
  const label = mine ? "The next guess: type a word" : `Guess ${row + 1}: ${clue.guess}`;
  const places = shown.map((letter, place) => h("button", {
    type: "button", class: "tile", "data-colour": clue.pattern[place], "data-key": `tile-${row}-${place}`, "data-row": row, "data-place": place,
    "aria-label": `${capital(letter)}, ${COLOURS[clue.pattern[place]]}`,
    onclick: () => recolour(clues, row, place, (Number(clue.pattern[place]) + 1) % 3),
  }, capital(letter)));
  const line = h("div", { class: `line ${mine ? "next" : ""}`, role: "group", "aria-label": label, dir: direction(clue.guess || about.example),
    "data-key": `line-${row}`, tabindex: mine && !shown.length ? 0 : null },
    places, Array.from({ length: about.length - shown.length }, () => h("span", { class: "tile", "aria-hidden": "true" })));
  withArrows(line, "button");
  const rest = mine
    ? (isFull() ? h("button", { type: "button", class: "side", "aria-label": "Accept the guess", title: "Accept (Enter)", onclick: () => accept(clues) }, "↵") : null)
    : h("button", { type: "button", class: "side", "aria-label": `Take guess ${row + 1} away`, title: "Take away", onclick: () => change({ clue: clues.filter((_, index) => index !== row).map(textOf), look: null }) }, "×");
  return h("div", { class: "turn" }, line, rest);
}

function recolour(clues, row, place, colour) {
  const dyed = pattern => pattern.slice(0, place) + colour + pattern.slice(place + 1);
  if (row === clues.length) {
    draft.pattern = dyed(draft.pattern);
    redrawBoard();
  } else {
    const changed = clues.map((clue, index) => (index === row ? { ...clue, pattern: dyed(clue.pattern) } : clue));
    change({ clue: changed.map(textOf), look: null }, { replace: true });
  }
}

const focusOn = key => document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });

function accept(clues) {
  if (!isFull()) {
    say(`A guess has ${about.length} letters.`);
    return;
  }
  const clue = textOf(draft);
  draft = { guess: "", pattern: "" };
  change({ clue: [...clues.map(textOf), clue], look: null });
  focusOn(`line-${clues.length + 1}`);
}

function write(letter, clues) {
  if (isFull()) return;
  draft = { guess: draft.guess + letter, pattern: draft.pattern + "0" };
  redrawBoard();
  if (!isFull()) return;
  focusOn(`tile-${clues.length}-0`);
  say(`${draft.guess}: colour its letters, then accept with Enter.`);
}

function erase(clues) {
  if (draft.guess) {
    draft = { guess: letters(draft.guess).slice(0, -1).join(""), pattern: draft.pattern.slice(0, -1) };
    redrawBoard();
    focusOn(draft.guess ? `tile-${clues.length}-0` : `line-${clues.length}`);
  } else if (clues.length) {
    draft = clues.at(-1);
    change({ clue: clues.slice(0, -1).map(textOf), look: null });
    focusOn(`tile-${clues.length - 1}-0`);
  }
}

function propose(guess) {
  draft = { guess, pattern: "0".repeat(about.length) };
  redrawBoard();
  focusOn(`tile-${cluesAt(state().at).length}-0`);
}

function typed(event) {
  const target = event.target instanceof Element ? event.target : document.body;
  if (embedded || state().name !== "board" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("input, select, textarea")) return;
  const clues = cluesAt(state().at), tile = target.closest(".tile[data-row]"), letter = event.key.toLowerCase();
  if (/^[012]$/.test(event.key) && tile) {
    const [row, place] = [Number(tile.dataset.row), Number(tile.dataset.place)];
    recolour(clues, row, place, event.key);
    focusOn(`tile-${row}-${Math.min(place + 1, about.length - 1)}`);
  } else if (event.key === "Backspace") erase(clues);
  else if (event.key === "Enter" && (tile || !target.closest("button, a, summary"))) accept(clues);
  else if (/^\p{L}$/u.test(letter)) write(letter, clues);
  else return;
  event.preventDefault();
}

function keyboard(clues) {
  const known = new Map();
  for (const { guess, pattern } of clues)
    letters(guess).forEach((letter, place) => known.set(letter, Math.max(known.get(letter) ?? 0, Number(pattern[place]))));
  const latin = about.alphabet.every(letter => letter >= "a" && letter <= "z");
  const rows = latin ? QWERTY.map(letters) : rowsOf(about.alphabet, 11);
  const key = letter => h("button", { type: "button", "data-key": `key-${letter}`, "data-colour": known.get(letter) ?? null,
    "aria-label": known.has(letter) ? `${capital(letter)}, ${COLOURS[known.get(letter)]}` : capital(letter), onclick: () => write(letter, clues) }, capital(letter));
  const keys = rows.map(row => row.map(key));
  keys.at(-1).unshift(h("button", { type: "button", class: "wide", "data-key": "key-enter", onclick: () => accept(clues) }, "enter"));
  keys.at(-1).push(h("button", { type: "button", class: "wide", "data-key": "key-erase", "aria-label": "Take a letter away", onclick: () => erase(clues) }, "⌫"));
  return withArrows(h("div", { class: "keys", role: "group", "aria-label": "Keyboard" }, keys.map(row => h("div", {}, row))), "button");
}

function rowsOf(items, long) {
  const count = Math.ceil(items.length / long), each = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, row) => items.slice(row * each, (row + 1) * each));
}

// A number that is known, or the bounds that are proven.
function interval(value, digits) {
  if (value.exact !== null) return number(value.low, digits);
  const [low, high] = [number(value.low, digits), number(value.high, digits)];
  return low === high ? `≈ ${low}` : `${low} – ${high}`;
}

// Less than all is never rounded up to all, nor more than none down to none.
const share = value => number(value % 1 ? Math.min(Math.max(value * 100, 0.1), 99.9) : value * 100, value % 1 ? 1 : 0);
const percent = value => (value.exact !== null ? `${share(value.low)} %` : `${share(value.low)} – ${share(value.high)} %`);

function advice(data, looked, look) {
  const left = data.remaining;
  if (data.solved) return h("section", {}, h("h2", {}, "Solved"), h("p", {}, word(data.clues.at(-1).guess), ` was found with ${some(data.clues.length, "guess", "guesses")}.`));
  return [
    h("section", { class: "left" },
      stats([
        [`of ${some(data.answers, "word")} left`, number(left.count)],
        ["guesses to go", interval(data.expected, 2)],
        ["at most", interval(data.worst, 0)],
        data.chance ? [`chance within ${data.allowed}`, percent(data.chance)] : null,
      ]),
      data.best ? h("p", { class: "soft" }, "Perfect play: ", h("button", { type: "button", class: "quiet", title: "Show its buckets", onclick: () => look(data.best) }, capitals(data.best))) : null),
    h("section", {}, h("h2", {}, "Best guesses"),
      h("ol", { class: "guesses" }, data.guesses.map(guess => h("li", { class: guess.guess === looked ? "chosen" : "" },
        h("button", { type: "button", class: "plain", "data-key": `guess-${guess.guess}`, "aria-pressed": String(guess.guess === looked), title: "Show its buckets", onclick: () => look(guess.guess) },
          h("span", { class: "name" }, word(guess.guess), guess.candidate ? h("span", { class: "dot", role: "img", title: "may be the answer", "aria-label": "may be the answer" }) : null),
          comb(guess.partition.map(part => part.size), guess.candidate),
          h("span", { class: "worth", title: "guesses from here with it, on average" }, interval(guess.expected, 2)),
          h("small", {}, `${number(guess.entropy, 2)} bits · ${number(guess.expected_size, 1)} left · ${some(guess.buckets, "bucket")}`),
          guess.guess === looked ? h("small", { class: "reason" }, guess.reason) : null),
        h("button", { type: "button", class: "side", "aria-label": `Play ${guess.guess}`, title: "Put it on the board", onclick: () => propose(guess.guess) }, "→")))),
      h("p", { class: "soft key" }, h("span", { class: "dot" }), " may be the answer · each comb shows a guess's buckets, the number the guesses from here")),
    h("section", {}, h("h2", {}, left.count === 1 ? "The word left" : `${some(left.count, "word")} left`),
      chips(left.words, text => h("button", { type: "button", class: "chip", dir: direction(text), title: "Put it on the board", onclick: () => propose(text) }, text))),
  ];
}

// Every bucket of one guess; a click on one plays the guess and gets that pattern.
function partitionView(data, clues, look) {
  const input = h("input", { type: "text", "data-key": "look", "aria-label": "Guess", value: data.guess, size: 9, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const row = bucket => h("li", {}, h("button", { type: "button", class: "row", title: "Play it and get these colours",
    onclick: () => { draft = { guess: "", pattern: "" }; change({ clue: [...clues, { guess: data.guess, pattern: bucket.pattern }].map(textOf), look: null }); } },
    tiles(data.guess, bucket.pattern), bar(bucket.size / data.buckets[0].size), h("span", { class: "n" }, number(bucket.size)),
    h("span", { class: "some" }, bucket.words.slice(0, 4).join(" ") + (bucket.size > 4 ? " …" : ""))));
  const list = h("ol", { class: "rows" }, data.buckets.slice(0, SHOWN_BUCKETS).map(row));
  return [
    h("h2", {}, "Buckets of ", word(data.guess)),
    h("form", { class: "ask", onsubmit: event => { event.preventDefault(); look(input.value.trim().toLowerCase()); } }, input, h("button", { type: "submit" }, "Show")),
    h("p", { class: "soft" }, `${some(data.remaining, "word")} in ${some(data.buckets.length, "bucket")}, the largest of ${number(data.largest)}; ${number(data.entropy, 4)} bits, ${number(data.expected_size, 2)} left on average${data.candidate ? "; may be the answer" : ""}.`),
    list,
    data.buckets.length > SHOWN_BUCKETS ? h("button", { type: "button", class: "quiet", onclick: event => { list.append(...data.buckets.slice(SHOWN_BUCKETS).map(row)); event.target.remove(); } }, `all ${number(data.buckets.length)}`) : null,
  ];
}

// ---------------------------------------------------------------- several boards

// The guess that is being coloured on every board; in addresses a clue is crane.01200/=/22222.
let drafts = { guess: "", patterns: [] };

const MOST_BOARDS = 32, USUAL_BOARDS = [2, 4, 8, 16, 32];
const boardsClueOf = text => ({ guess: text.split(".")[0], patterns: (text.split(".")[1] ?? "").split("/") });
const boardsText = clue => `${clue.guess}.${clue.patterns.join("/")}`;
const isPattern = (text, guess) => text === "=" || (text.length === letters(guess).length && /^[012]+$/.test(text));

function boardsView(at) {
  const count = Math.min(Math.max(Math.floor(Number(at.get("boards") ?? 4)) || 4, 1), MOST_BOARDS);
  const clues = at.getAll("clue").map(boardsClueOf).filter(clue => clue.guess && clue.patterns.length === count && clue.patterns.every(pattern => isPattern(pattern, clue.guess)));
  const numbers = Array.from({ length: count }, (_, board) => board);
  const finished = numbers.map(board => clues.some(clue => solved(clue.patterns[board])));
  if (drafts.patterns.length !== count) drafts = { guess: drafts.guess, patterns: [] };
  const grid = h("div", { class: count > 4 ? "cards" : "cards few" }), results = h("div", { class: "advice" });
  const left = numbers.map(() => h("p", { class: "soft" }));
  const input = h("input", { type: "text", value: drafts.guess, "data-key": "boards-guess", size: 12, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const anew = changes => { drafts = { guess: "", patterns: [] }; change(changes); };
  const write = guess => {
    const full = letters(guess).length === about.length;
    const kept = guess === drafts.guess && drafts.patterns.length === count;
    drafts = { guess, patterns: kept ? drafts.patterns : full ? finished.map(done => (done ? "=" : "0".repeat(about.length))) : [] };
    show();
  };
  const colour = (board, place, digit) => {
    const pattern = drafts.patterns[board];
    drafts.patterns[board] = pattern.slice(0, place) + digit + pattern.slice(place + 1);
    show();
  };
  const send = () => {
    if (!drafts.patterns.length) return say(`A guess has ${about.length} letters.`);
    anew({ clue: [...clues, drafts].map(boardsText) });
    focusOn("boards-guess");
  };
  const take = guess => { input.value = guess; write(guess); input.focus(); };
  const nextRow = board => {
    const pattern = drafts.patterns[board];
    if (!pattern || pattern === "=") return null;
    const line = h("div", { class: "line next", role: "group", "aria-label": `The next guess on board ${board + 1}`, dir: direction(drafts.guess) }, letters(drafts.guess).map((letter, place) => h("button", {
      type: "button", class: "tile", "data-colour": pattern[place], "data-key": `board-${board}-${place}`, "aria-label": `${capital(letter)}, ${COLOURS[pattern[place]]}`,
      onclick: () => colour(board, place, String((Number(pattern[place]) + 1) % 3)),
      onkeydown: event => {
        if (event.key === "Enter") send();
        else if (/^[012]$/.test(event.key)) {
          colour(board, place, event.key);
          focusOn(`board-${board}-${Math.min(place + 1, about.length - 1)}`);
        } else return;
        event.preventDefault();
      },
    }, capital(letter))));
    return h("li", {}, withArrows(line, "button"));
  };
  const show = () => keepingFocus(() => grid.replaceChildren(...numbers.map(board => h("section", { class: finished[board] ? "finished" : null },
    h("h2", {}, `Board ${board + 1}`),
    h("ol", { class: "played" }, clues.filter(clue => clue.patterns[board] !== "=").map(clue => h("li", {}, tiles(clue.guess, clue.patterns[board]))), nextRow(board)),
    left[board]))));
  input.addEventListener("input", () => write(input.value.trim().toLowerCase()));
  show();
  const asked = [["boards", String(count)], ...clues.map(clue => ["clue", `${clue.guess}=${clue.patterns.join("/")}`])];
  fill(results, ask("boards", asked), data => {
    data.remaining.forEach(({ count: size, words }, board) => left[board].replaceChildren(
      ...(size ? [h("b", { class: "n" }, number(size)), ` ${size === 1 ? "word" : "words"} left`, size <= 12 ? [": ", words.join(" ")].join("") : ""] : [h("b", {}, "Found")])));
    return boardsAdvice(data, take);
  });
  return [
    h("h1", {}, "Several boards"),
    h("form", { class: "options chooser", onsubmit: event => { event.preventDefault(); send(); } },
      field("Boards", choice([...new Set([...USUAL_BOARDS, count])].sort((a, b) => a - b).map(String), String(count), value => anew({ boards: value, clue: null }), "boards")),
      field("Guess", input),
      h("button", { type: "submit" }, "Accept"),
      clues.length ? h("button", { type: "button", "data-key": "boards-back", onclick: () => { const last = clues.at(-1); anew({ clue: clues.slice(0, -1).map(boardsText) }); drafts = last; draw(); } }, "Take back") : null),
    h("p", { class: "soft hint" }, "Type a guess; colour it on every board by a click, or with ", h("kbd", {}, "0"), " ", h("kbd", {}, "1"), " ", h("kbd", {}, "2"), " for grey, yellow, green; ", h("kbd", {}, "Enter"), " accepts it."),
    h("div", { class: "several" }, grid, results),
  ];
}

const hiddenOn = guess => `may be hidden on ${guess.candidate_of.length === 1 ? "board" : "boards"} ${guess.candidate_of.join(", ")}`;

function boardsAdvice(data, take) {
  if (data.solved) return h("section", {}, h("h2", {}, "Solved"), h("p", {}, `All boards were finished with ${some(data.clues.length, "guess", "guesses")}.`));
  const most = Math.max(...data.guesses.map(guess => guess.entropy), 1);
  return h("section", {}, h("h2", {}, data.exact ? "Best guesses, the first proven" : "Best guesses"),
    h("ol", { class: "rows" }, data.guesses.map(guess => h("li", {}, h("button", { type: "button", class: "row", "data-key": `take-${guess.guess}`, title: "Put it on the boards", onclick: () => take(guess.guess) },
      h("span", { class: "name" }, word(guess.guess), guess.candidate_of.length ? h("span", { class: "dot", role: "img", title: hiddenOn(guess), "aria-label": hiddenOn(guess) }) : null),
      h("span", { class: "bar stack", "aria-hidden": "true" }, guess.entropies.map(bits => h("span", { style: { width: `${bits / most * 100}%` } }))),
      h("span", { class: "bits n" }, guess.expected ? `${number(guess.expected.low, 2)} guesses` : `${number(guess.entropy, 2)} bits`))))),
    h("p", { class: "soft key" }, h("span", { class: "dot" }), " may be hidden on a board · each bar shows the bits that a guess tells of every board"));
}

// ---------------------------------------------------------------- views over the engine

const opening = text => text.trim().toLowerCase() || null;

function wordInput(name, value, key) {
  return h("input", { type: "text", name, value: value ?? "", "data-key": key, placeholder: "its own", size: 10, autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
}

function servedTree(at) {
  const strategy = at.get("strategy") ?? "entropy", opener = at.get("opener"), hard = at.get("hard") === "1";
  const part = h("div", {}), input = wordInput("opener", opener, "opener");
  const asked = { strategy, ...(opener ? { opener } : {}), ...(hard ? { hard: "1" } : {}) };
  fill(part, ask("tree", asked), data => treeView(data, at));
  const other = changes => change({ path: null, word: null, ...changes });
  return [
    h("form", { class: "options chooser", onsubmit: event => { event.preventDefault(); other({ opener: opening(input.value) }); } },
      field("Strategy", choice(about.strategies, strategy, value => other({ strategy: value }), "strategy")),
      field("First guess", input),
      check("Hard mode", hard, value => other({ hard: value || null }), "hard"),
      h("button", { type: "submit" }, "Grow")),
    part,
  ];
}

function compareView(at) {
  const players = ["one", "two"].map((side, index) => ({
    side, strategy: at.get(`${side}.strategy`) ?? ["entropy", "buckets"][index], opener: at.get(`${side}.opener`),
  }));
  const hard = at.get("hard") === "1", part = h("div", {});
  const inputs = players.map(({ side, opener }) => wordInput(side, opener, `${side}-opener`));
  const asked = [...players.flatMap(({ side, strategy, opener }) => [[`${side}.strategy`, strategy], ...(opener ? [[`${side}.opener`, opener]] : [])]), ...(hard ? [["hard", "1"]] : [])];
  fill(part, ask("compare", asked), data => comparison(data, at));
  const openers = () => ({ "one.opener": opening(inputs[0].value), "two.opener": opening(inputs[1].value), cell: null });
  return [
    h("h1", {}, "Word by word"),
    h("form", { class: "options chooser", onsubmit: event => { event.preventDefault(); change(openers()); } },
      players.map(({ side, strategy }, index) => h("div", { class: `contestant ${side}`, role: "group", "aria-label": index ? "The other" : "The one" },
        field("Strategy", choice(about.strategies, strategy, value => change({ ...openers(), [`${side}.strategy`]: value }), `${side}-strategy`)),
        field("First guess", inputs[index]))),
      check("Hard mode", hard, value => change({ hard: value || null, cell: null }), "hard"),
      h("button", { type: "submit" }, "Compare")),
    part,
  ];
}

function comparison(data, at) {
  const [one, two] = data.players;
  const names = [one, two].map(player => `${player.strategy} from ${capitals(player.opener)}`);
  const played = data.words.map(({ word: text, one: a, two: b }) => [text, a, b]);
  const order = (first, second) => (first ?? Infinity) - (second ?? Infinity);
  const fewer = [played.filter(([, a, b]) => order(a, b) < 0), played.filter(([, a, b]) => order(b, a) < 0)];
  const equal = played.length - fewer[0].length - fewer[1].length;
  const cells = new Map();
  for (const [text, a, b] of played) {
    const key = `${a ?? "lost"}.${b ?? "lost"}`;
    cells.set(key, [...(cells.get(key) ?? []), text]);
  }
  const turns = worst => [...Array.from({ length: Math.max(one.worst, two.worst) }, (_, index) => index + 1), ...(worst ? ["lost"] : [])];
  const rows = turns(one.lost).filter(turn => [...cells.keys()].some(key => key.startsWith(`${turn}.`)));
  const columns = turns(two.lost).filter(turn => [...cells.keys()].some(key => key.endsWith(`.${turn}`)));
  const most = Math.max(...[...cells.values()].map(words => words.length));
  const chosen = cells.has(at.get("cell")) ? at.get("cell") : null;
  const named = turn => (turn === "lost" ? "not found" : some(turn, "guess", "guesses"));
  return [
    h("div", { class: "sides" }, [one, two].map((player, index) => h("section", { class: ["one", "two"][index] },
      h("h2", {}, names[index]),
      stats([[player.lost ? "guesses for words found" : "guesses for all words", number(player.total)], player.mean === null ? null : ["average", number(player.mean, 4)], ["longest game", String(player.worst)], player.lost ? ["not found", number(player.lost)] : null]),
      optimality(player),
      distribution(player.distribution, player.lost)))),
    h("section", {},
      h("p", { class: "verdict" }, h("b", {}, names[0]), ` takes fewer guesses for ${some(fewer[0].length, "word")}, `, h("b", {}, names[1]), ` for ${number(fewer[1].length)}; ${number(equal)} take the same.`),
      h("div", { class: "balance", "aria-hidden": "true" }, [[fewer[0].length, "one"], [equal, "same"], [fewer[1].length, "two"]].map(([count, kind]) => h("span", { class: kind, style: { "flex-grow": count } })))),
    h("section", {},
      h("h2", {}, "Where they differ"),
      h("div", { class: "differ" },
      h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Words by both" }, h("table", { class: "heat" },
        h("caption", { class: "soft" }, `Words by the guesses of ${names[0]} (rows) and of ${names[1]} (columns)`),
        h("thead", {}, h("tr", {}, h("td", {}), columns.map(turn => h("th", { scope: "col" }, String(turn))))),
        h("tbody", {}, rows.map(row => h("tr", {}, h("th", { scope: "row" }, String(row)), columns.map(column => {
          const key = `${row}.${column}`, words = cells.get(key) ?? [];
          if (!words.length) return h("td", { class: "none" }, "");
          return h("td", {}, h("button", { type: "button", "data-key": `cell-${key}`, "aria-pressed": String(key === chosen), class: row === column ? "same" : order(row === "lost" ? null : row, column === "lost" ? null : column) < 0 ? "one" : "two",
            "aria-label": `${some(words.length, "word")}: ${named(row)} and ${named(column)}`, style: { "--share": (Math.log1p(words.length) / Math.log1p(most)).toFixed(3) },
            onclick: () => change({ cell: key === chosen ? null : key }, { replace: true }) }, number(words.length)));
        })))))),
      chosen ? h("div", { class: "found" }, h("h3", {}, `${named(chosen.split(".")[0].replace(/^\d+$/, Number))} and ${named(chosen.split(".")[1])}`),
        chips(cells.get(chosen), text => h("a", { class: "chip", dir: direction(text), href: link("tree", { strategy: one.strategy, opener: one.opener, word: text, ...(one.hard ? { hard: "1" } : {}) }) }, text)))
        : h("p", { class: "soft" }, "Choose a number to see its words."))),
  ];
}

// ---------------------------------------------------------------- a game reviewed

// Moves as they are typed: CRANE=c.A.., crane 01200, or guesses alone beside the answer.
const movesOf = text => text.trim().split(/\n/).map(line => line.trim().replace(/\s*=\s*|\s+/, "=")).filter(Boolean);

function reviewView(at) {
  const moves = at.getAll("move").length ? at.getAll("move") : cluesAt(at).map(clue => `${clue.guess}=${clue.pattern}`);
  const hard = at.get("hard") === "1", answer = at.get("answer"), share = at.get("share"), part = h("div", {});
  const shared = h("textarea", { rows: share ? Math.min(8, share.split("\n").length + 1) : 2, cols: 16, "data-key": "share", spellcheck: "false", placeholder: "🟨⬜🟩⬜⬜", value: share ?? "" });
  const text = h("textarea", { rows: Math.max(4, moves.length + 1), cols: 16, "data-key": "moves", "aria-describedby": "moves-help", spellcheck: "false", autocapitalize: "none", value: moves.map(move => move.replace("=", " ")).join("\n") });
  const input = h("input", { type: "text", value: answer ?? "", "data-key": "answer", size: 10, autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: "if known" });
  if (moves.length) {
    const asked = [...moves.map(move => ["move", move]), ...(answer ? [["answer", answer]] : []), ...(share ? [["share", share]] : []), ...(hard ? [["hard", "1"]] : []), ["allowed", "6"]];
    fillTwice(part, "review", asked, reviewed, data => data.moves.every(move => move.regret.exact !== null && move.luck.exact !== null && move.best_complete));
  }
  return [
    h("h1", {}, "What each guess cost"),
    h("div", { class: "split" },
      h("form", { class: "moves", onsubmit: event => { event.preventDefault(); change({ clue: null, move: movesOf(text.value), answer: opening(input.value), share: shared.value.trim() || null }); } },
        field("Guesses and colours, one a line", text),
        h("p", { class: "soft", id: "moves-help" }, "As ", h("kbd", {}, "crane 01200"), " or ", h("kbd", {}, "crane c.A.."), "; guesses alone where the answer or the shared result is given."),
        field("Shared result", shared),
        field("Answer", input),
        check("Hard mode", hard, value => change({ hard: value || null }), "hard"),
        h("button", { type: "submit" }, "Review")),
      part),
  ];
}

const signed = value => {
  const shown = number(Math.abs(value), 2);
  return (Number(shown) === 0 ? "" : value > 0 ? "+" : "−") + shown;
};
const signedInterval = value => (value.exact !== null || signed(value.low) === signed(value.high) ? signed(value.low) : `${signed(value.low)} to ${signed(value.high)}`);

function reviewed(data) {
  const most = Math.max(0.5, ...data.moves.flatMap(move => [move.regret.high, Math.abs(move.luck.low), Math.abs(move.luck.high)]));
  return [
    stats([
      ["expected at the start", interval(data.expected, 2)],
      ["regret", signedInterval(data.regret)],
      ["luck", signedInterval(data.luck)],
      [data.solved ? "guesses played" : "guesses so far", String(data.moves.length)],
      data.solved ? null : ["still expected", interval(data.expected_left, 2)],
    ]),
    h("p", { class: "soft" }, "Regret is what a guess cost against the best one; luck is what happened less what was to be expected, below zero where the game became shorter. Start, regret and luck add up to the game's length."),
    h("ol", { class: "review" }, data.moves.map((move, turn) => moveCard(move, turn, data, most))),
    data.remaining.count ? h("section", {}, h("h2", {}, `${some(data.remaining.count, "word")} left`), chips(data.remaining.words, text => h("span", { class: "chip", dir: direction(text) }, text))) : null,
  ];
}

function moveCard(move, turn, data, most) {
  const before = data.moves.slice(0, turn).map(one => ["clue", textOf(one)]);
  const gauge = (name, value) => h("div", { class: `gauge ${name}` }, h("span", {}, name), needle(value, most), h("b", { class: "n" }, signedInterval(value)));
  return h("li", {},
    h("div", { class: "played" },
      tiles(move.guess, move.pattern, "middling"),
      h("p", { class: "soft" }, `${some(move.before, "word")} → ${move.after ? number(move.after) : "found"}`)),
    h("div", { class: "gauges" }, gauge("regret", move.regret), gauge("luck", move.luck)),
    h("div", { class: "why" },
      h("p", {}, move.reason),
      move.trap ? h("p", { class: "wrong" }, move.trap) : null,
      !move.legal ? h("p", { class: "soft" }, "Hard mode does not allow it.") : null,
      move.best.length ? h("p", { class: "soft" }, "Best: ", move.best.slice(0, 6).flatMap((best, index) => [index ? " " : "", h("a", { href: link("board", [...before, ["look", best]]), dir: direction(best) }, capitals(best))]),
        move.best.length > 6 ? ` and ${number(move.best.length - 6)} more` : move.best_complete ? "" : " and perhaps others") : null));
}

// A number as a bar to the left or right of zero.
function needle(value, most) {
  const low = Math.min(value.low, 0), high = Math.max(value.high, 0), middle = 50;
  return h("span", { class: "needle", "aria-hidden": "true" }, h("span", { style: { left: `${middle + low / most * middle}%`, width: `${Math.max((high - low) / most * middle, 0.8)}%` } }));
}

const SERVED = {
  board: { title: "Board", draw: boardView },
  boards: { title: "Boards", draw: boardsView },
  tree: { title: "Tree", draw: servedTree },
  compare: { title: "Compare", draw: compareView },
  review: { title: "Review", draw: reviewView },
};

// ---------------------------------------------------------------- what stands at an address

const VIEWS = embedded ? { tree: { title: "Tree", draw: at => treeView(embedded, at) } } : SERVED;

function draw() {
  drawing += 1;
  const { name, at } = state();
  keepingFocus(() => {
    page.nav.replaceChildren(...(embedded ? [] : Object.entries(VIEWS).map(([key, view]) =>
      h("a", { href: link(key), "aria-current": key === name ? "page" : null, "data-key": `nav-${key}` }, view.title))));
    page.main.replaceChildren(...[VIEWS[name].draw(at)].flat(Infinity).filter(Boolean));
  });
}

// How large tiles are follows from how many stand side by side.
function begin(length) {
  document.documentElement.style.setProperty("--letters", length);
  document.documentElement.classList.toggle("long", length > 8);
  draw();
}

function choosePalette(colourBlind) {
  document.documentElement.dataset.palette = colourBlind ? "colour-blind" : "standard";
  document.getElementById("palette").setAttribute("aria-pressed", String(colourBlind));
}

// A browser may refuse to remember.
function remembered(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

document.getElementById("palette").addEventListener("click", () => {
  const chosen = document.documentElement.dataset.palette !== "colour-blind";
  remembered("palette", chosen ? "colour-blind" : "standard");
  choosePalette(chosen);
});
choosePalette(remembered("palette") === "colour-blind");
addEventListener("hashchange", draw);
addEventListener("popstate", draw);
document.addEventListener("keydown", typed);
if (embedded) begin(embedded.length);
else ask("about").then(data => { about = data; begin(data.length); }, error => page.main.replaceChildren(h("p", { class: "wrong", role: "alert" }, error.message)));
