const SERVED = {
  board: { title: "Board", draw: boardView },
  boards: { title: "Boards", draw: boardsView },
  tree: { title: "Tree", draw: servedTree },
  compare: { title: "Compare", draw: compareView },
  review: { title: "Review", draw: reviewView },
};

// ---------------------------------------------------------------- views by address

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
});
choosePalette(remembered("palette") === "colour-blind");
addEventListener("hashchange", draw);
addEventListener("popstate", draw);
document.addEventListener("keydown", typed);
if (embedded) begin(embedded.length);
else ask("about").then(data => { about = data; begin(data.length); }, error => page.main.replaceChildren(h("p", { class: "wrong", role: "alert" }, error.message)));
