// The page: one module without dependencies, in several parts. It has two hosts: a file that holds
// one tree, and `gpuwordle serve`, which asks the engine. The address after the # describes all that
// a view shows, so that every state is a link.

const COLOURS = ["grey", "yellow", "green"];
const QWERTY = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
const SHOWN_WORDS = 120;
const SHOWN_BUCKETS = 40;
const SMALLEST_AREA = 110; // pixels of the smallest bucket that is drawn on the map
const MAP_GAP = 3;

const page = {
  main: document.getElementById("view"),
  nav: document.querySelector("nav"),
  words: document.getElementById("words"),
  said: document.getElementById("said"),
};
const embedded = JSON.parse(document.getElementById("data")?.textContent ?? "null");
let about = null; // the words and limits of the server
let drawing = 0; // the number of the drawing that may still write to the page

// ---------------------------------------------------------------- elements

const SVG = "http://www.w3.org/2000/svg";
const SVG_NAMES = new Set(["svg", "rect"]);

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
// The letters of a syllable of Hangul, as `gpuwordle.hangul` takes it apart.
const LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ", VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ", FINALS = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";
const hasSyllables = () => (embedded ?? about)?.locale === "ko";
function apart(syllable) {
  const number = syllable.charCodeAt() - "가".charCodeAt(), parts = FINALS.length + 1, pair = Math.floor(number / parts);
  return LEADS[Math.floor(pair / VOWELS.length)] + VOWELS[pair % VOWELS.length] + (FINALS[number % parts - 1] ?? "");
}
// Letters of several characters, such as the Dutch ij, the longest first: found once for a list.
const NO_LETTERS = [];
let several = null;
function letters(word) {
  if (hasSyllables()) return [...word.normalize("NFC").replace(/[가-힣]/g, apart)];
  const alphabet = (embedded ?? about)?.alphabet ?? NO_LETTERS;
  if (several?.alphabet !== alphabet) {
    const long = alphabet.filter(each => [...each].length > 1).sort((one, other) => other.length - one.length);
    several = { alphabet, parts: long.length ? new RegExp(`(?:${[...long.map(each => each.replace(/[^\p{L}\p{M}]/gu, "\\$&")), "."].join("|")})\\p{M}*`, "giu") : null };
  }
  return several.parts ? word.match(several.parts) ?? [] : [...word];
}
const runsFromRight = word => /[\u0590-\u08ff\ufb1d-\ufefc]/.test(word);
const direction = word => (runsFromRight(word) ? "rtl" : "ltr");

// Case as the language of the words has it: the capital of a Turkish i is İ.
const small = text => text.toLocaleLowerCase((embedded ?? about)?.locale || "en");
// A typed word as the engine reads it: é may be an e, and a final Hebrew letter is the usual one.
function folded(text) {
  const { folds = {}, kept = null } = embedded ?? about;
  const plain = one => (kept === null || kept.includes(one) ? one : one.normalize("NFD").replace(/\p{Mn}/gu, "").normalize("NFC"));
  return [...small(text.trim()).normalize("NFC")].map(one => folds[one] ?? plain(one)).join("");
}
function capital(letter) {
  const large = letter.toLocaleUpperCase((embedded ?? about)?.locale || "en");
  return letters(large).length === 1 ? large : letter;
}

const capitals = word => (hasSyllables() ? word : letters(word).map(capital).join(""));
const solved = pattern => /^2+$/.test(pattern);
const told = pattern => (solved(pattern) ? "all green" : /^0+$/.test(pattern) ? "all grey"
  : letters(pattern).map(digit => COLOURS[digit]).join(", "));
const isPattern = (text, length) => letters(text).length === length && /^[012]+$/.test(text);
const dyed = (pattern, place, colour) => pattern.slice(0, place) + colour + pattern.slice(place + 1);

// A message that is shown for a while, or told to screen readers alone.
let leaving = 0;
function say(text, kind = "told") {
  page.said.textContent = text;
  page.said.className = kind;
  clearTimeout(leaving);
  leaving = setTimeout(() => { page.said.className = "unseen"; }, 8000);
}

// A guess in its colours. Screen readers read the label, so the letters are hidden from them.
function tiles(guess, pattern, kind = "") {
  const shown = guess ? letters(guess) : letters(pattern).map(() => "");
  const label = guess ? `${guess}: ${told(pattern)}` : told(pattern);
  return h("span", { class: `tiles ${kind}`, role: "img", "aria-label": label, dir: direction(guess ?? "") },
    shown.map((letter, place) => h("i", { class: COLOURS[pattern[place]], "aria-hidden": "true" }, capital(letter))));
}

function word(text) {
  return h("b", { class: "word", dir: direction(text) }, capitals(text));
}

function bar(share) {
  return h("span", { class: "bar", "aria-hidden": "true" },
    h("span", { style: { width: `${Math.max(share * 100, share ? 0.6 : 0)}%` } }));
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

function chips(words, make) {
  const list = h("ul", { class: "chips" }, words.slice(0, SHOWN_WORDS).map(make).map(chip => h("li", {}, chip)));
  if (words.length <= SHOWN_WORDS) return list;
  const more = h("button", { type: "button", class: "quiet", onclick: () => {
    const first = words.slice(SHOWN_WORDS).map(make).map(chip => h("li", {}, chip));
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

function wordInput(key, value, properties) {
  return h("input", { type: "text", "data-key": key, value, autocomplete: "off", autocapitalize: "none", spellcheck: "false", ...properties });
}

function choice(values, chosen, change, key, names = {}) {
  return h("select", { "data-key": key, onchange: event => change(event.target.value) },
    values.map(value => h("option", { value, selected: value === chosen }, names[value] ?? value)));
}

function check(label, checked, change, key) {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked, "data-key": key, onchange: event => change(event.target.checked) }), label);
}

// One stop for the Tab key; arrow keys move inside.
function withArrows(list, selector) {
  const all = () => [...list.querySelectorAll(selector)];
  all().forEach((item, index) => { item.tabIndex = index ? -1 : 0; });
  list.addEventListener("keydown", event => {
    const items = all(), at = items.indexOf(event.target), [left, right] = list.dir === "rtl" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
    const back = [left, "ArrowUp"].includes(event.key), on = [right, "ArrowDown"].includes(event.key);
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

