// Worlds of the user's own: what is read, what is refused with its place, and stories that play in them.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {parse, stringify} from "yaml";
import {keepText} from "../../../pipelines/book/ownTexts.js";
import {askedList} from "../../../pipelines/generate/narratives/make.js";
import {narrativeParams} from "../../../pipelines/generate/narratives/settings.js";
import {validate} from "../../../pipelines/generate/narratives/validate.js";
import {genreOf, tooFewSignals} from "../../../pipelines/generate/narratives/world.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {verboseListops} from "../../../pipelines/generate/tasks/verbose-listops.node.js";
import {tokenCounter} from "../../../pipelines/tokenizer/counter.node.js";

const EXAMPLE = readFileSync(new URL("../../../data/worlds/sales-signals.yaml", import.meta.url), "utf8");
const SMALL = {
  title: "Bakery",
  like: "harbour mystery",
  people: ["Ada", "Bo"],
  roles: ["baker"],
  counted: [{one: "loaf", many: "loaves"}]
};

let ids = 0;
/** The id of a world's text, as a book that names its file would have it. */
function idOf(text: string): string {
  const id = `text-${(ids++).toString(16).padStart(16, "0")}`;
  keepText({id, name: "worlds/own.yaml", text});
  return id;
}
const SIGNALS = idOf(EXAMPLE);
const idWith = (changes: object) => idOf(stringify({...SMALL, ...changes}));

const OPERATIONS = "MAX MIN MED SUM AVG";
const storyOf = (genre: string, seed: string, settings: object = {}) =>
  askedList(narrativeParams.parse({genre, num_operations: 4, max_depth: 3, ...settings}), {
    id: seed,
    random: randomOf(seed),
    count: tokenCounter("o200k")
  }).narrative!;

test("stories of the shipped world are sound: its people, its signals as names of results, a question that asks for them", () => {
  const {people, signals, subjects} = parse(EXAMPLE) as {people: string[]; signals: {name: string}[]; subjects: string[]};
  const names = new Set(signals.flatMap(({name}) => subjects.map(subject => `the ${subject} ${name}`)));
  for (let i = 0; i < 20; i++) {
    const narrative = storyOf(SIGNALS, `signals ${i}`, {operations: OPERATIONS});
    expect(validate(narrative)).toEqual([]);
    for (const anchor of narrative.anchors) expect(names.has(anchor), anchor).toBe(true);
    const speakers = [...narrative.text.matchAll(/^(\w+): /gmu)].map(([, name]) => name!).filter(name => name !== "Answer");
    for (const speaker of speakers.filter(name => !/[A-Z]{2}/u.test(name))) expect(people).toContain(speaker);
    expect(narrative.text).toMatch(/state the score of each signal by its name\.$/u);
  }
});

test.each([
  ["an operand", /\b(?:rating|qualification) points?\b/u, "rating points, and 57 more"],
  [
    "the operation",
    /\b(?:MAX|largest|highest|biggest|smallest|lowest|least|median|middle|sum|total|added up|mean|average)\b/u,
    "product of"
  ],
  ["a signal's name", /the [A-Z][a-z]+ (?:Decision Maker|Budget|Timing|Pain|Fit)/u, "the Nameless Signal"]
])("a story of the shipped world in which %s is another is refused", (_, pattern, words) => {
  for (let i = 0; i < 10; i++) {
    const narrative = storyOf(SIGNALS, `damaged ${i}`, {operations: OPERATIONS, examples: 0});
    const beat = narrative.parts.find(({kind}) => kind === "beat")!;
    const before = narrative.text.slice(0, beat.start);
    const changed = narrative.text.slice(beat.start, beat.end).replace(new RegExp(pattern, "gu"), words);
    expect(changed).not.toBe(narrative.text.slice(beat.start, beat.end));
    const by = changed.length - (beat.end - beat.start);
    const parts = narrative.parts.map(part => ({
      ...part,
      start: part.start > beat.start ? part.start + by : part.start,
      end: part.end >= beat.end ? part.end + by : part.end
    }));
    expect(validate({...narrative, parts, text: before + changed + narrative.text.slice(beat.end)})).not.toEqual([]);
  }
});

test("the smallest world has two people and no phrases; its results have drawn names", () => {
  const narrative = storyOf(idWith({}), "small");
  expect(validate(narrative)).toEqual([]);
  expect(narrative.text).toContain("Ada, the baker");
  expect(narrative.text).toMatch(/loa(?:f|ves)/u);
});

test.each([
  ["nobody", {people: []}, /^data\/worlds\/own\.yaml:\d+:\d+ .*people/],
  ["one person", {people: ["Ada"]}, /^data\/worlds\/own\.yaml:\d+:\d+ .*people/],
  ["a person twice", {people: ["Ada", "Bo", "Ada"]}, /^data\/worlds\/own\.yaml:\d+:\d+ .*people\[2\].*"Ada" twice/],
  ["a foreign field", {towns: ["Ulm"]}, /^data\/worlds\/own\.yaml:\d+:\d+ unknown key "towns"/],
  [
    "another built-in world",
    {like: "harbor mystery"},
    /^data\/worlds\/own\.yaml:\d+:\d+ .*expected one of .*did you mean "harbour mystery"/
  ],
  [
    "a number in a place",
    {places: ["the cellar", "the room of the dozen ovens"]},
    /^data\/worlds\/own\.yaml:\d+:\d+ .*places\[1\].*dozen ovens" says a number, "dozen"/
  ],
  [
    "a number as what is counted",
    {counted: [{one: "loaf", many: "pairs of 2 loaves"}]},
    /own\.yaml:\d+:\d+ counted\[0\]\.many: .*says a number, "2"/
  ],
  ["markup", {props: ["a **bold** spoon"]}, /own\.yaml:\d+:\d+ .*props\[0\].*bold/],
  ["a slot", {props: ["a {who}"]}, /own\.yaml:\d+:\d+ .*brace/],
  ["two lines", {roles: ["baker\nand cook"]}, /own\.yaml:\d+:\d+ .*more than one line/],
  ["another operation", {operations: {MAX: ["the smallest of these"]}}, /own\.yaml:\d+:\d+ .*says MIN, not MAX alone/],
  [
    "no operation",
    {operations: {SUM: ["what the baker likes"]}},
    /own\.yaml:\d+:\d+ .*says no operation in words that are known/
  ],
  ["a foreign operation", {operations: {XOR: ["the sum"]}}, /own\.yaml:\d+:\d+ .*XOR/],
  ["signals of nobody", {signals: [{name: "Budget", scored_by: "MAX"}]}, /own\.yaml:\d+:\d+ signals: they need subjects/],
  [
    "a signal in small letters",
    {signals: [{name: "budget", scored_by: "MAX"}], subjects: ["Ulm"]},
    /own\.yaml:\d+:\d+ .*capital/
  ],
  [
    "a signal twice",
    {
      signals: [
        {name: "Budget", scored_by: "MAX"},
        {name: "Budget", scored_by: "MIN"}
      ],
      subjects: ["Ulm"]
    },
    /own\.yaml:\d+:\d+ .*"Budget" twice/
  ]
])("a world with %s is refused with file, place and field", (_, changes, message) => {
  expect(() => genreOf(idWith(changes))).toThrow(message);
});

test("an empty file, no YAML, and aliases that grow are refused with the file", () => {
  expect(() => genreOf(idOf("# nothing"))).toThrow(/^data\/worlds\/own\.yaml:1:1 empty file/);
  expect(() => genreOf(idOf("people: [Ada"))).toThrow(/^data\/worlds\/own\.yaml:/);
  const bomb = ["a: &a [x, x, x, x, x, x, x, x, x, x]"];
  for (const [i, name] of [..."bcdefgh"].entries())
    bomb.push(`${name}: &${name} [${Array(10).fill(`*${"abcdefgh"[i]}`).join(", ")}]`);
  expect(() => genreOf(idOf(bomb.join("\n")))).toThrow(/own\.yaml:1:1 aliases \(\*\) expand to more than/);
});

test("10,000 people are read, and one more is refused", () => {
  const people = Array.from(
    {length: 10_001},
    (_, i) => `Q${[...i.toString(26)].map(digit => String.fromCharCode(97 + Number.parseInt(digit, 26))).join("")}z`
  );
  expect(genreOf(idWith({people: people.slice(0, 10_000)}))!.people).toHaveLength(10_000);
  expect(() => genreOf(idWith({people}))).toThrow(/people/);
});

test("too few names or a mistake in a world are reported at the parameter", () => {
  const names = {MAX: ["the Ulm Budget", "the Bonn Budget"]};
  expect(tooFewSignals({names}, {operations: ["MAX"], results: 2})).toBe(undefined);
  expect(tooFewSignals({names}, {operations: ["MAX"], results: 3})).toContain(
    "has 2 names of results for MAX, and a story may need 3"
  );
  expect(tooFewSignals({names}, {operations: ["MAX", "MIN"], results: 2})).toContain("no signal of the world is scored by MIN");
  const issues = (genre: string) =>
    verboseListops.params.safeParse({genre}).error?.issues.map(({path, message}) => [path[0], message]);
  expect(issues(SIGNALS)).toEqual([["genre", expect.stringContaining("scored by SM; add one, or leave SM out of operations")]]);
  expect(issues(idWith({people: ["Ada"]}))).toEqual([
    ["genre", expect.stringMatching(/data\/worlds\/own\.yaml:\d+:\d+ .*people/)]
  ]);
  expect(issues("text-ffffffffffffffff")).toEqual([["genre", expect.stringContaining("is not at hand")]]);
  expect(issues("opera hous")).toEqual([["genre", expect.stringContaining('did you mean "opera house"')]]);
});
