// ---------------------------------------------------------------- a game reviewed

// The guess of a move and its colours, if it has any. Where = is a symbol, only the last one ends the
// guess, and a guess alone may have one, too.
function parted(move) {
  const alone = about.alphabet.includes("=") && letters(move).length === about.length;
  const mark = alone ? -1 : move.lastIndexOf("=");
  return mark < 0 ? [move] : [move.slice(0, mark), move.slice(mark + 1)];
}

const WORD = /^[\p{L}\p{M}]+$/u;

// Moves as they are typed, on one line or several: CRANE=c.A.., crane 01200, crane:bygbb, or guesses
// alone if the answer, or a shared result, is known. Colours follow a guess of letters that has none.
function movesOf(text, known) {
  const moves = [];
  for (const part of text.trim().replace(/\s*[=:]\s*/g, "=").split(/[\s,;]+/).filter(Boolean)) {
    const [guess, colours] = parted(part), last = moves.at(-1) ?? "";
    if (colours !== undefined) moves.push(`${guess}=${marksOf(colours)}`);
    else if (WORD.test(last) && areColours(part, last, known)) moves[moves.length - 1] = `${last}=${marksOf(part)}`;
    else moves.push(part);
  }
  return moves;
}

// SLATE after slate is all green, but after SLATE it is another guess where guesses may stand alone.
const areColours = (text, guess, known) => !WORD.test(text) || (small(text) === small(guess) && text !== small(text) && !(known && text === guess)) || (/^[bxyg]+$/i.test(text) && text.length === guess.length);
const marksOf = text => (/^[bxyg]+$/i.test(text) ? letters(text.toLowerCase()).map(mark => ({ b: "0", x: "0", y: "1", g: "2" })[mark]).join("") : text.replaceAll("_", "."));

function reviewView(at) {
  const moves = at.getAll("move").length ? at.getAll("move") : cluesAt(at).map(clue => `${clue.guess}=${clue.pattern}`);
  const hard = at.get("hard") === "1", answer = at.get("answer"), share = at.get("share"), part = h("div", {});
  const shared = h("textarea", { rows: share ? Math.min(8, share.split("\n").length + 1) : 2, cols: 16, "data-key": "share", spellcheck: "false", placeholder: "🟨⬜🟩⬜⬜", value: share ?? "" });
  const text = h("textarea", { rows: Math.max(4, moves.length + 1), cols: 16, "data-key": "moves", "aria-describedby": "moves-help", spellcheck: "false", autocapitalize: "none", value: moves.map(move => move.replace(/^([\p{L}\p{M}]+)=/u, "$1 ")).join("\n") });
  const input = wordInput("answer", answer, { size: 10, placeholder: "if known" });
  if (moves.length) {
    const asked = [...moves.map(move => ["move", move]), ...(answer ? [["answer", answer]] : []), ...(share ? [["share", share]] : []), ...(hard ? [["hard", "1"]] : []), ["allowed", "6"]];
    fillTwice(part, "review", asked, data => reviewed(data, answer), data => data.moves.every(move => move.regret.exact !== null && move.luck.exact !== null && move.best_complete));
  }
  return [
    h("h1", {}, "What each guess cost"),
    h("div", { class: "split" },
      h("form", { class: "moves", onsubmit: event => { event.preventDefault(); const known = { answer: opening(input.value), share: shared.value.trim() || null }; change({ clue: null, move: movesOf(text.value, known.answer ?? known.share), ...known }); } },
        field("Guesses and colours", text),
        h("p", { class: "soft", id: "moves-help" }, "Type ", h("kbd", {}, "crane 01200"), " or ", h("kbd", {}, "crane c.A.."), ", on one line or several; guesses alone if the answer or the shared result is given."),
        field("Shared result", shared),
        field("Answer", input),
        check("Hard mode", hard, value => change({ hard: value || null }), "hard"),
        h("button", { type: "submit", "data-key": "review" }, "Review")),
      part),
  ];
}

const signed = value => {
  const shown = number(Math.abs(value), 2);
  return (Number(shown) === 0 ? "" : value > 0 ? "+" : "−") + shown;
};
const signedInterval = value => (value.exact !== null || signed(value.low) === signed(value.high) ? signed(value.low) : `${signed(value.low)} to ${signed(value.high)}`);

function reviewed(data, answer) {
  const foreign = answer && !data.solved && !data.remaining.words.includes(folded(answer));
  const most = Math.max(0.5, ...data.moves.flatMap(move => [move.regret.high, Math.abs(move.luck.low), Math.abs(move.luck.high)]));
  return [
    foreign ? h("p", { class: "soft", role: "note" }, word(answer), " is not a possible answer of the list: check its spelling.") : null,
    stats([
      ["expected at the start", interval(data.expected, 2)],
      ["regret", signedInterval(data.regret)],
      ["luck", signedInterval(data.luck)],
      [data.solved ? "guesses played" : "guesses so far", String(data.moves.length)],
      data.solved ? null : ["still expected", interval(data.expected_left, 2)],
    ]),
    h("p", { class: "soft" }, "Regret is what a guess cost compared with the best one. Luck is what happened minus what was expected: below zero, the game became shorter. Start, regret and luck add up to the length of the game."),
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

