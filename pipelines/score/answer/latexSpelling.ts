// Rewrites a mathematical answer, in LaTeX or plain text, to one spelling, in which equal notations are equal texts.

/** Characters that are rewritten; a longer text is left as it is. */
const MAX_LENGTH = 4_000;

const GREEK =
  "α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma τ tau φ phi χ chi ψ psi ω omega Δ Delta Σ Sigma Ω Omega Φ Phi";
const SIGNS: Readonly<Record<string, string>> = {
  "−": "-",
  "–": "-",
  "—": "-",
  "‐": "-",
  "‑": "-",
  "×": "*",
  "·": "*",
  "⋅": "*",
  "∙": "*",
  "∗": "*",
  "÷": "/",
  "⁄": "/",
  "∕": "/",
  "≤": "\\le ",
  "≥": "\\ge ",
  "≠": "\\ne ",
  "≈": "\\approx ",
  "≡": "\\equiv ",
  "∞": "\\infty ",
  "±": "\\pm ",
  "∓": "\\mp ",
  "∪": "\\cup ",
  "∈": "\\in ",
  "∅": "\\emptyset ",
  "°": "^{\\circ}",
  "√": "\\sqrt ",
  "∛": "\\sqrt[3]",
  "∠": "\\angle ",
  "⌊": "\\lfloor ",
  "⌋": "\\rfloor ",
  "⌈": "\\lceil ",
  "⌉": "\\rceil ",
  "⟨": "\\langle ",
  "⟩": "\\rangle ",
  "′": "'",
  "’": "'",
  "‘": "'",
  "“": '"',
  "”": '"',
  "€": "$",
  "£": "$",
  "¥": "$",
  "₹": "$",
  ...Object.fromEntries([...GREEK.matchAll(/(\S+) (\S+)/gu)].map(([, letter, name]) => [letter, `\\${name} `]))
};

/** Commands that have another spelling here. */
const COMMANDS: Readonly<Record<string, string>> = {
  dfrac: "\\frac",
  tfrac: "\\frac",
  cfrac: "\\frac",
  dbinom: "\\binom",
  tbinom: "\\binom",
  leq: "\\le",
  leqslant: "\\le",
  geq: "\\ge",
  geqslant: "\\ge",
  neq: "\\ne",
  lt: "<",
  gt: ">",
  times: "*",
  cdot: "*",
  ast: "*",
  div: "/",
  colon: ":",
  lbrace: "\\{",
  rbrace: "\\}",
  lbrack: "[",
  rbrack: "]",
  lvert: "|",
  rvert: "|",
  vert: "|",
  degree: "^{\\circ}",
  varnothing: "\\emptyset",
  dots: "\\ldots",
  cdots: "\\ldots",
  dotsc: "\\ldots",
  dotsb: "\\ldots",
  lg: "\\log",
  lor: ",",
  vee: ",",
  mod: " mod ",
  bmod: " mod ",
  pmod: " mod ",
  varphi: "\\phi",
  varepsilon: "\\epsilon",
  prime: "'",
  quad: " ",
  qquad: " ",
  thinspace: " ",
  enspace: " ",
  space: " ",
  displaystyle: "",
  textstyle: "",
  limits: "",
  nolimits: "",
  left: "",
  right: "",
  middle: "",
  rm: "",
  bf: "",
  it: "",
  tt: "",
  boldsymbol: "",
  bm: "",
  dollar: "$",
  hfill: "",
  therefore: ""
};
const BIG = /^[bB]igg?[lrm]?$/u;
/** What follows a backslash that is not the name of a command. */
const ESCAPES: Readonly<Record<string, string>> = {
  ",": " ",
  ";": " ",
  ":": " ",
  " ": " ",
  ">": " ",
  "!": "",
  "/": "",
  "(": "",
  ")": "",
  "[": "",
  "]": "",
  "|": "|",
  $: "$",
  "%": "%",
  "#": "#",
  "&": "&",
  "*": "*",
  _: "_",
  "{": "\\{",
  "}": "\\}",
  "\\": "\\\\"
};

const FONT =
  /\\(?<words>text|textbf|textit|textrm|textsf|texttt|textnormal|emph|mbox|hbox|operatorname\*?|mathop)\s*\{|\\(?:mathrm|mathbf|mathit|mathsf|mathtt|boxed|fbox)\s*\{|\\.|[{}]/gsu;

/** Removes commands of fonts with their braces; their text becomes words. */
function unwrapFonts(text: string): string {
  if (!text.includes("{")) return text;
  const closings: string[] = [];
  return text.replace(FONT, (match: string, words: string | undefined) => {
    if (match === "}") return closings.pop() ?? match;
    if (!match.endsWith("{") || match === "\\{") return match;
    const font = match !== "{";
    closings.push(font ? (words === undefined ? "" : " ") : "}");
    return font ? closings.at(-1)! : match;
  });
}

const LETTER_UNITS: Readonly<Record<string, string>> = {m: "meter", g: "gram", s: "second", h: "hour", l: "liter", L: "liter"};

/** Units of one letter after a value, which are variables outside the commands of text. */
const spellLetterUnits = (text: string): string =>
  text.replace(
    /(?<=[\d)}\]])(?:\\[,;: ]|[ ~])*\\(?:text|mathrm|mbox|textrm)\{([a-zA-Z/ ~]{1,9})\}/gu,
    (_, words: string) =>
      ` ${words
        .replace(/[~ ]+/gu, " ")
        .trim()
        .replace(/\b[mgshlL]\b/gu, letter => LETTER_UNITS[letter]!)} `
  );

/** JSON turns \frac and its like into a control character where a model has not doubled the backslash. */
const restoreBackslashes = (text: string): string =>
  text
    .replaceAll("\f", "\\f")
    .replaceAll("\b", "\\b")
    .replace(/\t(?=ext|imes|an\b|heta|frac|riangle|herefore)/gu, "\\t")
    .replace(/\r(?=ight|ho|angle|m\b)/gu, "\\r")
    .replace(/\n(?=eq\b|e\b|u\b)/gu, "\\n");

function spellCharacters(text: string): string {
  if (/^[\x00-\x7f]*$/u.test(text)) return text;
  return text
    .replace(/[¼-¾⅐-⅞]/gu, sign => `\\frac{${sign.normalize("NFKC").replace("⁄", "}{")}}`)
    .replace(/[⁰¹²³⁴-⁹⁺⁻ⁿⁱ]+/gu, signs => `^{${signs.normalize("NFKC")}}`)
    .replace(/[₀-₉₊₋]+/gu, signs => `_{${signs.normalize("NFKC")}}`)
    .replace(/√ ?\[([^[\]]*)\](?! ?[[({\d])/gu, "√($1)")
    .replaceAll("º", "°")
    .normalize("NFKC")
    .replace(/[^\x00-\x7f]/gu, sign => SIGNS[sign] ?? sign);
}

const spellCommands = (text: string): string =>
  text.replace(/\\(?:([a-zA-Z]+)|([^a-zA-Z]))/gsu, (match, name: string | undefined, sign: string) => {
    if (name === undefined) return ESCAPES[sign] ?? match;
    if (BIG.test(name)) return "";
    const spelling = COMMANDS[name] ?? match;
    return /[a-zA-Z]$/u.test(spelling) ? `${spelling} ` : spelling;
  });

/** Removes commas between groups of three digits; those within ( ), [ ] or \{ \} separate elements. */
function joinGroups(text: string): string {
  if (!/\d,\d{3}/u.test(text)) return text;
  const brackets: string[] = [];
  return text.replace(/\\?[([{}\])]|(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/gu, match => {
    if (/^\\?[([{]$/u.test(match)) brackets.push(match);
    else if (!/\d/u.test(match)) brackets.pop();
    else if ((brackets.at(-1) ?? "{") === "{") return match.replaceAll(",", "");
    return match;
  });
}

const FUNCTIONS = "arcsin|arccos|arctan|sinh|cosh|tanh|sin|cos|tan|cot|sec|csc|ln|log|exp|sqrt";
const PLAIN_WORD = new RegExp(
  String.raw`(?<![\\a-zA-Z])(?:(?:${FUNCTIONS})(?= ?[\w(\[{\\^|])|infinity|pi|theta|alpha|beta|gamma|lambda|omega)(?![a-zA-Z])`,
  "giu"
);
const spellWords = (text: string): string =>
  text
    .replace(/(?<![\\a-zA-Z])log(\d+)(?=[ (])/gu, "\\log_{$1}")
    .replace(PLAIN_WORD, word => `\\${word.toLowerCase().replace("infinity", "infty")} `)
    .replace(/(?<=[\d)}]) ?(?:degrees?|deg)\b/giu, "^{\\circ}")
    .replace(/(?<=\d) ?(thousand|million|billion|trillion)\b/giu, (_, word: string) => `*10^{${SCALES[word.toLowerCase()]}}`)
    .replace(/,?(?: and | or | and\/or )/giu, ", ");
const SCALES: Readonly<Record<string, number>> = {thousand: 3, million: 6, billion: 9, trillion: 12};

/** `1e6`, `1.5e-3`, `2e-05`; in `3e+2` the letter is the constant. */
const spellScientific = (text: string): string =>
  text.replace(
    /(?<![\d.])(\d+(?:\.\d+)?)[eE]([+-]?)(\d{1,4})(?![\d.])/gu,
    (match, factor: string, sign: string, digits: string) =>
      sign === "" || factor === "1" || factor.includes(".") || digits.startsWith("0")
        ? `${factor}*10^{${sign === "-" ? "-" : ""}${Number(digits)}}`
        : match
  );

const spellNumbers = (text: string): string =>
  joinGroups(spellScientific(text).replace(/(?<=\d)(?:\{,\}|,? ?\\[,!] ?)(?=\d{3}(?!\d))/gu, ""))
    .replace(/(?<![\d.,] ?)\d{1,3}(?: \d{3})+(?! ?[\d/])/gu, digits => digits.replaceAll(" ", ""))
    .replace(/(?<![\d./^_{] ?)(\d+) (\d+)\/(\d+)(?![\d./])/gu, "$1\\frac{$2}{$3}");

/** Writes braces where LaTeX allows their absence. */
const spellArguments = (text: string): string =>
  text
    .replace(/\\frac ?([0-9a-zA-Z]) ?(?=[0-9a-zA-Z{\\])/gu, "\\frac{$1}")
    .replace(/(\\frac\{[0-9a-zA-Z]\}) ?([0-9a-zA-Z])/gu, "$1{$2}")
    .replace(/(\\sqrt(?: ?\[[^[\]]*\])?) ?(\d+(?:\.\d+)?|[a-zA-Z]|\\[a-z]+)/gu, "$1{$2}")
    .replace(/\*\*/gu, "^")
    .replace(/\^ ?\{? ?\\circ ?\}?/gu, "°")
    .replace(/\^ ?(-? ?\d+|-?[a-zA-Z]|-?\\[a-zA-Z]+)/gu, "^{$1}")
    .replace(/\^\{'+\}/gu, marks => marks.slice(2, -1))
    .replace(/_ ?(\d+|[a-zA-Z]{3,}|[a-zA-Z]|\\[a-zA-Z]+)/gu, "_{$1}");

const spellSigns = (text: string): string =>
  text
    .replace(/\+ ?\/ ?-/gu, "\\pm ")
    .replaceAll("<=", "\\le ")
    .replaceAll(">=", "\\ge ")
    .replace(/={2,}/gu, "=")
    .replace(/\.{3,}/gu, "\\ldots ")
    .replace(/\*/gu, "\\cdot ")
    .replaceAll(";", ",");

/** Spaces that stay: between two letters, two digits, and a value and a word. All others have no meaning. */
const removeSpaces = (text: string): string =>
  text
    .replace(/ (?!(?<=[a-zA-Z] )[a-zA-Z]|(?<=\d )\d|(?<=[\d)}\]°%!] )[a-zA-Z]{2})/gu, "")
    .replace(/,/gu, ", ")
    .replace(/\\\{\\\}/gu, "\\emptyset");

const MARKUP = /^(?:[\s*_`"]|\$(?!\d))+|[\s*_`"]+$/gu;

/** Returns the one spelling of an answer; a text without mathematics keeps its words. */
export function spellLatex(text: string): string {
  if (text.length > MAX_LENGTH) text = text.replace(/\s+/gu, " ").trim();
  if (text.length > MAX_LENGTH) return text;
  const plain = restoreBackslashes(text).replace(MARKUP, "");
  if (/^-?\d+$/u.test(plain)) return plain;
  let spelled = plain.replace(/\s+/gu, " ");
  const matrix = spelled.includes("\\begin");
  spelled = matrix ? spelled.replace(/\\\\ ?\[[^[\]]*\]/gu, "\\\\") : spelled.replace(/\\\\(?=[a-zA-Z(){}[\]])/gu, "\\");
  spelled = spellNumbers(spellCharacters(spelled).replace(/\\(?:left|right) ?\./gu, ""));
  spelled = spellNumbers(
    spellCommands(unwrapFonts(spellLetterUnits(spelled)))
      .replaceAll("~", " ")
      .replaceAll("$", " ")
      .replace(/\s+/gu, " ")
  );
  if (!matrix) spelled = spelled.replaceAll("\\\\", " ");
  spelled = spellSigns(spellArguments(spellWords(spelled)))
    .replace(/\s+/gu, " ")
    .trim();
  return removeSpaces(spelled).replace(/[.,:]+ ?$/u, "");
}
