// Generated tables of people in four formats, and the number of tokens that each format needs.
import type {Random} from "../seed.js";

const FIRST =
  `Ada Alan Alice Amy Anna Ben Bill Carl Carol Chris Clara Dan David Diana Edgar Ella Emma Eric Eva Felix Frank Fred George Grace Greg
Hannah Harry Helen Henry Hugo Ian Ivan Jack Jane Jason Jean Joe John Julia Karen Kate Kevin Laura Leo Linda Lisa Lucas Lucy Mark Maria
Martin Mary Max Mike Nina Oscar Paul Peter Robert Rosa Sam Sara Tom Victor`.split(/\s+/u);
const LAST =
  `Adams Allen Bailey Baker Barnes Bell Bennett Brooks Brown Butler Campbell Carter Clark Coleman Collins Cook Cooper Cox Davis Edwards
Evans Fisher Foster Gray Green Hall Harris Henderson Hill Howard Hughes Jackson James Jenkins Johnson Jones Kelly King Lee Lewis Long
Martin Miller Mitchell Moore Morgan Morris Murphy Nelson Parker Perry Phillips Price Reed Rogers Ross Russell Scott Simmons Smith
Stewart Taylor Turner Walker`.split(/\s+/u);
/** Number of full names; a power of two. */
export const PEOPLE = FIRST.length * LAST.length;
export const CITIES =
  "Athens Berlin Boston Cairo Chicago Dallas Delhi Dublin London Madrid Milan Moscow Oslo Paris Rome Tokyo".split(" ");
const TEAMS = "red blue green yellow black white orange purple".split(" ");

export interface Row {
  name: string;
  city: string;
  team: string;
  year: number;
  score: number;
  hours: number;
}
const COLUMNS = ["name", "city", "team", "year", "score", "hours"] as const satisfies (keyof Row)[];

/** Rows drawn uniformly; no name occurs twice. */
export function rowsOf(count: number, random: Random): Row[] {
  // A step of odd size through all names visits each of them once, because their number is a power of two.
  const from = random.integer(0, PEOPLE - 1);
  const step = 2 * random.integer(0, PEOPLE / 2 - 1) + 1;
  return Array.from({length: count}, (_, i) => {
    const person = (from + i * step) % PEOPLE;
    return {
      name: `${FIRST[person % FIRST.length]} ${LAST[Math.floor(person / FIRST.length)]}`,
      city: random.pick(CITIES),
      team: random.pick(TEAMS),
      year: random.integer(1990, 2024),
      score: random.integer(100, 999),
      hours: random.integer(10, 99)
    };
  });
}

const joined = (cells: readonly (string | number)[], [before, between, after]: readonly [string, string, string]) =>
  `${before}${cells.join(between)}${after}`;
const cellsOf = ({name, city, team, year, score, hours}: Row) => [name, city, team, year, score, hours];

interface Format {
  label: string;
  print(rows: readonly Row[]): string;
  /** Mean tokens of a row, and of the rest of the prompt, counted with o200k_base over thousands of rows; a test checks the values. */
  tokensPerRow: number;
  tokensBeside: number;
}

const MARKDOWN = ["| ", " | ", " |"] as const;
const CSV = ["", ",", ""] as const;
const HTML_HEAD = ["<tr><th>", "</th><th>", "</th></tr>"] as const;
const HTML = ["<tr><td>", "</td><td>", "</td></tr>"] as const;

/** All formats of tables by name. */
export const FORMATS = {
  markdown: {
    label: "markdown",
    print: rows =>
      [
        joined(COLUMNS, MARKDOWN),
        joined(
          COLUMNS.map(() => "---"),
          MARKDOWN
        ),
        ...rows.map(row => joined(cellsOf(row), MARKDOWN))
      ].join("\n"),
    tokensPerRow: 18,
    tokensBeside: 89
  },
  csv: {
    label: "CSV",
    print: rows => [joined(COLUMNS, CSV), ...rows.map(row => joined(cellsOf(row), CSV))].join("\n"),
    tokensPerRow: 14.3,
    tokensBeside: 74
  },
  json: {
    label: "JSON",
    print: rows => `[\n${rows.map(row => JSON.stringify(row)).join(",\n")}\n]`,
    tokensPerRow: 27.5,
    tokensBeside: 66
  },
  html: {
    label: "HTML",
    print: rows =>
      `<table>\n${[joined(COLUMNS, HTML_HEAD), ...rows.map(row => joined(cellsOf(row), HTML))].join("\n")}\n</table>`,
    tokensPerRow: 42.2,
    tokensBeside: 108
  }
} as const satisfies Record<string, Format>;
type FormatName = keyof typeof FORMATS;
export const formatNames = Object.keys(FORMATS) as FormatName[];

/** Number of rows with which a prompt comes closest to a number of tokens. */
export const rowsFor = (tokens: number, format: FormatName): number =>
  Math.round((tokens - FORMATS[format].tokensBeside) / FORMATS[format].tokensPerRow);
