// ---------------------------------------------------------------- several boards

// The guess that is being coloured on every board; in addresses a clue is crane.01200/=/22222.
let drafts = { guess: "", patterns: [] };

const MOST_BOARDS = 32, USUAL_BOARDS = [2, 4, 8, 16, 32];
const boardsClueOf = text => {
  const { guess, pattern } = clueOf(text);
  return { guess, patterns: pattern.split("/") };
};
const boardsText = clue => `${clue.guess}.${clue.patterns.join("/")}`;
const boardsAt = at => Math.min(Math.max(Math.floor(Number(at.get("boards") ?? 4)) || 4, 1), MOST_BOARDS);
const isBoardsClue = (text, at) => {
  const { guess, patterns } = boardsClueOf(text);
  return letters(guess).length === about.length && patterns.length === boardsAt(at) && patterns.every(pattern => pattern === "=" || isPattern(pattern, about.length));
};
const boardsCluesAt = at => at.getAll("clue").filter(text => isBoardsClue(text, at)).map(boardsClueOf);

function boardsView(at) {
  const count = boardsAt(at), clues = boardsCluesAt(at);
  const numbers = Array.from({ length: count }, (_, board) => board);
  const finished = numbers.map(board => clues.some(clue => solved(clue.patterns[board]))), over = finished.every(Boolean);
  if (drafts.patterns.length !== count) drafts = { guess: drafts.guess, patterns: [] };
  const grid = h("div", { class: count > 4 ? "cards" : "cards few" }), results = h("div", { class: "advice" });
  const left = numbers.map(() => h("p", { class: "soft" }));
  const input = wordInput("boards-guess", drafts.guess, { size: 12 });
  const anew = changes => { drafts = { guess: "", patterns: [] }; change(changes); };
  const write = guess => {
    const full = letters(guess).length === about.length;
    const kept = guess === drafts.guess && drafts.patterns.length === count;
    drafts = { guess, patterns: kept ? drafts.patterns : full ? finished.map(done => (done ? "=" : "0".repeat(about.length))) : [] };
    show();
  };
  const colour = (board, place, digit) => {
    drafts.patterns[board] = dyed(drafts.patterns[board], place, digit);
    show();
  };
  const send = () => {
    if (!drafts.patterns.length) return say(`A guess has ${about.length} letters.`);
    anew({ clue: [...clues, drafts].map(boardsText) });
    focusOn("boards-back"); // where no guess follows
    focusOn("boards-guess");
  };
  const cleared = event => { if (event.key === "Escape" && drafts.guess) take(""); };
  const take = guess => { input.value = guess; write(guess); input.focus(); };
  const nextRow = board => {
    const pattern = drafts.patterns[board];
    if (!pattern || pattern === "=") return null;
    const line = h("div", { class: "line next", role: "group", "aria-label": `The next guess on board ${board + 1}`, dir: direction(drafts.guess) }, letters(drafts.guess).map((letter, place) => h("button", {
      type: "button", class: "tile", "data-colour": pattern[place], "data-key": `board-${board}-${place}`, "aria-label": `${capital(letter)}, ${COLOURS[pattern[place]]}`,
      onclick: () => colour(board, place, String((Number(pattern[place]) + 1) % 3)),
      onkeydown: event => {
        if (event.key === "Enter") send();
        else if (event.key === "Escape") cleared(event);
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
  input.addEventListener("input", () => write(folded(input.value)));
  show();
  const asked = [["boards", String(count)], ...clues.map(clue => ["clue", `${clue.guess}=${clue.patterns.join(about.separator)}`])];
  fill(results, ask("boards", asked), data => {
    data.remaining.forEach(({ count: size, words }, board) => left[board].replaceChildren(
      ...(size ? [h("b", { class: "n" }, number(size)), ` ${size === 1 ? "word" : "words"} left`, size <= 12 ? [": ", words.join(" ")].join("") : ""] : [h("b", {}, "Found")])));
    return boardsAdvice(data, take);
  });
  return [
    h("h1", {}, "Several boards"),
    h("form", { class: "options chooser", onsubmit: event => { event.preventDefault(); send(); }, onkeydown: cleared },
      field("Boards", choice([...new Set([...USUAL_BOARDS, count])].sort((a, b) => a - b).map(String), String(count), value => anew({ boards: value, clue: null }), "boards")),
      over ? null : [field("Guess", input), h("button", { type: "submit" }, "Accept")],
      clues.length ? h("button", { type: "button", "data-key": "boards-back", onclick: () => { const last = clues.at(-1); anew({ clue: clues.slice(0, -1).map(boardsText) }); drafts = last; draw(); focusOn("boards-guess"); } }, "Take back") : null),
    over ? null : h("p", { class: "soft hint" }, "Type a guess; colour it on every board with clicks, or with ", h("kbd", {}, "0"), " ", h("kbd", {}, "1"), " ", h("kbd", {}, "2"), " for grey, yellow, green; ", h("kbd", {}, "Enter"), " accepts it, ", h("kbd", {}, "Esc"), " clears it."),
    h("div", { class: "several" }, grid, results),
  ];
}

const hiddenOn = guess => `may be hidden on ${guess.candidate_of.length === 1 ? "board" : "boards"} ${guess.candidate_of.join(", ")}`;

function boardsAdvice(data, take) {
  if (data.solved) return h("section", {}, h("h2", {}, "Solved"), h("p", {}, `All boards were finished in ${some(data.clues.length, "guess", "guesses")}.`));
  const most = Math.max(...data.guesses.map(guess => guess.entropy), 1);
  return h("section", {}, unlisted(data), h("h2", {}, data.exact ? "Best guesses, the first proven" : "Best guesses"),
    h("ol", { class: "rows" }, data.guesses.map(guess => h("li", {}, h("button", { type: "button", class: "row", "data-key": `take-${guess.guess}`, title: "Put it on the boards", onclick: () => take(guess.guess) },
      h("span", { class: "name" }, word(guess.guess), guess.candidate_of.length ? h("span", { class: "dot", role: "img", title: hiddenOn(guess), "aria-label": hiddenOn(guess) }) : null),
      h("span", { class: "bar stack", "aria-hidden": "true" }, guess.entropies.map(bits => h("span", { style: { width: `${bits / most * 100}%` } }))),
      h("span", { class: "bits n" }, guess.expected ? `${number(guess.expected.low, 2)} guesses` : `${number(guess.entropy, 2)} bits`))))),
    h("p", { class: "soft key" }, h("span", { class: "dot" }), " may be hidden on a board · each bar shows the bits that a guess reveals about each board"));
}

