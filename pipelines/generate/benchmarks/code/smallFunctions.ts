// The benchmark ZenSmallFunctions: a signature, a docstring of two to nine operations one after the other, examples, and hidden tests.
import type {ScorerOf} from "../../../book/scorers.js";
import {type Random, severalOf} from "../../seed.js";
import {THINK} from "../../task.js";
import type {Benchmark, Cell, MadeItem} from "../benchmark.js";
import {callScorer} from "./problem.js";

type Value = number | string | number[] | number[][];

/** An operation on what the one before has left: wordings with # for its constant, and the range of that. */
export interface Operation<T> {
  texts: readonly [string, string];
  range?: readonly [low: number, high: number];
  /** The same as a line of Python. */
  python: string;
  apply: (value: T, constant: number) => T;
}

export interface Family<T extends Value = Value, Inner = T> {
  parameter: string;
  returns: string;
  draw: (random: Random) => T;
  begin: (argument: T) => Inner;
  /** A line of Python before the operations. */
  start?: string;
  operations: readonly Operation<Inner>[];
  /** The last sentence, in two wordings, and what it returns. */
  end: {texts: readonly [string, string]; python: string; result: (value: Inner) => Value};
}

const family = <T extends Value, Inner>(definition: Family<T, Inner>): Family => definition as unknown as Family;
const runningTotals = (values: readonly number[]): number[] => {
  let total = 0;
  return values.map(value => (total += value));
};
const remainder = (value: number, divisor: number): number => ((value % divisor) + divisor) % divisor;
const digitsOf = (value: number): number[] => [...String(value)].map(Number);
const backwards = (word: string): string => [...word].reverse().join("");
const byAlphabet = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const lists = family<number[], number[]>({
  parameter: "xs: list[int]",
  returns: "int",
  draw: random => Array.from({length: random.integer(4, 9)}, () => random.integer(-20, 40)),
  begin: argument => argument,
  operations: [
    {
      texts: ["Multiply every number by #.", "Replace each number by # times itself."],
      range: [2, 7],
      python: "xs = [# * x for x in xs]",
      apply: (xs, k) => xs.map(x => k * x)
    },
    {
      texts: ["Add # to every number.", "Increase each number by #."],
      range: [1, 30],
      python: "xs = [x + # for x in xs]",
      apply: (xs, k) => xs.map(x => x + k)
    },
    {
      texts: ["Remove the numbers that are divisible by #.", "Drop each number that # divides."],
      range: [3, 9],
      python: "xs = [x for x in xs if x % # != 0]",
      apply: (xs, k) => xs.filter(x => x % k !== 0)
    },
    {
      texts: ["Sort the numbers in ascending order.", "Put the numbers in order, the smallest first."],
      python: "xs = sorted(xs)",
      apply: xs => xs.toSorted((a, b) => a - b)
    },
    {
      texts: ["Reverse the order of the numbers.", "Turn the list around, so that its last number comes first."],
      python: "xs = xs[::-1]",
      apply: xs => xs.toReversed()
    },
    {
      texts: ["Replace the list by its running totals.", "Replace each number by the sum of all numbers up to and including it."],
      python: "xs = [sum(xs[:i + 1]) for i in range(len(xs))]",
      apply: runningTotals
    },
    {
      texts: ["Move the first number to the end.", "Take away the first number, if there is one, and append it."],
      python: "xs = xs[1:] + xs[:1]",
      apply: xs => [...xs.slice(1), ...xs.slice(0, 1)]
    },
    {
      texts: ["Remove every number that has occurred earlier in the list.", "Of equal numbers keep the first one only."],
      python: "xs = list(dict.fromkeys(xs))",
      apply: xs => [...new Set(xs)]
    },
    {
      texts: [
        "Replace each number by its remainder, from 0 up, when divided by #.",
        "Reduce every number modulo #, with a result that is never negative."
      ],
      range: [11, 47],
      python: "xs = [x % # for x in xs]",
      apply: (xs, k) => xs.map(x => remainder(x, k))
    },
    {
      texts: ["Append the length of the list.", "Put one more number at the end: how many numbers there are before that."],
      python: "xs = xs + [len(xs)]",
      apply: xs => [...xs, xs.length]
    }
  ],
  end: {
    texts: [
      "Return the sum of each number times its place, counted from 1.",
      "Return a total in which the first number counts once, the second twice, the third three times, and so on."
    ],
    python: "return sum((i + 1) * x for i, x in enumerate(xs))",
    result: xs => xs.reduce((sum, x, i) => sum + x * (i + 1), 0)
  }
});

const LETTERS = [..."abcdeiklmnorst"];
const texts = family<string, string[]>({
  parameter: "text: str",
  returns: "str",
  draw: random =>
    Array.from({length: random.integer(3, 6)}, () =>
      Array.from({length: random.integer(1, 6)}, () => random.pick(LETTERS)).join("")
    ).join(" "),
  begin: argument => argument.split(" "),
  start: "words = text.split(' ')",
  operations: [
    {
      texts: ["Reverse the order of the words.", "Put the last word first, the one before it second, and so on."],
      python: "words = words[::-1]",
      apply: words => words.toReversed()
    },
    {
      texts: ["Reverse the letters of each word.", "Spell every word backwards."],
      python: "words = [word[::-1] for word in words]",
      apply: words => words.map(backwards)
    },
    {
      texts: ["Remove the words with fewer than # letters.", "Keep only words of at least # letters."],
      range: [2, 3],
      python: "words = [word for word in words if len(word) >= #]",
      apply: (words, k) => words.filter(({length}) => length >= k)
    },
    {
      texts: ["Sort the words alphabetically.", "Put the words in the order of the alphabet."],
      python: "words = sorted(words)",
      apply: words => words.toSorted(byAlphabet)
    },
    {
      texts: [
        "Move the last letter of each word to its front.",
        "Let every word begin with its last letter, followed by the rest."
      ],
      python: "words = [word[-1:] + word[:-1] for word in words]",
      apply: words => words.map(word => word.slice(-1) + word.slice(0, -1))
    },
    {
      texts: ["Double the first letter of each word.", "Write the first letter of every word twice."],
      python: "words = [word[:1] + word for word in words]",
      apply: words => words.map(word => word.slice(0, 1) + word)
    },
    {
      texts: ["Spell the words in even places backwards.", "Reverse the letters of the second word, the fourth, and so on."],
      python: "words = [word[::-1] if i % 2 == 1 else word for i, word in enumerate(words)]",
      apply: words => words.map((word, i) => (i % 2 === 1 ? backwards(word) : word))
    },
    {
      texts: ["Sort the letters of each word.", "Put the letters within every word in the order of the alphabet."],
      python: "words = [''.join(sorted(word)) for word in words]",
      apply: words => words.map(word => [...word].sort(byAlphabet).join(""))
    },
    {
      texts: ["Shorten each word to its first # letters.", "Cut every word after # letters."],
      range: [3, 5],
      python: "words = [word[:#] for word in words]",
      apply: (words, k) => words.map(word => word.slice(0, k))
    },
    {
      texts: ["Append the first word once more, if there is one.", "Put a copy of the first word, if any, at the end."],
      python: "words = words + words[:1]",
      apply: words => [...words, ...words.slice(0, 1)]
    }
  ],
  end: {
    texts: ["Return the words with one blank between them.", "Return a text of these words, separated by single blanks."],
    python: "return ' '.join(words)",
    result: words => words.join(" ")
  }
});

const numbers = family<number, number>({
  parameter: "n: int",
  returns: "int",
  draw: random => random.integer(1, 9_999),
  begin: argument => argument,
  operations: [
    {
      texts: ["Add the sum of its digits.", "Increase it by the total of its decimal digits."],
      python: "n = n + sum(int(digit) for digit in str(n))",
      apply: n => n + digitsOf(n).reduce((a, b) => a + b)
    },
    {texts: ["Multiply it by #.", "Replace it by # times itself."], range: [2, 9], python: "n = # * n", apply: (n, k) => n * k},
    {texts: ["Add #.", "Increase it by #."], range: [11, 999], python: "n = n + #", apply: (n, k) => n + k},
    {
      texts: ["Replace it by its remainder when divided by #.", "Reduce it modulo #."],
      range: [1_009, 9_973],
      python: "n = n % #",
      apply: (n, k) => n % k
    },
    {
      texts: ["Reverse its decimal digits; leading zeros vanish.", "Read its decimal digits from right to left as a number."],
      python: "n = int(str(n)[::-1])",
      apply: n => Number(backwards(String(n)))
    },
    {
      texts: [
        "If it is even, halve it; else multiply it by 3 and add #.",
        "Halve an even number; of an odd one take 3 times the number plus #."
      ],
      range: [1, 9],
      python: "n = n // 2 if n % 2 == 0 else 3 * n + #",
      apply: (n, k) => (n % 2 === 0 ? n / 2 : 3 * n + k)
    },
    {
      texts: ["Add # times its largest digit.", "Increase it by # times the largest of its decimal digits."],
      range: [3, 40],
      python: "n = n + # * max(int(digit) for digit in str(n))",
      apply: (n, k) => n + k * Math.max(...digitsOf(n))
    },
    {
      texts: ["Subtract # if it is at least #.", "Unless it is smaller than #, take # away."],
      range: [300, 3_000],
      python: "n = n - # if n >= # else n",
      apply: (n, k) => (n >= k ? n - k : n)
    }
  ],
  end: {texts: ["Return the result.", "Return the number that this leads to."], python: "return n", result: n => n}
});

const grids = family<number[][], number[][]>({
  parameter: "rows: list[list[int]]",
  returns: "int",
  draw: random => {
    const [height, width] = [random.integer(2, 4), random.integer(2, 4)];
    return Array.from({length: height}, () => Array.from({length: width}, () => random.integer(-9, 20)));
  },
  begin: argument => argument,
  operations: [
    {
      texts: ["Swap rows and columns, so that the first row becomes the first column.", "Transpose the table."],
      python: "rows = [list(column) for column in zip(*rows)]",
      apply: rows => rows[0]!.map((_, c) => rows.map(row => row[c]!))
    },
    {
      texts: ["Reverse each row.", "Mirror the table, so that its last column comes first."],
      python: "rows = [row[::-1] for row in rows]",
      apply: rows => rows.map(row => row.toReversed())
    },
    {
      texts: ["Reverse the order of the rows.", "Turn the table upside down, so that its last row comes first."],
      python: "rows = rows[::-1]",
      apply: rows => rows.toReversed()
    },
    {
      texts: [
        "Add to each number # times the number of its row, counted from 1.",
        "Increase the first row by #, the second by twice that, and so on."
      ],
      range: [2, 19],
      python: "rows = [[x + # * (r + 1) for x in row] for r, row in enumerate(rows)]",
      apply: (rows, k) => rows.map((row, r) => row.map(x => x + k * (r + 1)))
    },
    {
      texts: ["Sort each row in ascending order.", "Put the numbers within every row in order, the smallest first."],
      python: "rows = [sorted(row) for row in rows]",
      apply: rows => rows.map(row => row.toSorted((a, b) => a - b))
    },
    {
      texts: ["Move the first row to the end.", "Take away the first row and append it below the others."],
      python: "rows = rows[1:] + rows[:1]",
      apply: rows => [...rows.slice(1), rows[0]!]
    },
    {
      texts: ["Replace each row by its running totals.", "Replace each number by the sum of its row up to and including it."],
      python: "rows = [[sum(row[:c + 1]) for c in range(len(row))] for row in rows]",
      apply: rows => rows.map(runningTotals)
    },
    {
      texts: ["Append to each row its largest number.", "Put the largest number of every row at the end of that row."],
      python: "rows = [row + [max(row)] for row in rows]",
      apply: rows => rows.map(row => [...row, Math.max(...row)])
    }
  ],
  end: {
    texts: [
      "Return the sum of each number times (2 times its row plus its column), both counted from 1.",
      "With rows r and columns c counted from 1, return the total of each number times (2r + c)."
    ],
    python: "return sum((2 * (r + 1) + c + 1) * x for r, row in enumerate(rows) for c, x in enumerate(row))",
    result: rows => rows.reduce((sum, row, r) => row.reduce((part, x, c) => part + x * (2 * r + c + 3), sum), 0)
  }
});

/** The families by name. */
export const FAMILIES: Readonly<Record<string, Family>> = {lists, texts, numbers, grids};

/** Operations of each level. */
const LENGTHS = [2, 3, 5, 7, 9];
const EXAMPLES = 2;
const HIDDEN = 8;
/** Fewest different results of the hidden tests. */
const MIN_DIFFERENT = 6;
/** Processor time for all tests of an item. */
const MILLISECONDS = 6_000;
const VERBS = ["process", "convert", "reduce", "transform", "handle", "evaluate"];
const NOUNS = ["batch", "entry", "signal", "record", "sample", "message", "reading", "parcel"];

const isSafe = (value: Value): boolean => typeof value !== "number" || Number.isSafeInteger(value);
const python = (value: Value): string => JSON.stringify(value).replaceAll(",", ", ");

/** An operation with its constant. */
export interface Line {
  operation: Operation<unknown>;
  constant: number;
}

/** A function with its docstring and hidden tests. */
interface MadeFunction {
  family: Family;
  lines: readonly Line[];
  /** The first line of the definition. */
  head: string;
  docstring: string;
  scorer: ScorerOf<"code">;
}

/** Result of a function of a family with these lines. */
export const runLines = ({begin, end}: Family, lines: readonly Line[], argument: unknown): Value =>
  end.result(
    lines.reduce<unknown>((value, {operation, constant}) => operation.apply(value, constant), begin(argument as Value)) as Value
  );

/** Makes a function of a level. */
export function functionOf(family: Family, level: number, random: Random): MadeFunction {
  const {parameter, returns, draw, end} = family;
  const operations = family.operations as readonly Operation<unknown>[];
  const length = LENGTHS[level - 1]!;
  for (;;) {
    // No operation twice in a row: many of these undo themselves, or change nothing again.
    const chosen = severalOf(operations, Math.min(length, operations.length), random);
    while (chosen.length < length) {
      const next = random.pick(operations);
      if (next !== chosen.at(-1)) chosen.push(next);
    }
    const lines = chosen.map(
      (operation): Line => ({operation, constant: operation.range ? random.integer(...operation.range) : 0})
    );
    const inputs = new Map<string, Value>();
    while (inputs.size < EXAMPLES + HIDDEN) {
      const argument = draw(random);
      inputs.set(JSON.stringify(argument), argument);
    }
    const cases = [...inputs.values()].map(argument => ({argument, result: runLines(family, lines, argument)}));
    const hidden = cases.slice(EXAMPLES);
    const results = new Set(hidden.map(({result}) => JSON.stringify(result)));
    if (results.size < MIN_DIFFERENT || !cases.every(({result}) => isSafe(result))) continue;
    const name = `${random.pick(VERBS)}_${random.pick(NOUNS)}`;
    const doc = [
      `Do these steps with ${parameter.split(":")[0]}, one after the other:`,
      ...lines.map(({operation, constant}, i) => `${i + 1}. ${random.pick(operation.texts).replaceAll("#", String(constant))}`),
      random.pick(end.texts),
      "",
      ...cases.slice(0, EXAMPLES).flatMap(({argument, result}) => [`>>> ${name}(${python(argument)})`, python(result)])
    ];
    return {
      family,
      lines,
      head: `def ${name}(${parameter}) -> ${returns}:`,
      docstring: `    """${doc
        .map(line => (line === "" ? "" : `    ${line}`))
        .join("\n")
        .trim()}\n    """`,
      scorer: callScorer(
        name,
        hidden.map(({argument, result}) => ({arguments: [argument], result})),
        MILLISECONDS
      )
    };
  }
}

/** Lines of Python, indented. */
export const pythonOf = ({end, start}: Family, lines: readonly Line[]): string =>
  [
    ...(start ? [start] : []),
    ...lines.map(({operation, constant}) => operation.python.replaceAll("#", String(constant))),
    end.python
  ]
    .map(line => `    ${line}`)
    .join("\n");

/** An item that asks for a function. @param rest follows the docstring */
export const functionItem = (
  {head, docstring, scorer}: MadeFunction,
  {opening, rest = ""}: {opening: string; rest?: string}
): MadeItem => ({
  prompt: `${opening}\n\n${head}\n${docstring}${rest}\n\nIt is tested on further inputs. ${THINK} with the whole function in one block:\n\`\`\`python\n<function>\n\`\`\``,
  expected: "",
  guess_chance: 0,
  scorer
});

/** Cells of all families and levels, 3,000 items in all. */
export const functionCells = (make: (family: Family, level: number, random: Random) => MadeItem): Cell[] =>
  Object.entries(FAMILIES).flatMap(([name, each]) =>
    LENGTHS.map((_, i) => ({
      facets: {family: name, level: i + 1},
      size: 150,
      item: (_: number, random: Random) => make(each, i + 1, random)
    }))
  );

/** The words that begin every question. */
export const SMALL_FUNCTIONS_OPENING = "Complete this function in Python.";

export const smallFunctions: Benchmark = {
  name: "zen-small-functions",
  version: 1,
  summary: "Write a function in Python from its docstring, which has two to nine operations on lists, texts, numbers or tables.",
  domain: "Code generation",
  category: "Small functions",
  facets: {family: "what the function is about", level: "difficulty, 1 to 5: two to nine operations"},
  single: true,
  cells: functionCells((family, level, random) =>
    functionItem(functionOf(family, level, random), {opening: SMALL_FUNCTIONS_OPENING})
  )
};
