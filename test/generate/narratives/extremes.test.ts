// Faults planted by program into stories written by hand, and texts at the edge of what a narrative can be.
import {describe, expect, test} from "vitest";
import {readTree} from "../../../pipelines/generate/lists/tree.js";
import {lineOf, type Narrative, type NarrativeLine} from "../../../pipelines/generate/narratives/narrative.js";
import {numeralsIn} from "../../../pipelines/generate/narratives/numerals.js";
import {validate, validateLine} from "../../../pipelines/generate/narratives/validate.js";
import {storiesOf} from "./stories.js";

const right = storiesOf("right.yaml").map(({narrative}) => narrative);
const [harbour] = right as [Narrative];
const codes = (narrative: Narrative): string[] => [...new Set(validate(narrative).map(({code}) => code))];

/** The narrative with a stretch of its text replaced; parts behind it move. */
function edited(narrative: Narrative, from: number, to: number, words: string): Narrative {
  const by = words.length - (to - from);
  const moved = (at: number) => (at >= to ? at + by : at);
  const parts = narrative.parts.map(part => ({
    ...part,
    start: part.start >= to ? part.start + by : part.start,
    end: moved(part.end)
  }));
  return {...narrative, text: narrative.text.slice(0, from) + words + narrative.text.slice(to), parts};
}
const line = (narrative: Narrative): NarrativeLine => lineOf(narrative);
const foreign = (narrative: Narrative): NarrativeLine => {
  const {anchors: _, parts: __, ...rest} = line(narrative);
  return rest;
};

describe("a fault planted anywhere in a right story is found", () => {
  const beats = right.flatMap(narrative => narrative.parts.filter(({kind}) => kind === "beat").map(part => ({narrative, part})));

  test("each operand taken out, or said twice", () => {
    for (const {narrative, part} of beats)
      for (const mention of numeralsIn(narrative.text.slice(part.start, part.end))) {
        if (mention.kind !== "cardinal" || !mention.certain) continue;
        const isOne = mention.value === 1; // said once more it may be a pronoun
        const [from, to] = [part.start + mention.start, part.start + mention.end];
        const words = narrative.text.slice(from, to);
        expect(codes(edited(narrative, from, to, "some")), words).toContain("operand-missing");
        if (!isOne) expect(codes(edited(narrative, part.end, part.end, ` Yes: ${words}, they said.`)), words).not.toEqual([]);
      }
  });

  test("a number that no list has, in digits or words, at the end of a beat", () => {
    for (const {narrative, part} of beats)
      for (const words of [" Call it 57.", " Call it fifty-seven.", " A dozen dozen followed."])
        expect(codes(edited(narrative, part.end, part.end, words)), words).toContain("number-extra");
  });

  test("any number before or behind any part but the instructions", () => {
    for (const narrative of right)
      for (const {kind, start, end} of narrative.parts)
        if (kind !== "instructions") {
          expect(codes(edited(narrative, start, start, "Eighty-eight crows. "))).not.toEqual([]);
          expect(codes(edited(narrative, end, end, " There were 88 crows."))).not.toEqual([]);
        }
  });

  test("two parts of the beats exchanged, and a beat left out", () => {
    for (const narrative of right) {
      const places = narrative.parts.flatMap(({kind}, place) => (kind === "beat" ? [place] : []));
      for (const place of places.slice(1)) {
        const parts = narrative.parts.map((part, i) =>
          i === place ? {...part, operation: narrative.parts[places[0]!]!.operation} : part
        );
        expect(codes({...narrative, parts})).toContain("beat-repeated");
        expect(codes({...narrative, parts: parts.filter((_, i) => i !== place)})).toEqual(
          expect.arrayContaining(["beat-missing", "parts-gap"])
        );
      }
    }
  });
});

describe("what does not change a story does not change the verdict", () => {
  test.each([
    ["line breaks of Windows", (text: string) => text.replaceAll("\n", "\r\n")],
    ["curly apostrophes", (text: string) => text.replaceAll("'", "’")],
    ["wrapped lines", (text: string) => text.replaceAll(/(\S+ \S+ \S+) /gu, "$1\n")]
  ])("%s", (_, change) => {
    for (const narrative of right) {
      const pieces = narrative.parts.map(({start, end}) => change(narrative.text.slice(start, end)));
      const text = pieces.join("\r\n\r\n");
      let at = 0;
      const parts = narrative.parts.map((part, i) => {
        const start = at;
        at += pieces[i]!.length + 4;
        return {...part, start, end: start + pieces[i]!.length};
      });
      expect(validate({...narrative, text, parts}), narrative.id).toEqual([]);
    }
  });
});

describe("edges", () => {
  test("no text, or white space alone", () => {
    expect(codes({...harbour, text: "", parts: []})).toEqual(["empty"]);
    expect(validateLine({...foreign(harbour), full_text_for_eval: " \n\t"}).problems.map(({code}) => code)).toEqual(["empty"]);
  });

  test("spans that are reversed, empty, overlapping or beyond the text", () => {
    const withFirst = (start: number, end: number) =>
      codes({...harbour, parts: harbour.parts.with(0, {...harbour.parts[0]!, start, end})});
    expect(withFirst(9, 3)).toEqual(["parts-span"]);
    expect(withFirst(5, 5)).toEqual(["parts-span"]);
    expect(withFirst(0, harbour.parts[1]!.start + 1)).toEqual(["parts-span"]);
    expect(withFirst(0, harbour.text.length + 1)).toEqual(["parts-span"]);
    expect(codes({...harbour, parts: harbour.parts.toReversed()})).toEqual(["parts-span"]);
  });

  test("no part at all: nothing is told", () => {
    expect(codes({...harbour, parts: []})).toEqual(expect.arrayContaining(["parts-gap", "beat-missing", "question-missing"]));
  });

  test("names that lack, are empty, hold a number or are only signs", () => {
    expect(codes({...harbour, anchors: []})).toContain("anchor-count");
    expect(codes({...harbour, anchors: ["the Lantern Toll", " "]})).toContain("anchor-count");
    expect(codes({...harbour, anchors: ["the Lantern Toll", "the Seven Gulls"]})).toContain("anchor-number");
    expect(codes({...harbour, anchors: ["the Lantern Toll", "???"]})).toContain("anchor-missing");
    expect(codes({...harbour, anchors: ["the Lantern Toll", "THE  lantern toll"]})).toContain("anchor-duplicate");
  });

  test("a list that cannot be read, is too deep, or has another number of operations", () => {
    const of = (ast_str: string) => validateLine({...line(harbour), ast_str}).problems.map(({code}) => code);
    expect(of("(MAX 1")).toEqual(["tree"]);
    expect(of("")).toEqual(["tree"]);
    expect(of("(MAX 1 ".repeat(100_000) + ")".repeat(100_000))).toEqual(["tree"]);
    expect(of("(SM 8 1 4 (MAX 9 2 (MIN 7)))")).toContain("operations");
  });

  test("the median rule decides the answer", () => {
    const narrative = {...harbour, tree: readTree("[MED 9 4 [MAX 2 7] 6]"), answer: 7};
    expect(codes(narrative)).toContain("answer");
    expect(codes({...narrative, median: "upper"})).not.toContain("answer");
  });

  test("a line without parts and names is checked over its whole text, and says what was not", () => {
    expect(validateLine(foreign(harbour)).problems).toEqual([]);
    expect(validateLine(foreign(harbour)).unchecked).toContain("operands beat by beat");
    expect(validateLine(line(harbour)).unchecked).toEqual([]);
    const codesOf = (text: string) =>
      validateLine({...foreign(harbour), full_text_for_eval: text}).problems.map(({code}) => code);
    expect(codesOf(`${harbour.text} Eleven gulls.`)).toEqual(["number-extra"]);
    expect(codesOf(`${harbour.text} Nine gulls.`)).toEqual(["operand-repeated"]);
    expect(codesOf(harbour.text.replace("nine", "many"))).toEqual(["operand-missing"]);
    expect(codesOf(`[Padding Segment] ${harbour.text}`)).toEqual(["marker-segment"]);
  });

  test("instructions may hold numbers, but not the list's own in a row, and no name", () => {
    const start = (words: string): Narrative => {
      const moved = edited(harbour, 0, 0, `${words}\n\n`);
      const parts = moved.parts.with(0, {...moved.parts[0]!, start: words.length + 2});
      return {...moved, parts: [{kind: "instructions", start: 0, end: words.length}, ...parts]};
    };
    expect(codes(start("Answer with a number. **Example**: 3 and 4 make 7, on the 3rd of May."))).toEqual([]);
    expect(codes(start("For example 8, 1, 4, 9, 2 and 7."))).toEqual(["instructions-leak"]);
    expect(codes(start("Find the Lantern Toll."))).toEqual(["anchor-early"]);
    expect(codes(start("It hides [SM 8 1 4 [MAX 9 2 7]]."))).toContain("marker-list");
  });

  test("emphasis, code, links, tags, rows of tables and rules are found however long they are", () => {
    const {end} = harbour.parts[2]!;
    const gulls = "The tide went out, and no one on the quay looked up. ".repeat(200).trim();
    const coded = (words: string) => codes(edited(harbour, end, end, `\n\n${words}\n`));
    expect(coded(gulls)).toEqual([]);
    for (const words of [
      `**${gulls}**`,
      `__${gulls}__`,
      `*${gulls}*`,
      `_${gulls}_`,
      `\`${gulls}\``,
      `[${gulls}](gulls)`,
      `| ${gulls} |`
    ])
      expect(coded(words), words.slice(0, 4)).toEqual(["marker-markdown"]);
    expect(coded(`<span title="${gulls}">`)).toEqual(["marker-tag"]);
    expect(coded("-".repeat(10_000))).toEqual(["marker-heading"]);
    // One mark, or two in different lines, make no emphasis; and a line of nothing but openings is read once.
    for (const words of [`*${gulls}`, `** ${gulls}\n${gulls} **`, `${gulls} *`])
      expect(coded(words), words.slice(0, 4)).toEqual([]);
    for (const opening of [" **a", " _a", " [a", " <a"])
      expect(
        coded(opening.repeat(50_000)).filter(code => code !== "marker-markdown"),
        opening
      ).toEqual([]);
    expect(validate(edited(harbour, end, end, " `a`".repeat(150_000)))).toHaveLength(150_000);
    expect(validateLine({...foreign(harbour), full_text_for_eval: " `a`".repeat(150_000)}).problems.length).toBeGreaterThan(
      150_000
    );
  });

  test("five million characters of padding, and a number at their end", () => {
    const {end} = harbour.parts[2]!;
    const long = edited(
      harbour,
      end,
      end,
      " The tide went out and came in again, and no one on the quay looked up.".repeat(70_000)
    );
    expect(long.text.length).toBeGreaterThan(4_900_000);
    expect(validate(long)).toEqual([]);
    const last = long.parts[2]!.end;
    expect(codes(edited(long, last, last, " Six gulls did."))).toEqual(["number-outside"]);
  });
});
