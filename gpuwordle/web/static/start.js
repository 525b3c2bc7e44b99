// What a parameter of an address may be; the server says what is wrong with words and strategies.
const any = () => true, flag = value => /^[01]$/.test(value), cell = value => /^(\d+|lost)\.(\d+|lost)$/.test(value);
const path = value => /^[012]*(\.[012]+)*$/.test(value);
const countOfBoards = value => /^\d+$/.test(value) && Number(value) >= 1 && Number(value) <= MOST_BOARDS;
const treeAt = at => [at.get("strategy") ?? "entropy", capitals(at.get("word") ?? at.get("opener") ?? "")].filter(Boolean).join(", ");

// Each view: its name, what it draws, where it is in a few words, and what its address may have.
const SERVED = {
  board: { title: "Board", draw: boardView, where: at => guessesAt(at) || "First guess", reads: { clue: isClue, look: any, strategy: any, hard: flag } },
  boards: { title: "Boards", draw: boardsView, where: at => [...boardsCluesAt(at).map(clue => capitals(clue.guess)), some(boardsAt(at), "board")].join(", "), reads: { boards: countOfBoards, clue: isBoardsClue } },
  tree: { title: "Tree", draw: servedTree, where: treeAt, reads: { strategy: any, opener: any, hard: flag, path, word: any } },
  compare: { title: "Compare", draw: compareView, where: at => `${at.get("one.strategy") ?? "entropy"} and ${at.get("two.strategy") ?? "buckets"}`,
    reads: { "one.strategy": any, "one.opener": any, "two.strategy": any, "two.opener": any, hard: flag, cell } },
  review: { title: "Review", draw: reviewView, where: at => guessesAt(at) || at.getAll("move").map(move => capitals(parted(move)[0])).join(", ") || "A game",
    reads: { move: any, clue: isClue, answer: any, share: any, hard: flag } },
};

// ---------------------------------------------------------------- views by address

const VIEWS = embedded ? { tree: { ...SERVED.tree, draw: at => treeView(embedded, at), where: at => [embedded.strategy, capitals(at.get("word") ?? embedded.tree.guess)].join(", ") } } : SERVED;

// The list, its length and the rules, which every number of the page depends on.
function playedOn(at) {
  const words = embedded ?? about, hard = embedded ? embedded.hard : at.get("hard") === "1" && "hard" in VIEWS[state().name].reads;
  return [words.vocabulary, some(words.length, "letter"), embedded ? some(words.games, "answer") : `${some(words.answers, "answer")} of ${some(words.guesses, "word")}`, hard ? "hard mode" : "easy mode"].join(" · ");
}

// What each view showed last; choosing the view that is shown begins it anew.
const lastAt = {};

function draw() {
  drawing += 1;
  const { name, at } = state();
  lastAt[name] = at;
  keepingFocus(() => {
    page.nav.replaceChildren(...(embedded ? [] : Object.entries(VIEWS).map(([key, view]) =>
      h("a", { href: link(key, key === name ? [] : lastAt[key]), "aria-current": key === name ? "page" : null, "data-key": `nav-${key}` }, view.title))));
    page.words.textContent = playedOn(at);
    page.main.replaceChildren(...[damage(), VIEWS[name].draw(at)].flat(Infinity).filter(Boolean));
  });
  document.title = [VIEWS[name].where(at), VIEWS[name].title, (embedded ?? about).vocabulary].join(" · ");
}

// The size of tiles follows from the length of the words.
function begin(length) {
  document.documentElement.style.setProperty("--letters", length);
  document.documentElement.classList.toggle("long", length > 8);
  draw();
}

function choosePalette(colourBlind) {
  document.documentElement.dataset.palette = colourBlind ? "colour-blind" : "standard";
  document.getElementById("palette").setAttribute("aria-pressed", String(colourBlind));
}

// Browsers may refuse to store anything.
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
  redrawBoard();
});
choosePalette(remembered("palette") === "colour-blind");
addEventListener("hashchange", draw);
document.addEventListener("keydown", typed);
if (embedded) begin(embedded.length);
else ask("about").then(data => { about = data; begin(data.length); }, error => page.main.replaceChildren(h("p", { class: "wrong", role: "alert" }, error.message)));
