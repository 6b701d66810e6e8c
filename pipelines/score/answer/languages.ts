// Words by which answers are read in 22 languages. The words are in languagesTable.ts and numbersTable.ts, to be edited by translators.
import {LANGUAGES_TABLE} from "./languagesTable.js";
import {NUMBERS_TABLE} from "./numbersTable.js";

export interface AnswerLanguage {
  /** ISO 639-1. */
  code: string;
  /** In English. */
  name: string;
  /** Words that announce an answer, in lower case, NFC: "answer", "final answer", "result", "solution". Inflected forms as they occur before the value. */
  answer: readonly string[];
  /**
   * Words between the announcement and the value: "is", "would be", "equals". For languages whose verb follows the value (ja です, ko 입니다, tr -dir,
   * hi है), the ones that may precede it; topic particles too (は, 은/는).
   */
  is: readonly string[];
  /** Words that close a statement after its value, where the verb comes last: ja です, ko 입니다, hi है, tr 'dir. */
  end: readonly string[];
  /** Words that deny a value: "not", "never", "neither", "isn't". */
  not: readonly string[];
  /** Words that make alternatives: "or", "either", "nor". */
  or: readonly string[];
  /** Words that join: "and", "as well as". */
  and: readonly string[];
  /** Words of conclusion: "so", "therefore", "thus". */
  so: readonly string[];
  /** Words that take an earlier statement back: "wait", "no", "actually", "correction", "sorry". */
  correct: readonly string[];
  /** Phrases of refusal or ignorance: "i do not know", "none of the options", "cannot be determined". */
  refuse: readonly string[];
  /** The mark before decimals; the other one may group thousands. */
  decimal: "." | ",";
  /** Number words, lower case, NFC, to their values: 0 to 999, and some larger. A word for 1 may also be an article. */
  numbers: ReadonlyMap<string, number>;
  yes: readonly string[];
  no: readonly string[];
  true: readonly string[];
  false: readonly string[];
}

const WORD_FIELDS = [
  ...["answer", "is", "end", "not", "or", "and", "so", "correct", "refuse"],
  ...["yes", "no", "true", "false"]
] as const;
type Words = Record<(typeof WORD_FIELDS)[number], string[]>;

/** Fields of a block in their order, with their entries. */
type Field = [name: string, entries: string[]];

/** Blocks of a table: their first lines, and their fields. */
const blocksOf = (table: string): {head: string; fields: Field[]}[] =>
  table
    .normalize("NFC")
    .trim()
    .split("\n\n")
    .map(block => {
      const [head = "", ...lines] = block.replaceAll("\n  ", " ").split("\n");
      const fields = lines
        .flatMap(line => line.split("; "))
        .map((text): Field => {
          const colon = text.indexOf(":");
          return [
            text.slice(0, colon),
            text
              .slice(colon + 1)
              .trim()
              .split(", ")
          ];
        });
      return {head, fields};
    });

/** The fields of number words by language. */
const numberFields = lazily(() => new Map(blocksOf(NUMBERS_TABLE).map(({head, fields}) => [head, fields])));

/** Languages by their codes. Number words are made when they are first asked for. */
export const LANGUAGES: ReadonlyMap<string, AnswerLanguage> = new Map(
  blocksOf(LANGUAGES_TABLE).map(({head, fields}) => {
    const [code, name, decimal] = head.split(" ") as [string, string, "." | ","];
    const numbers = lazily(() => numberWords(numberFields().get(code) ?? []));
    const words = Object.fromEntries(
      WORD_FIELDS.map(field => [field, fields.find(([key]) => key === field)?.[1] ?? []])
    ) as Words;
    const language = {
      code,
      name,
      decimal,
      ...words,
      get numbers() {
        return numbers();
      }
    };
    return [code, language];
  })
);

function lazily<T>(make: () => T): () => T {
  let made: {value: T} | undefined;
  return () => (made ??= {value: make()}).value;
}

/** Number words to their values. Where two numbers have one word, the one that the table writes out first counts. */
function numberWords(fields: readonly Field[]): Map<string, number> {
  const starts = fields.flatMap(([name], i) => (name === "count" ? [i] : []));
  const values = new Map<string, number>();
  for (const [i, start] of starts.entries())
    for (const [number, spellings] of spellingsOf(new Map(fields.slice(start, starts[i + 1]))))
      for (const spelling of spellings) if (!values.has(spelling)) values.set(spelling, number);
  return values;
}

/** Spellings of the numbers of one way of counting. */
function spellingsOf(fields: ReadonlyMap<string, string[]>): Map<number, string[]> {
  const entries = (name: string): string[] => fields.get(name) ?? [];
  const spelled = (name: string): string[][] => entries(name).map(entry => entry.split("/"));
  const numbers = new Map<number, string[]>();
  const add = (number: number, spellings: readonly string[]) =>
    numbers.set(number, [...(numbers.get(number) ?? []), ...spellings]);

  const [count, tens] = [spelled("count"), spelled("tens")];
  const ones = fields.has("ones") ? spelled("ones") : count.slice(1, 10);
  const more = entries("more").map(entry => entry.split("=") as [word: string, value: string]);
  for (const [number, spellings] of count.entries()) add(number, spellings);
  for (const [word, value] of more) add(Number(value), [word]);
  for (const [i, ten] of tens.entries()) {
    const base = 10 * (i + 10 - tens.length);
    add(base, ten);
    for (const [k, one] of ones.entries())
      if (base + k + 1 >= count.length) add(base + k + 1, joined(entries("join"), {t: ten, o: one}));
  }
  const below = new Map(numbers);
  for (const [i, hundred] of spelled("hundreds").entries()) {
    add(100 * (i + 1), hundred);
    for (const [rest, spellings] of below) {
      const patterns = rest < 10 && fields.has("low") ? entries("low") : entries("beyond");
      if (rest > 0 && rest < 100) add(100 * (i + 1) + rest, joined(patterns, {h: hundred, r: spellings}));
    }
  }
  return numbers;
}

/** All ways of filling two lists of spellings into patterns such as "{t}-{o}"; "{t-}" is a spelling without its last letter. */
const joined = (patterns: readonly string[], parts: Readonly<Record<string, readonly string[]>>): string[] => {
  const [[first, firsts], [second, seconds]] = Object.entries(parts) as [[string, string[]], [string, string[]]];
  return patterns.flatMap(pattern =>
    firsts.flatMap(a =>
      seconds.map(b => pattern.replace(`{${first}}`, a).replace(`{${first}-}`, a.slice(0, -1)).replace(`{${second}}`, b))
    )
  );
};
