// ---------------------------------------------------------------- state in the address

function state() {
  const [name, query = ""] = addressText().split("?");
  return { name: name in VIEWS ? name : Object.keys(VIEWS)[0], at: new URLSearchParams(query) };
}

function addressText() {
  return location.hash.replace(/^#\/?/, "");
}

// What an address has that its view cannot read: the rest of it is shown.
function damage() {
  const wanted = addressText().split("?")[0], { name, at } = state();
  const parts = [...at].filter(([key, value]) => !VIEWS[name].reads[key]?.(value, at)).map(([key, value]) => `${key}=${value}`);
  if (wanted && wanted !== name) parts.unshift(wanted);
  return parts.length ? h("p", { class: "wrong damage", role: "alert" }, `This link is damaged: ${parts.join(", ")} cannot be read. The rest is shown.`) : null;
}

function link(name, at) {
  const query = new URLSearchParams(at).toString();
  return `#/${name}${query ? `?${query}` : ""}`;
}

// Changes of one kind after each other are one step back.
function go(name, at, { replace = false, kind = null } = {}) {
  const to = link(name, at);
  if (to === location.hash) return;
  const same = kind !== null && history.state === kind;
  history[replace || same ? "replaceState" : "pushState"](kind, "", to);
  draw();
}

// The same view with some parameters changed; null removes one.
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
const clueOf = text => {
  const dot = text.lastIndexOf("."); // a symbol of the guess may be a dot, too
  return dot < 0 ? { guess: text, pattern: "" } : { guess: folded(text.slice(0, dot)), pattern: text.slice(dot + 1) };
};
const textOf = clue => `${clue.guess}.${clue.pattern}`;
const isClue = text => {
  const { guess, pattern } = clueOf(text);
  return letters(guess).length === about.length && isPattern(pattern, about.length);
};
const cluesAt = at => at.getAll("clue").filter(isClue).map(clueOf);
const guessesAt = at => cluesAt(at).map(clue => capitals(clue.guess)).join(", ");

// ---------------------------------------------------------------- asking the engine

const answered = new Map();

async function ask(name, parameters = []) {
  const query = new URLSearchParams(parameters).toString();
  const address = `api/${name}${query ? `?${query}` : ""}`;
  if (answered.has(address)) return answered.get(address);
  let reply, data;
  try {
    reply = await fetch(address);
    data = await reply.json();
  } catch {
    throw new Error("gpuwordle serve does not answer: is it still running?");
  }
  if (!reply.ok) throw new Error(data.error ?? `the server answered ${reply.status}`);
  if (answered.size > 60) answered.delete(answered.keys().next().value);
  answered.set(address, data);
  return data;
}

// Fill a part of the view when its reply arrives; until then it stays as it was, but paler.
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

// Show bounds at once, then the result of a longer search.
function fillTwice(part, question, parameters, make, isExact) {
  const mine = drawing, patient = Math.min(3, about.seconds);
  fill(part, ask(question, [...parameters, ["seconds", String(about.moment)]]), make).then(async data => {
    if (!data || isExact(data)) return;
    part.dataset.search = "on";
    try {
      const better = await ask(question, [...parameters, ["seconds", String(patient)]]);
      if (mine === drawing) await fill(part, better, make, { quiet: true });
    } catch {
      // keep what is shown
    }
    delete part.dataset.search;
  });
}

// Where the focus goes when what had it is gone: to what has the same key, or the one that data-to
// names, perhaps only when a reply arrives; until then, to the view.
let sought = null;
function keepingFocus(change) {
  const focused = document.activeElement, { body } = document;
  const key = focused === page.main ? sought : focused.dataset.to ?? focused.dataset.key;
  change();
  if (focused === body || (focused.isConnected && focused !== page.main)) return;
  sought = key;
  if (sought) focusOn(sought);
  if (document.activeElement === body) page.main.focus({ preventScroll: true });
}

