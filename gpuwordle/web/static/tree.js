// ---------------------------------------------------------------- the tree

// The way to every word, and how many guesses it takes: read from a tree once.
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

// The buckets of a node, the largest first; the guess itself is one if it may be the answer.
function buckets(node, length) {
  const all = Object.entries(node.next ?? {}).map(([pattern, child]) => ({ pattern, child, size: child.answers }));
  const own = node.guess === null ? 0 : node.answers - sum(all.map(bucket => bucket.size));
  all.sort((one, other) => other.size - one.size || one.pattern.localeCompare(other.pattern));
  if (own) all.push({ pattern: "2".repeat(length), child: null, size: own });
  return all;
}

// Rectangles of given areas that fill a frame, each as square as possible (Bruls et al.).
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

// A map is busy until the browser has given it a width.
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
    keepingFocus(() => map.replaceChildren(...items.map((item, index) => placedBucket(item, boxes[index], guess, length, open, showAll))));
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
    const text = `${some(item.size, "word")} with ${number(item.rest.length)} more patterns`;
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
    type: "button", class: wide < 20 || high < 20 ? "bucket tiny" : "bucket", title: label, "aria-label": label, "data-to": "here", "data-pattern": item.pattern,
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

// With weights, each game counts with the weight of its word.
const totals = (data, weighted) => [
  [`${weighted ? "weighted " : ""}guesses for ${data.lost ? "words found" : "all words"}`, number(data.total)],
  data.mean === null ? null : [weighted ? "weighted average" : "average", number(data.mean, 4)],
  ["longest game", String(data.worst)],
];

// How many words take 1, 2, ... guesses; the last number is of those that are not found.
const counted = (data, taken) => [...data.distribution.map((_, index) => index + 1), null].map(turn => taken.filter(one => one === turn).length);

// The tree, opened at the place in the address.
function treeView(data, at) {
  const length = data.length, ways = readings(data);
  const wanted = folded(at.get("word") ?? "");
  const path = (at.get("path") ?? "").split(".").filter(Boolean);
  const nodes = nodesAlong(data, path), here = path.slice(0, nodes.length - 1), node = nodes.at(-1);
  const all = buckets(node, length);
  const open = item => {
    if (item.child) change({ path: [...here, item.pattern].join("."), word: null });
    else change({ word: node.guess, path: here.join(".") });
  };
  const below = [...ways].filter(([, way]) => here.every((pattern, turn) => way.path[turn] === pattern));
  const [whole, part] = [[...ways], below].map(words => counted(data, words.map(([, way]) => way.turns)));

  const list = h("details", { class: "all" },
    h("summary", {}, node.guess === null ? "No guess is left" : `All ${some(all.length, "pattern")} of ${capitals(node.guess)}`),
    h("ol", { class: "rows" }, all.map(bucket => h("li", {}, h("button", { type: "button", class: "row", "data-to": "here", onclick: () => open(bucket) },
      tiles(node.guess, bucket.pattern), bar(bucket.size / all[0].size), h("span", { class: "n" }, number(bucket.size)),
      h("span", { class: "then" }, bucket.child ? (bucket.child.guess ? ["then ", word(bucket.child.guess)] : "not found") : "found"))))));
  const place = { "data-key": "here", tabindex: -1 };
  const showAll = () => { list.open = true; list.querySelector(".row")?.focus(); };

  return [
    h("section", { class: "about" },
      h("h1", {}, data.strategy, " from ", word(data.tree.guess)),
      h("p", { class: "soft" }, described(data)),
      stats([
        ...totals(data, data.weight !== undefined),
        ["words", number(data.games)],
        data.lost ? ["not found", number(data.lost)] : null,
      ]),
      optimality(data)),
    h("div", { class: "split" },
      h("aside", {},
        h("section", {}, h("h2", {}, "How is a word reached?"), reached(data, ways, wanted)),
        h("section", {}, h("h2", {}, "Guesses needed"), distribution(whole.slice(0, -1), data.lost, here.length ? part : null))),
      h("div", { class: "browse" },
        h("section", {},
          h("h2", {}, "The tree"),
          trail(nodes, here),
          here.length < path.length ? h("p", { class: "wrong damage", role: "alert" }, `This link is damaged: no word gets ${path[here.length]} ${here.length ? "after these guesses" : "from the first guess"}.`) : null,
          node.guess === null
            ? h("p", place, `After these guesses ${some(node.answers, "word")} ${node.answers === 1 ? "is" : "are"} not found.`)
            : h("p", { class: "here", ...place }, h("span", {}, "guesses "), word(node.guess), h("span", {},
              node.answers === 1 && !node.next ? ", the only word left" : `, ${some(node.answers, "word")} in ${some(all.length, "bucket")}`)),
          node.next ? [treeMap(all, node.guess, length, open, showAll), list] : null),
        h("section", {}, h("h2", {}, here.length ? "Words here" : "All words"), wordsBelow(below, here.length)))),
  ];
}

function described(data) {
  return [
    `${data.vocabulary}, ${some(data.length, "letter")}`,
    data.hard ? "hard mode" : null,
    data.pool === "candidates" ? "guesses only words that can be hidden" : null,
    data.filter && data.filter !== "pattern" ? `filter ${data.filter}` : null,
    data.allowed ? `${data.allowed} guesses allowed` : null,
    ...Object.entries(data.options ?? {}).map(([name, value]) => `${name}=${value}`),
  ].filter(Boolean).join(" · ");
}

// What the search, and a checked certificate, have proven about a tree.
function optimality(data) {
  const said = (proof, yes, no) => proof
    ? h("p", { class: `proof ${proof.proven ? "proven" : "open"}` }, h("b", {}, proof.proven ? yes : no), " ", proof.told, ".") : null;
  const parts = [said(data.optimality, "Proven optimal", "Not proven"), said(data.certificate, "Proven best", "Not the best")].filter(Boolean);
  return parts.length ? h("div", { class: "proofs" }, parts) : null;
}

function trail(nodes, here) {
  if (!here.length) return null;
  return h("ol", { class: "trail", "aria-label": "The guesses so far" }, here.map((pattern, turn) => h("li", {},
    h("button", { type: "button", class: "plain", "data-to": "here", "aria-label": `Back to ${nodes[turn].guess}, which got ${told(pattern)}`, title: "Back to before this guess",
      onclick: () => change({ path: here.slice(0, turn).join("."), word: null }) }, tiles(nodes[turn].guess, pattern)),
    h("small", {}, some(nodes[turn + 1].answers, "word")))));
}

function reached(data, ways, wanted) {
  const input = wordInput("reached", wanted, { "aria-label": "Word", placeholder: "a word, such as " + [...ways.keys()].at(-1), size: 12 });
  const form = h("form", { class: "ask", onsubmit: event => {
    event.preventDefault();
    const typed = folded(input.value), found = ways.get(typed);
    change({ word: typed, ...(found ? { path: found.path.join(".") } : {}) });
  } }, input, h("button", { type: "submit", "data-to": "reached" }, "Show"));
  if (!wanted) return form;
  const way = ways.get(wanted);
  if (!way) return [form, h("p", { class: "wrong", role: "alert" }, `${capitals(wanted)} is not among the ${number(ways.size)} words of this tree.`)];
  const nodes = nodesAlong(data, way.path);
  const rows = way.path.map((pattern, turn) => [nodes[turn].guess, pattern]);
  if (way.turns) rows.push([wanted, "2".repeat(data.length)]);
  return [form,
    h("ol", { class: "game", "aria-label": `The game for ${wanted}` }, rows.map(([guess, pattern]) => h("li", {}, tiles(guess, pattern, "large")))),
    h("p", { class: "soft" }, way.turns ? `${capitals(wanted)} is found in ${some(way.turns, "guess", "guesses")}.` : `${capitals(wanted)} is not found.`)];
}

function wordsBelow(below, played) {
  const groups = new Map();
  for (const [text, way] of below) groups.set(way.turns, [...(groups.get(way.turns) ?? []), text]);
  const order = [...groups.keys()].sort((one, other) => (one ?? Infinity) - (other ?? Infinity));
  if (!order.length) return h("p", { class: "soft" }, "None.");
  return order.map(turns => h("details", { class: "words", open: below.length <= SHOWN_WORDS },
    h("summary", {}, turns === null ? "not found" : played ? `with ${some(turns - played, "more guess", "more guesses")}` : `with ${some(turns, "guess", "guesses")}`, h("span", { class: "n" }, number(groups.get(turns).length))),
    chips(groups.get(turns), text => h("button", { type: "button", class: "chip", "data-to": "reached", dir: direction(text),
      onclick: () => change({ word: text, path: readWay(text, below).join(".") }) }, text))));
}

const readWay = (text, below) => below.find(([one]) => one === text)[1].path;

