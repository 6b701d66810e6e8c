// Rules by which three other harnesses read and compare answers, written from their documentation: task configurations of
// lm-evaluation-harness (state of August 2026), scorers of Inspect AI (0.3.260), and the patterns of OpenAI's simple-evals (July 2025).
import type {JudgedKind, JudgedSet} from "../score/answer/judgedAnswers.js";

export interface PeerQuestion {
  set: JudgedSet;
  kind: JudgedKind;
  expected: string;
  options?: readonly string[];
}

export const HARNESSES = ["lm-evaluation-harness", "Inspect AI", "simple-evals"] as const;
export type Harness = (typeof HARNESSES)[number];

export interface PeerRule {
  harness: Harness;
  name: string;
  /** Kinds of answers for which the rule is documented. */
  kinds: readonly JudgedKind[];
  /** Sets whose benchmark the rule is documented for; absent = any. */
  sets?: readonly JudgedSet[];
  /** The answer that the rule reads; null where it finds none. */
  read(text: string, question: PeerQuestion): string | null;
  right(text: string, question: PeerQuestion): boolean;
}

export const appliesTo = ({kinds, sets}: PeerRule, {kind, set}: PeerQuestion): boolean =>
  kinds.includes(kind) && (sets?.includes(set) ?? true);

const GSM8K: readonly JudgedSet[] = ["gsm", "gsm8k-solutions"];
const MATH: readonly JudgedSet[] = ["math-l5"];

type Comparison = {equal(answer: string, expected: string): boolean};
/** Rules of one harness. A text is right where an answer is read that equals the expected one. */
const rulesOf = (harness: Harness, rules: (Omit<PeerRule, "harness" | "right"> & Comparison)[]): PeerRule[] =>
  rules.map(({equal, ...rest}) => ({
    harness,
    ...rest,
    right(text, question) {
      const answer = rest.read(text, question);
      return answer !== null && equal(answer, question.expected);
    }
  }));

/** An expected letter without the brackets of "(B)". */
const letterOf = (expected: string): string => expected.replace(/[()]/gu, "");

/** ASCII punctuation, as Python's `string.punctuation`. */
const PUNCTUATION = "!-/:-@\\[-`{-~";
const withoutPunctuation = (text: string): string => text.replace(new RegExp(`[${PUNCTUATION}]`, "gu"), "");

// ---- lm-evaluation-harness: github.com/EleutherAI/lm-evaluation-harness, docs/task_guide.md and in lm_eval/tasks: gsm8k/gsm8k.yaml,
// minerva_math/README.md, mmlu_pro/_default_template_yaml, bbh/cot_fewshot/_cot_fewshot_template_yaml, babilong/README.md

/** The text up to the first of the sequences at which the task's configuration ends a generation. */
const until = (text: string, ...ends: readonly string[]): string =>
  text.slice(0, Math.min(text.length, ...ends.map(end => text.indexOf(end)).filter(index => index >= 0)));

const GSM8K_ENDS = ["Question:", "</s>", "<|im_end|>"];

/** `exact_match` of gsm8k.yaml: ignores case and the regular expressions of its `regexes_to_ignore`. */
const gsm8kForm = (text: string): string =>
  text
    .replaceAll(",", "")
    .replaceAll("$", "")
    .replace(/[\s\S]*#### /u, "")
    .replace(/\.$/u, "")
    .toLowerCase();
const gsm8kEqual = (answer: string, expected: string): boolean => gsm8kForm(answer) === gsm8kForm(expected);

const LM_EVAL = rulesOf("lm-evaluation-harness", [
  {
    name: "gsm8k, flexible-extract",
    kinds: ["number"],
    sets: GSM8K,
    read: text =>
      until(text, ...GSM8K_ENDS)
        .match(/-?[$0-9.,]{2,}|-?[0-9]+/gu)
        ?.at(-1) ?? null,
    equal: gsm8kEqual
  },
  {
    name: "gsm8k, strict-match",
    kinds: ["number"],
    sets: GSM8K,
    read: text => /#### (-?[0-9.,]+)/u.exec(until(text, ...GSM8K_ENDS))?.[1] ?? null,
    equal: gsm8kEqual
  },
  {
    name: "minerva_math",
    kinds: ["number", "expression"],
    sets: MATH,
    read: text => minervaAnswer(until(text, "Problem:")),
    equal: sameMath
  },
  {
    name: "mmlu_pro, custom-extract",
    kinds: ["letter"],
    sets: ["mmlu-pro"],
    read: text => /answer is \(?([A-J])\)?/u.exec(until(text, "Question:"))?.[1] ?? null,
    equal: (answer, expected) => answer === withoutPunctuation(expected).toUpperCase()
  },
  // Its ends ("Q" and an empty line) are not applied: the first match is read, so that they could only remove an answer.
  {
    name: "bbh_cot_fewshot, get-answer",
    kinds: ["number", "letter", "expression", "text"],
    sets: ["bbh-cot"],
    read: text => /(?<=the answer is )([^\n]*)(?=[^\n])/u.exec(text)?.[1]?.trim() ?? null,
    equal: (answer, expected) => answer === expected
  },
  {
    name: "babilong",
    kinds: ["text"],
    sets: ["babilong"],
    read: text => text.trim(),
    equal: (answer, expected) => answer.toLowerCase().includes(expected.trim().toLowerCase())
  }
]);

/** Minerva's sentence (Lewkowycz et al. 2022, arXiv:2206.14858), else the content of the last box. */
function minervaAnswer(text: string): string | null {
  const sentence = /Final Answer: The final answer is([^\n]*?)[^\n] I hope it is correct\./u.exec(
    `${text}I hope it is correct.`
  )?.[1];
  return sentence?.trim() ?? lastBox(text);
}

/** Content of the last `\boxed{…}` or `\fbox{…}` whose braces are balanced up to their end. */
function lastBox(text: string): string | null {
  const start = Math.max(text.lastIndexOf("\\boxed{"), text.lastIndexOf("\\fbox{"));
  if (start < 0) return null;
  const open = text.indexOf("{", start);
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return text.slice(open + 1, i);
  }
  return null;
}

/** Words and LaTeX that Minerva removes from a final answer (the same paper, appendix D). */
const MINERVA_REMOVES = [
  ..."square ways integers dollars mph inches ft hours km units \\ldots sue points feet minutes digits cents degrees".split(" "),
  ..."cm gm pounds meters meals edges students childrentickets multiples".split(" "),
  ...["\\text{s}", "\\text{.}", "\\text{\ns}", "\\text{}^2", "\\text{}^3", "\\text{\n}", "\\text{}", "\\mathrm{th}"],
  ...["^\\circ", "^{\\circ}", "\\;", ",\\!", "{,}", '"', "\\dots"]
];
const MINERVA_REPLACES = [
  ["an ", ""],
  ["a ", ""],
  [".$", "$"],
  ["\\$", ""],
  ["\\ ", ""],
  [" ", ""],
  ["mbox", "text"],
  [",\\text{and}", ","],
  ["\\text{and}", ","],
  ["\\text{m}", "\\text{}"]
] as const;

/** A final answer as Minerva normalises it. */
function minervaForm(answer: string): string {
  let form = answer.split("=").at(-1)!;
  for (const [before, after] of MINERVA_REPLACES) form = form.replaceAll(before, after);
  for (const removed of MINERVA_REMOVES) form = form.replaceAll(removed, "");
  form = form
    .replace(/^[^\n$]*(\$[^\n$]*\$)[^\n]*/u, "$1")
    .replace(/\\(?:text|textbf|overline)\{([^\n}]*)\}/gu, "$1")
    .replace(/\\boxed\{([^\n]*)\}/u, "$1")
    .replace(/frac([^{])(.)/gu, "frac{$1}{$2}")
    .replace(/sqrt([^{])/gu, "sqrt{$1}")
    .replaceAll("$", "");
  return /^[\d,]+$/u.test(form) ? form.replaceAll(",", "") : form;
}

/**
 * Whether two answers are equal in Minerva's form or as fractions. Takes the place of SymPy (lm-evaluation-harness) and of a judging
 * model that forgives units (simple-evals): expected values of MATH level 5 are integers but for two, so that no algebra is needed.
 */
function sameMath(a: string, b: string): boolean {
  const [left, right] = [minervaForm(a), minervaForm(b)];
  if (left === right) return left !== "";
  const [x, y] = [fraction(left), fraction(right)];
  return x !== null && y !== null && Math.abs(x - y) <= 1e-12 * Math.abs(y);
}

/** Value of a decimal or a fraction of two; null for another text. */
function fraction(text: string): number | null {
  const [, sign, top, bottom] =
    /^([-+]?)(?:\\[dt]?frac\{)?(\d+(?:\.\d*)?|\.\d+)(?:(?:\}\{|\/)(\d+(?:\.\d*)?|\.\d+)\}?)?$/u.exec(text) ?? [];
  return top === undefined ? null : ((sign === "-" ? -1 : 1) * Number(top)) / Number(bottom ?? 1);
}

// ---- Inspect AI: inspect.aisi.org.uk/standard-scorers.html and its reference; details from the tests of its scorers

const INSPECT = rulesOf("Inspect AI", [
  {
    name: "match(numeric=True)",
    kinds: ["number", "expression"],
    read: (text, {expected}) => (numberOf(expected) === null ? strippedText(text) : lastNumber(text)),
    equal: (answer, expected) => answer === numberOf(expected) || (numberOf(expected) === null && endsWith(answer, expected))
  },
  {
    name: "choice()",
    kinds: ["letter"],
    read: (text, {options}) => chosenLetter(text, options?.length ?? 26),
    equal: (answer, expected) => answer === letterOf(expected)
  },
  {
    name: "match()",
    kinds: ["text"],
    read: text => strippedText(text),
    equal: (answer, expected) => endsWith(answer, expected)
  },
  {
    name: 'answer("line")',
    kinds: ["expression", "text"],
    read: text => /ANSWER\s*:\s*([^\n]+)\s*$/iu.exec(text)?.[1]?.trim() ?? null,
    equal: (answer, expected) => answer.toLowerCase() === expected.toLowerCase()
  }
]);

/** Text without currencies, grouping commas, marks of emphasis, and points that no digit follows. */
const withoutMarks = (text: string): string =>
  text
    .trim()
    .replace(/\\(?=[$,£€*_])/gu, "")
    .replace(/[$,£€*_]/gu, "")
    .replace(/\.(?!\d)/gu, "");

/** Number with five significant digits; null for a text that is none. Chinese numerals and superscripts are not read here. */
function significant(word: string): string | null {
  const [, sign, whole, part] = /^([-+−]?)([^\p{No}]*)(\p{No}?)$/u.exec(word) ?? [];
  if (whole === undefined || whole + part === "") return null;
  const plain = whole.normalize("NFKC") || "0";
  if (!/^(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/iu.test(plain)) return null;
  const [top, bottom] = part ? part.normalize("NFKC").split("⁄") : ["0", "1"];
  if (bottom === undefined) return null;
  const value = Number(plain) + Number(top) / Number(bottom);
  return Number.isFinite(value) ? String(Number((sign === "" || sign === "+" ? value : -value).toPrecision(5))) : null;
}

const numberOf = (expected: string): string | null => significant(withoutMarks(expected));

/** The last word that is a number, with or without punctuation around it. */
function lastNumber(text: string): string | null {
  for (const word of withoutMarks(text).split(/\s+/u).reverse()) {
    const number =
      significant(word) ?? significant(word.replace(/^[!?:;()[\]{}'"`~<=>@#^&|]+|[!?:;()[\]{}'"`~<=>@#^&|]+$/gu, ""));
    if (number !== null) return number;
  }
  return null;
}

/** The one letter after the last "ANSWER:" that begins a line and ends with its value, else after the last "ANSWER:" anywhere. */
function chosenLetter(text: string, options: number): string | null {
  const strict = [...text.matchAll(/^ANSWER\s*:\s*([A-Za-z\d ,]+)\s*(?:$|\n|\.)/gimu)];
  const matches = strict.length > 0 ? strict : [...text.matchAll(/ANSWER\s*:\s*([A-Za-z\d ,]+)(?:\W|$)/giu)];
  const tokens = (matches.at(-1)?.[1] ?? "").trim().toUpperCase().split(",").filter(Boolean);
  const [letter] = tokens;
  const isOption = tokens.length === 1 && /^[A-Z]$/u.test(letter!) && letter!.charCodeAt(0) - 65 < options;
  return isOption ? letter! : null;
}

const strippedText = (text: string): string =>
  text.toLowerCase().replace(new RegExp(`^[\\s${PUNCTUATION}]+|[\\s${PUNCTUATION}]+$`, "gu"), "");

const endsWith = (answer: string, expected: string): boolean => answer.endsWith(strippedText(expected));

// ---- simple-evals: github.com/openai/simple-evals, patterns and instructions of its evals in English

const SIMPLE_EVALS = rulesOf("simple-evals", [
  {
    name: "MGSM",
    kinds: ["number"],
    sets: GSM8K,
    read: text => mgsmAnswer(text),
    equal: (answer, expected) => (answer.includes(".") ? answer.replace(/\.?0*$/u, "") : answer) === expected.replaceAll(",", "")
  },
  {
    name: "MATH",
    kinds: ["number", "expression"],
    sets: MATH,
    read: text => answerLine(text),
    equal: sameMath
  },
  // A to J instead of A to D, as in MMLU-Pro.
  {
    name: "MMLU",
    kinds: ["letter"],
    read: text => /Answer\s*:[ \t]*([A-J])/iu.exec(withoutMarkup(text))?.[1] ?? null,
    equal: (answer, expected) => answer === letterOf(expected)
  },
  {
    name: "GPQA",
    kinds: ["letter"],
    read: text => /Answer[ \t]*:[ \t]*\$?([A-J])\$?/iu.exec(text)?.[1] ?? null,
    equal: (answer, expected) => answer === letterOf(expected)
  },
  {
    name: "DROP",
    kinds: ["text"],
    sets: ["babilong"],
    read: text => answerLine(text) ?? text,
    equal(answer, expected) {
      const [a, b] = [dropForm(answer), dropForm(expected)];
      return a === "" || b === "" ? a === b : a.includes(b) || b.includes(a);
    }
  }
]);

const answerLine = (text: string): string | null => /Answer\s*:\s*([^\n]+)/iu.exec(text)?.[1] ?? null;

/** The last number after the last "Answer"; its sign is not read. */
function mgsmAnswer(text: string): string | null {
  if (!text.includes("Answer")) return null;
  const numbers = text
    .split("Answer")
    .at(-1)!
    .replaceAll(",", "")
    .match(/\d+\.?\d*/gu);
  return numbers?.at(-1)?.replace(/\.$/u, "") ?? null;
}

/** Text without the markdown and LaTeX that may come between "Answer:" and a letter. */
const withoutMarkup = (text: string): string =>
  text.replace(/\*\*|\}\$/gu, "").replace(/\\?\$|\\mathrm\{|\\mathbf\{|\\boxed|\\text|\\\(|\\?\{/gu, "");

const dropForm = (text: string): string =>
  withoutPunctuation(text.toLowerCase())
    .replace(/\b(?:a|an|the)\b/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();

/** Of several rules of a harness for the same answers, the most lenient is first. */
export const PEER_RULES: readonly PeerRule[] = [...LM_EVAL, ...INSPECT, ...SIMPLE_EVALS];
