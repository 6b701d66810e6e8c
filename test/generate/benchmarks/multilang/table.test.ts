// The table of ZenMultilang against its sources and against packages of other hands. `MULTILANG=write npx vitest run
// test/generate/benchmarks/multilang/table.test.ts` prints it anew, with the CLDR of the Node that runs.
import {readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {ToWords} from "to-words";
import {expect, test} from "vitest";
import {BELOW_HUNDRED, DAYS, NUMBERS, WORDS} from "../../../../pipelines/generate/benchmarks/multilang/multilang.js";
import {LANGUAGES} from "../../../../pipelines/generate/benchmarks/multilang/sentences.js";
import {collated, dates, numberWords, relative, weekdays} from "./sources.js";

const FILE = "pipelines/generate/benchmarks/multilang/table.ts";
const WIDTH = 126;
const require = createRequire(import.meta.url);
const LOCALE_FILES = dirname(require.resolve("dayjs/locale/de"));
const codes = LANGUAGES.map(({code}) => code);

/** Lines that do not end in a space, since their joints get none. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const part of text.split(/(?<=\|)/u)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length <= WIDTH) lines[lines.length - 1] = last + part;
    else lines.push(part);
  }
  return lines.join("\n");
}

/** Length of the beginning that all texts share. */
function shared(texts: readonly string[]): number {
  let n = 0;
  while (texts.every(text => text[n] !== undefined && text[n] === texts[0]![n])) n++;
  return n;
}

/** The form of dates with # in the place of what differs, then that of each month. */
function datesWritten(texts: readonly string[]): string[] {
  const head = shared(texts);
  const tail = shared(texts.map(text => [...text.slice(head)].reverse().join("")));
  const first = texts[0]!;
  return [
    `${first.slice(0, head)}#${first.slice(first.length - tail)}`,
    ...texts.map(text => text.slice(head, text.length - tail))
  ];
}

/** Relative times, with = for one that is the one before with the next number. */
const timesWritten = (texts: readonly string[]): string[] =>
  texts.map((text, i) => {
    const place = i % DAYS.length;
    return place > 0 && text === texts[i - 1]!.replace(String(DAYS[place - 1]), String(DAYS[place])) ? "=" : text;
  });

if (process.env.MULTILANG === "write") {
  const blocks = codes.map(code => {
    const parts = [
      numberWords(code),
      datesWritten(dates(code)),
      weekdays(code),
      collated(code).map(String),
      timesWritten(relative(code))
    ];
    return `${code}\n${wrapped(parts.map(part => part.join("|")).join("||"))}`;
  });
  const {version} = JSON.parse(readFileSync("node_modules/n2words/package.json", "utf8")) as {version: string};
  writeFileSync(
    FILE,
    `// Words of 22 languages: numbers of the npm package n2words ${version} (MIT); dates, days of the week, their dictionary order and relative times of
// CLDR ${process.versions.cldr} (Unicode licence, data/NOTICES.md) as in Node's Intl. Printed and checked by test/generate/benchmarks/multilang/table.test.ts; do not
// edit by hand. A change asks for a new version of ZenMultilang.
export const TABLE = \`
${blocks.join("\n\n")}
\`;
`
  );
}

test("22 languages have all words, each once", () => {
  expect(codes.length).toBe(22);
  expect(new Set(codes).size).toBe(22);
  for (const code of codes) {
    const {numbers, weekdays: days, dates: months, order, ahead, ago} = WORDS.get(code)!;
    expect(
      [numbers, days, months, order, ahead, ago].map(part => new Set<number | string>(part).size),
      code
    ).toEqual([40, 7, 12, 12, 11, 11]);
    for (const date of months) expect(date).toMatch(/^(?=.*\{d\})(?=.*\{y\})/u);
  }
});

test("number words are those of the package that they are from", () => {
  for (const code of codes) expect(WORDS.get(code)!.numbers, code).toEqual(numberWords(code));
});

test("dates, days, order and relative times are those of this Node's CLDR, but for what its version changed", () => {
  const pairs = codes.flatMap(code => {
    const own = WORDS.get(code)!;
    const [stored, now] = [
      [...own.dates, ...own.weekdays, ...own.order.map(String), ...own.ahead, ...own.ago],
      [...dates(code), ...weekdays(code), ...collated(code).map(String), ...relative(code)]
    ];
    return stored.map((text, i) => [text, now[i]!] as const);
  });
  // Spaces differ between versions of the CLDR: some are narrow or unbreakable.
  const plain = (text: string) => text.replace(/[\s\u00a0\u202f]+/gu, " ");
  const differ = pairs.filter(([a, b]) => plain(a) !== plain(b));
  expect(differ.length / pairs.length).toBeLessThan(0.03);
});

const LOCALES: Record<string, string> = {
  en: "en-US",
  ar: "ar-SA",
  cs: "cs-CZ",
  da: "da-DK",
  hi: "hi-IN",
  ja: "ja-JP",
  ko: "ko-KR",
  sv: "sv-SE",
  uk: "uk-UA",
  vi: "vi-VN",
  zh: "zh-CN"
};

/** Where the other package is less usual: Czech counts "jedna", Hindi has several spellings, Romanian a joint, Vietnamese other forms of 1 and 5. */
const OTHERWISE: Record<string, RegExp> = {
  cs: /jedna$/u,
  hi: /^(?:तिरपन|उन्यासी|अट्ठासी|इक्यानवे)$/u,
  ro: / și /u,
  vi: /(?:mốt|lăm)$/u
};

test("number words below a hundred are those of another package, which spells hundreds and their joints in other ways", () => {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .normalize("NFC")
      .replace(/[\s\-­’']+/gu, "");
  for (const code of codes) {
    const other = new ToWords({localeCode: (LOCALES[code] ?? `${code}-${code.toUpperCase()}`) as "en-US"});
    const words = NUMBERS.slice(0, BELOW_HUNDRED).map((n, i) => [WORDS.get(code)!.numbers[i]!, other.convert(n)] as const);
    const differ = words.filter(([own, others]) => bare(own) !== bare(others) && !OTHERWISE[code]?.test(own));
    expect([code, differ]).toEqual([code, []]);
  }
});

test("number words are in one script each", () => {
  for (const code of codes)
    for (const word of WORDS.get(code)!.numbers) {
      const scripts = ["Latin", "Cyrillic", "Arabic", "Devanagari", "Han", "Hangul"].filter(script =>
        new RegExp(`\\p{Script=${script}}`, "u").test(word)
      );
      expect([word, scripts.length]).toEqual([word, 1]);
    }
});

test("days of the week are those of another package", () => {
  const bare = (text: string) =>
    text
      .toLowerCase()
      .normalize("NFD")
      .replace(/[\p{M}\s-]+/gu, "");
  for (const code of codes.filter(each => each !== "en")) {
    const {weekdays: other} = require(join(LOCALE_FILES, code === "zh" ? "zh-cn" : code)) as {
      weekdays: string[] | {standalone: string[]};
    };
    const names = (Array.isArray(other) ? other : other.standalone).map(bare);
    const own = WORDS.get(code)!.weekdays.map(bare);
    const alike = own.filter((name, i) => names[(i + 1) % 7]!.slice(0, 4) === name.slice(0, 4));
    expect([code, alike.length >= 6]).toEqual([code, true]);
  }
});
