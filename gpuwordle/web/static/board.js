// ---------------------------------------------------------------- the board

// The ranking by expected guesses.
const RANKING = "expected";

// The most remaining words that are shown before the guesses.
const FEW_WORDS = 10;

// A guess that is not accepted yet is kept here, not in the address.
let draft = { guess: "", pattern: "" };
let redrawBoard = () => {};

const askedClue = clue => ["clue", `${clue.guess}=${clue.pattern}`];
const isOver = clues => clues.length > 0 && solved(clues.at(-1).pattern);
const isFull = () => letters(draft.guess).length === about.length;

function boardView(at) {
  const clues = cluesAt(at), strategy = at.get("strategy") ?? RANKING, hard = at.get("hard") === "1";
  const board = h("div", { class: "play" });
  redrawBoard = () => keepingFocus(() => board.replaceChildren(boardRows(clues), ...(isOver(clues) ? result(clues, hard) : [keyboard(clues)])));
  redrawBoard();
  const results = h("div", { class: "advice" }), looked = h("section", { class: "looked" });
  const asked = [...clues.map(askedClue), ["strategy", strategy], ["allowed", "6"], ...(hard ? [["hard", "1"]] : [])];
  const look = guess => change({ look: guess }, { replace: true });
  let shown = null;
  const show = data => {
    const guess = at.get("look") ?? data.guesses[0]?.guess;
    if (guess && guess !== shown && !data.solved) fill(looked, ask("partition", [["guess", guess], ...clues.map(askedClue)]), found => partitionView(found, clues, look));
    shown = guess;
    return advice(data, guess, look);
  };
  fillTwice(results, "suggest", asked, show, data => data.solved || data.exact && [data, ...data.guesses].every(one => one.expected.exact !== null));
  return [
    h("h1", { class: "unseen" }, "Board"),
    h("div", { class: "desk" },
      h("aside", {}, board,
        h("div", { class: "options" },
          field("Best by", choice(about.rankings, strategy, value => change({ strategy: value === RANKING ? null : value }), "strategy", { [RANKING]: "expected guesses" })),
          check("Hard mode", hard, value => change({ hard: value || null }), "hard")),
        h("p", { class: "links" },
          clues.length ? h("a", { href: link("review", clues.map(clue => ["clue", textOf(clue)])) }, "Review this game") : null,
          clues.length ? h("button", { type: "button", class: "quiet", "data-to": "line-0", onclick: () => { draft = { guess: "", pattern: "" }; change({ clue: null, look: null }); } }, "Start again") : null),
        isOver(clues) ? null : h("p", { class: "soft hint" }, "Type a word; click its tiles to colour them, or press ", h("kbd", {}, "0"), " ", h("kbd", {}, "1"), " ", h("kbd", {}, "2"), " for grey, yellow, green; ", h("kbd", {}, "Enter"), " accepts it, ", h("kbd", {}, "Esc"), " clears it.")),
      results, looked),
  ];
}

function boardRows(clues) {
  const rows = clues.map((clue, row) => boardRow(clue, row, clues));
  if (!isOver(clues)) rows.push(boardRow(draft, clues.length, clues));
  for (let row = rows.length; !isOver(clues) && row < 6; row++)
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
    : h("button", { type: "button", class: "side", "data-to": `line-${clues.length - 1}`, "aria-label": `Remove guess ${row + 1}`, title: "Remove", onclick: () => change({ clue: clues.filter((_, index) => index !== row).map(textOf), look: null }) }, "×");
  return h("div", { class: "turn" }, line, rest);
}

function recolour(clues, row, place, colour) {
  if (row === clues.length) {
    draft.pattern = dyed(draft.pattern, place, colour);
    redrawBoard();
  } else {
    const changed = clues.map((clue, index) => (index === row ? { ...clue, pattern: dyed(clue.pattern, place, colour) } : clue));
    change({ clue: changed.map(textOf), look: null }, { kind: `recoloured ${row}` });
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
  focusOn(isOver(cluesAt(state().at)) ? "share" : `line-${clues.length + 1}`);
}

// Whether hard mode allows every guess: greens stay, coloured letters are used again.
const keepsHard = clues => clues.every(({ guess }, turn) => clues.slice(0, turn).every(before => {
  const own = letters(guess), shown = letters(before.guess), times = (word, one) => word.filter(each => each === one).length;
  const coloured = shown.filter((_, place) => before.pattern[place] !== "0");
  return shown.every((one, place) => (before.pattern[place] !== "2" || own[place] === one) && times(own, one) >= times(coloured, one));
}));

// A solved game as players share it.
function result(clues, hard) {
  const tiles = document.documentElement.dataset.palette === "colour-blind" ? "⬜🟦🟧" : "⬜🟨🟩";
  const rows = clues.map(({ pattern }) => [...pattern].map(digit => letters(tiles)[digit]).join(""));
  const text = [`${about.vocabulary} ${clues.length}${clues.length > 6 ? "" : "/6"}${hard && keepsHard(clues) ? "*" : ""}`, "", ...rows].join("\n");
  const box = h("textarea", { class: "share", readonly: true, rows: rows.length + 2, cols: 16, "aria-label": "The result to share", "data-key": "share", value: text });
  const copy = async () => {
    box.select();
    try {
      await navigator.clipboard.writeText(text);
      say("The result is copied.");
    } catch {
      say("The result is selected: copy it with the keyboard.");
    }
  };
  return [box, h("button", { type: "button", "data-key": "copy", onclick: copy }, "Copy")];
}

function write(letter, clues) {
  const guess = draft.guess + letter, length = letters(guess).length; // j after i makes one Dutch letter
  if (length > about.length || isOver(clues)) return;
  draft = { guess, pattern: draft.pattern.slice(0, length).padEnd(length, "0") };
  redrawBoard();
  if (!isFull()) return;
  focusOn(`tile-${clues.length}-0`);
  say(`${draft.guess}: colour its letters, then accept with Enter.`, "unseen");
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

function clear(clues) {
  draft = { guess: "", pattern: "" };
  redrawBoard();
  focusOn(`line-${clues.length}`);
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
  const clues = cluesAt(state().at), tile = target.closest(".tile[data-row]"), letter = folded(event.key);
  const symbol = about.alphabet.includes(letter), begun = draft.guess && !isFull();
  if (/^[012]$/.test(event.key) && tile && !(symbol && begun)) {
    const [row, place] = [Number(tile.dataset.row), Number(tile.dataset.place)];
    recolour(clues, row, place, event.key);
    focusOn(`tile-${row}-${Math.min(place + 1, about.length - 1)}`);
  } else if (event.key === "Backspace") erase(clues);
  else if (event.key === "Escape" && draft.guess) clear(clues);
  else if (event.key === "Enter" && (tile || !target.closest("button, a, summary"))) accept(clues);
  else if (/^[\p{L}\p{M}]$/u.test(event.key) || symbol) write(letter, clues);
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
  keys.at(-1).push(h("button", { type: "button", class: "wide", "data-key": "key-erase", "aria-label": "Delete a letter", onclick: () => erase(clues) }, "⌫"));
  return withArrows(h("div", { class: "keys", role: "group", "aria-label": "Keyboard" }, keys.map(row => h("div", {}, row))), "button");
}

function rowsOf(items, long) {
  const count = Math.ceil(items.length / long), each = Math.ceil(items.length / count);
  return Array.from({ length: count }, (_, row) => items.slice(row * each, (row + 1) * each));
}

// A known number, or its proven bounds.
function interval(value, digits) {
  if (value.exact !== null) return number(value.low, digits);
  const [low, high] = [number(value.low, digits), number(value.high, digits)];
  return low === high ? `≈ ${low}` : `${low} – ${high}`;
}

// Less than all is never rounded up to 100 %, nor more than none down to 0 %.
const share = value => number(value % 1 ? Math.min(Math.max(value * 100, 0.1), 99.9) : value * 100, value % 1 ? 1 : 0);
const percent = value => (value.exact !== null ? `${share(value.low)} %` : `${share(value.low)} – ${share(value.high)} %`);

// Guesses that are not in the list, with what may be meant.
const unlisted = data => data.unlisted.map(one => h("p", { class: "soft", role: "note" }, word(one.guess), " is not in the list", one.near.length ? [": did you mean ", one.near.map((near, index) => [index ? " or " : "", word(near)]), "?"] : ".", " Its clue still counts."));

function advice(data, looked, look) {
  const left = data.remaining;
  if (data.solved) return h("section", {}, h("h2", {}, "Solved"), h("p", {}, word(data.clues.at(-1).guess), ` was found in ${some(data.clues.length, "guess", "guesses")}.`));
  const words = chips(left.words, text => h("button", { type: "button", class: "chip", dir: direction(text), title: "Put it on the board", onclick: () => propose(text) }, text));
  const few = left.count <= FEW_WORDS;
  return [
    unlisted(data),
    data.illegal && h("p", { class: "soft", role: "note" }, data.illegal),
    h("section", { class: "left" },
      stats([
        [`of ${some(data.answers, "word")} left`, number(left.count)],
        ["guesses to go", interval(data.expected, 2)],
        ["at most", interval(data.worst, 0)],
        data.chance ? [`chance within ${data.allowed}`, percent(data.chance)] : null,
      ]),
      data.best ? h("p", { class: "soft" }, "Optimal play: ", h("button", { type: "button", class: "quiet", "data-key": "best", title: "Show its buckets", onclick: () => look(data.best) }, capitals(data.best))) : null,
      few ? words : null),
    h("section", {}, h("h2", {}, data.exact ? "Best guesses" : "Best guesses found"),
      h("ol", { class: "guesses" }, data.guesses.map(guess => h("li", { class: guess.guess === looked ? "chosen" : "" },
        h("button", { type: "button", class: "plain", "data-key": `guess-${guess.guess}`, "aria-pressed": String(guess.guess === looked), title: "Show its buckets", onclick: () => look(guess.guess) },
          h("span", { class: "name" }, word(guess.guess), guess.candidate ? h("span", { class: "dot", role: "img", title: "may be the answer", "aria-label": "may be the answer" }) : null),
          comb(guess.partition.map(part => part.size), guess.candidate),
          h("span", { class: "worth", title: "guesses from here with it, on average" }, interval(guess.expected, 2)),
          h("small", {}, `${number(guess.entropy, 2)} bits · ${number(guess.expected_size, 1)} left · ${some(guess.buckets, "bucket")}`),
          guess.guess === looked ? h("small", { class: "reason" }, guess.reason) : null),
        h("button", { type: "button", class: "side", "aria-label": `Play ${guess.guess}`, title: "Put it on the board", onclick: () => propose(guess.guess) }, "→")))),
      h("p", { class: "soft key" }, h("span", { class: "dot" }), " may be the answer · each comb shows the buckets of a guess, each number the guesses that are still needed")),
    few ? null : h("section", {}, h("h2", {}, `${some(left.count, "word")} left`), words),
  ];
}

// Every bucket of one guess; a click on a bucket plays the guess with its pattern.
function partitionView(data, clues, look) {
  const input = wordInput("look", data.guess, { "aria-label": "Guess", size: 9 });
  const row = bucket => h("li", {}, h("button", { type: "button", class: "row", "data-to": `line-${clues.length + 1}`, title: "Play it and get these colours",
    onclick: () => { draft = { guess: "", pattern: "" }; change({ clue: [...clues, { guess: data.guess, pattern: bucket.pattern }].map(textOf), look: null }); } },
    tiles(data.guess, bucket.pattern), bar(bucket.size / data.buckets[0].size), h("span", { class: "n" }, number(bucket.size)),
    h("span", { class: "some" }, bucket.words.slice(0, 4).join(" ") + (bucket.size > 4 ? " …" : ""))));
  const list = h("ol", { class: "rows" }, data.buckets.slice(0, SHOWN_BUCKETS).map(row));
  return [
    h("h2", {}, "Buckets of ", word(data.guess)),
    h("form", { class: "ask", onsubmit: event => { event.preventDefault(); look(folded(input.value)); } }, input, h("button", { type: "submit", "data-key": "look-show" }, "Show")),
    h("p", { class: "soft" }, `${some(data.remaining, "word")} in ${some(data.buckets.length, "bucket")}, the largest of ${number(data.largest)}; ${number(data.entropy, 4)} bits, ${number(data.expected_size, 2)} left on average${data.candidate ? "; may be the answer" : ""}.`),
    list,
    data.buckets.length > SHOWN_BUCKETS ? h("button", { type: "button", class: "quiet", onclick: event => { list.append(...data.buckets.slice(SHOWN_BUCKETS).map(row)); list.children[SHOWN_BUCKETS].firstChild.focus(); event.target.remove(); } }, `all ${number(data.buckets.length)}`) : null,
  ];
}

