// ---------------------------------------------------------------- views over the engine

const opening = text => folded(text) || null;

const openerInput = (key, opener) => wordInput(key, opener, { placeholder: "its own", size: 10 });

function servedTree(at) {
  const strategy = at.get("strategy") ?? "entropy", opener = at.get("opener"), hard = at.get("hard") === "1";
  const part = h("div", {}), input = openerInput("opener", opener);
  const asked = { strategy, ...(opener ? { opener } : {}), ...(hard ? { hard: "1" } : {}) };
  fill(part, ask("tree", asked), data => treeView(data, at));
  const other = changes => change({ path: null, word: null, ...changes });
  return [
    h("form", { class: "options chooser", onsubmit: event => { event.preventDefault(); other({ opener: opening(input.value) }); } },
      field("Strategy", choice(about.strategies, strategy, value => other({ strategy: value }), "strategy")),
      field("First guess", input),
      check("Hard mode", hard, value => other({ hard: value || null }), "hard"),
      h("button", { type: "submit", "data-key": "grow" }, "Grow")),
    part,
  ];
}

function compareView(at) {
  const players = ["one", "two"].map((side, index) => ({
    side, strategy: at.get(`${side}.strategy`) ?? ["entropy", "buckets"][index], opener: at.get(`${side}.opener`),
  }));
  const hard = at.get("hard") === "1", part = h("div", {});
  const inputs = players.map(({ side, opener }) => openerInput(`${side}-opener`, opener));
  const asked = [...players.flatMap(({ side, strategy, opener }) => [[`${side}.strategy`, strategy], ...(opener ? [[`${side}.opener`, opener]] : [])]), ...(hard ? [["hard", "1"]] : [])];
  fill(part, ask("compare", asked), data => comparison(data, at));
  const openers = () => ({ "one.opener": opening(inputs[0].value), "two.opener": opening(inputs[1].value), cell: null });
  return [
    h("h1", {}, "Word by word"),
    h("form", { class: "options chooser", onsubmit: event => { event.preventDefault(); change(openers()); } },
      players.map(({ side, strategy }, index) => h("div", { class: `contestant ${side}`, role: "group", "aria-label": index ? "Second player" : "First player" },
        field("Strategy", choice(about.strategies, strategy, value => change({ ...openers(), [`${side}.strategy`]: value }), `${side}-strategy`)),
        field("First guess", inputs[index]))),
      check("Hard mode", hard, value => change({ hard: value || null, cell: null }), "hard"),
      h("button", { type: "submit", "data-key": "compare" }, "Compare")),
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
      stats([...totals(player, about.weighted), player.lost ? ["not found", number(player.lost)] : null]),
      optimality(player),
      distribution(counted(player, played.map(one => one[index + 1])).slice(0, -1), player.lost)))),
    h("section", {},
      h("p", { class: "verdict" }, h("b", {}, names[0]), ` takes fewer guesses for ${some(fewer[0].length, "word")}, `, h("b", {}, names[1]), ` for ${number(fewer[1].length)}; ${number(equal)} ${equal === 1 ? "takes" : "take"} the same.`),
      h("div", { class: "balance", "aria-hidden": "true" }, [[fewer[0].length, "one"], [equal, "same"], [fewer[1].length, "two"]].map(([count, kind]) => h("span", { class: kind, style: { "flex-grow": count } })))),
    h("section", {},
      h("h2", {}, "Where they differ"),
      h("div", { class: "differ" },
      h("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Words by the guesses of both players" }, h("table", { class: "heat" },
        h("caption", { class: "soft" }, `Words by the guesses of ${names[0]} (rows) and of ${names[1]} (columns)`),
        h("thead", {}, h("tr", {}, h("td", {}), columns.map(turn => h("th", { scope: "col" }, String(turn))))),
        h("tbody", {}, rows.map(row => h("tr", {}, h("th", { scope: "row" }, String(row)), columns.map(column => {
          const key = `${row}.${column}`, words = cells.get(key) ?? [];
          if (!words.length) return h("td", { class: "none" }, "");
          return h("td", {}, h("button", { type: "button", "data-key": `cell-${key}`, "aria-pressed": String(key === chosen), class: row === column ? "same" : order(row === "lost" ? null : row, column === "lost" ? null : column) < 0 ? "one" : "two",
            "aria-label": `${some(words.length, "word")}: ${named(row)} and ${named(column)}`, style: { "--share": (Math.log1p(words.length) / Math.log1p(most)).toFixed(3) },
            onclick: () => change({ cell: key === chosen ? null : key }, { replace: true }) }, number(words.length)));
        })))))),
      chosen ? h("div", { class: "found" }, h("h3", {}, chosen.split(".").map(turn => named(turn === "lost" ? turn : Number(turn))).join(" and ")),
        chips(cells.get(chosen), text => h("a", { class: "chip", dir: direction(text), href: link("tree", { strategy: one.strategy, opener: one.opener, word: text, ...(one.hard ? { hard: "1" } : {}) }) }, text)))
        : at.has("cell") ? h("p", { class: "wrong damage", role: "alert" }, `This link is damaged: no word is at ${at.get("cell")}.`)
        : h("p", { class: "soft" }, "Choose a number to see its words."))),
  ];
}

