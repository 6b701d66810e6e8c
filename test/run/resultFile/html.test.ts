// A result file holds numbers that follow from its answers, and texts that are no markup.
import {mkdtemp, readFile, rm, stat, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import fc from "fast-check";
import {afterAll, beforeAll, expect, test} from "vitest";
import {checkedHtml, htmlOf, writeHtml} from "../../../pipelines/run/resultFile/html.js";
import type {Result} from "../../../pipelines/run/resultFile/result.js";
import {inertText, lengthFor, shorten} from "../../../pipelines/run/resultFile/shorten.js";
import {resultOf} from "./results.js";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-html-"));
});
afterAll(() => rm(root, {recursive: true, force: true}));

const checked = async (html: string) => {
  const file = join(root, "result.html");
  await writeFile(file, html);
  return checkedHtml(file);
};

/** Ends of Wilson's interval, found by bisection: shares whose score test does not reject k of n at the level of z. */
function wilsonByBisection(k: number, n: number): [number, number] {
  const Z = 1.959963984540054;
  const isRejected = (share: number) => Math.abs(k / n - share) > Z * Math.sqrt((share * (1 - share)) / n);
  const border = (inside: number, outside: number): number => {
    let [held, rejected] = [inside, outside];
    if (!isRejected(rejected)) return rejected;
    for (let i = 0; i < 80; i++) {
      const middle = (held + rejected) / 2;
      if (isRejected(middle)) rejected = middle;
      else held = middle;
    }
    return held;
  };
  return [border(k / n, 0), border(k / n, 1)];
}

/** Answers of two models to the same questions, one answer each; "" is a question that was not asked. */
const answersOfTwo = fc
  .integer({min: 1, max: 60})
  .chain(n =>
    fc.tuple(...[0, 1].map(() => fc.array(fc.constantFrom("r", "r", "w", "u", "c", ""), {minLength: n, maxLength: n})))
  );

test("50 files: shares, intervals, n and paired differences are those of an independent computation from the answers", async () => {
  await fc.assert(
    fc.asyncProperty(answersOfTwo, async models => {
      const html = htmlOf(resultOf(models as string[][]));
      const {result, recomputed} = await checked(html);
      expect(recomputed.disagreements).toEqual([]);
      for (const [i, answers] of (models as string[][]).entries()) {
        const counted = answers.filter(each => each !== "" && each !== "c");
        const right = counted.filter(each => each === "r").length;
        const model = result.models[i]!;
        expect(model).toMatchObject({
          n: counted.length,
          truncated: answers.filter(each => each === "c").length,
          unread: answers.filter(each => each === "u").length,
          right: counted.length === 0 ? null : right / counted.length
        });
        if (counted.length === 0) continue;
        const [low, high] = wilsonByBisection(right, counted.length);
        expect(model.low).toBeCloseTo(low, 9);
        expect(model.high).toBeCloseTo(high, 9);
        for (const [group, name] of ["even", "odd"].entries()) {
          const counts = answers.filter((code, item) => item % 2 === group && code !== "" && code !== "c");
          const [from, to] = wilsonByBisection(counts.filter(code => code === "r").length, Math.max(1, counts.length));
          const cell = counts.length === 0 ? "–" : `[${(100 * from).toFixed(1)}, ${(100 * to).toFixed(1)}] n ${counts.length}<`;
          expect(html.split(`<th scope="row">${name}</th>`)[1]!.split("<td>")[i + 1]).toContain(cell);
        }
        expect(html).toContain(`>${((100 * right) / counted.length).toFixed(1)}</td><td>${(100 * model.low!).toFixed(1)} to`);
      }
      // The mean difference, and after Agresti and Min its standard error with one pair and two tests added.
      const [a, b] = models as [string[], string[]];
      const gains = a.flatMap((code, i) =>
        [code, b[i]!].some(each => each === "" || each === "c") ? [] : [+(code === "r") - +(b[i] === "r")]
      );
      const n = gains.length;
      const mean = gains.reduce((sum: number, each) => sum + each, 0) / n;
      const [pair] = result.pairs;
      expect(pair).toMatchObject({
        n,
        wins: gains.filter(each => each > 0).length,
        losses: gains.filter(each => each < 0).length,
        only_a: a.filter((code, i) => code !== "" && b[i] === "").length,
        only_b: b.filter((code, i) => code !== "" && a[i] === "").length
      });
      if (n === 0) expect(pair!.value).toBeNull();
      if (n === 0) return;
      expect(pair!.value).toBeCloseTo(mean, 12);
      if (n < 2) expect(pair!.low).toBeNull();
      if (n < 2) return;
      const error = Math.sqrt(gains.reduce((sum: number, each) => sum + (each - mean) ** 2, 0) + 1) / (n + 2);
      const half = STUDENT[n - 1];
      if (half === undefined || pair!.low === -1 || pair!.high === 1) return;
      expect(pair!.high! - pair!.value!).toBeCloseTo(half * error, 2);
    }),
    {numRuns: 50, seed: 54}
  );
});

/** 97.5 % quantiles of Student's t by degrees of freedom, from a printed table. */
const STUDENT: Readonly<Record<number, number>> = {
  1: 12.706,
  2: 4.303,
  3: 3.182,
  4: 2.776,
  5: 2.571,
  6: 2.447,
  7: 2.365,
  8: 2.306,
  9: 2.262,
  10: 2.228,
  15: 2.131,
  20: 2.086,
  25: 2.06,
  30: 2.042,
  40: 2.021
};

test("every number of the data that is changed is found, and so is a changed text", async () => {
  const result = resultOf(
    [
      ["r", "w", "u", "rw", "c"],
      ["w", "w", "r", "rr", "r"]
    ],
    {
      costs: [
        [0.1, 0.2, 0.3, 0.4, 0.5],
        [0, 0, 0, 0, 1]
      ]
    }
  );
  const {recomputed} = await checked(htmlOf(result));
  expect(recomputed.disagreements).toEqual([]);
  const changed = (change: (copy: Result) => void) => {
    const copy = structuredClone(result);
    change(copy);
    return checked(htmlOf(copy));
  };
  for (const field of ["right", "low", "high", "n", "truncated", "unread", "cost"] as const) {
    const {recomputed: found} = await changed(copy => {
      copy.models[0]![field] = field === "right" || field === "low" || field === "high" ? 0.987 : 7;
    });
    expect(found.disagreements, field).toEqual([expect.stringContaining(`model-0: ${field} is `)]);
  }
  for (const field of ["value", "low", "high", "p", "n", "wins", "losses", "only_a", "only_b"] as const) {
    const {recomputed: found} = await changed(copy => {
      copy.pairs[0]![field] = field === "value" || field === "low" || field === "high" || field === "p" ? 0.987 : 7;
    });
    expect(found.disagreements, field).toEqual([expect.stringContaining(`: ${field} is `)]);
  }
  const answer = await changed(copy => {
    copy.models[1]!.answers = "r w r rr r";
  });
  expect(answer.recomputed.disagreements.join()).toContain("list of wrong and unread answers differs in 1");
  const forged = await checked(htmlOf(result).replace(">40.0</td>", ">95.0</td>"));
  expect(forged.recomputed.disagreements).toEqual([expect.stringMatching(/the text shows ".*95\.0.*its data say ".*40\.0/u)]);
});

test("a file of this layout still agrees with its data; if not, raise LAYOUT and write the file again", async () => {
  const golden = join(import.meta.dirname, "../../golden/result.html");
  const {result, recomputed} = await checkedHtml(golden);
  expect(result.models).toHaveLength(2);
  expect(recomputed.disagreements).toEqual([]);
  const {isTextCompared} = await checked(htmlOf({...result, layout: 0}));
  expect(isTextCompared).toBe(false);
});

test("no question, one answer, nothing right", async () => {
  for (const models of [[], [[]], [["r"]], [["w", "u"]], [["c"]]]) {
    const {recomputed} = await checked(htmlOf(resultOf(models)));
    expect(recomputed.disagreements).toEqual([]);
  }
  expect(htmlOf(resultOf([["c"]]))).toContain("no answer to count");
  expect(htmlOf(resultOf([["w", "u"]]))).toContain("0.0 % of 2 answers right");
});

test("texts of models are no markup: the file has no tag, comment or control character of theirs", () => {
  const hostile = inertText(
    "</script><script>alert(1)</script><img src=x onerror=alert(1)><!-- \u001b[31mred\u0000\u202eabc\ud800"
  );
  const html = htmlOf({
    ...resultOf([["w"]], {texts: {response: hostile, read: hostile}}),
    title: inertText("<b>\u001b[1m"),
    questions: [hostile]
  });
  expect(html.match(/<script/gu)).toHaveLength(2);
  expect(html).not.toMatch(/<img|<!--|<b>/u);
  expect(html.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Surrogate}\u202a-\u202e]/u);
});

test("1,000 wrong answers with long texts take at most 1.5 MB", async () => {
  const long = inertText(`"<&${"Я думаю, что ответ 2. ".repeat(2_000)}`);
  const most = lengthFor(
    Array.from({length: 1_000}, () => long),
    1_100_000
  );
  const result = resultOf([Array.from({length: 1_000}, () => "w")], {
    texts: {id: "a".repeat(64), response: shorten(long, most).text}
  });
  const bytes = await writeHtml(join(root, "large.html"), result);
  expect(bytes).toBeLessThanOrEqual(1_500_000);
  expect((await stat(join(root, "large.html"))).size).toBe(bytes);
  expect(await readFile(join(root, "large.html"), "utf8")).toContain("characters left out");
});

test("a shortened text keeps beginning, end and the answer's position, and halves no character", () => {
  fc.assert(
    fc.property(
      fc.string({unit: "grapheme", minLength: 1, maxLength: 400}),
      fc.integer({min: 10, max: 300}),
      fc.nat(),
      (text, most, position) => {
        const {text: short, spanOf} = shorten(text, most);
        expect(short).not.toMatch(/\p{Surrogate}/u);
        if (text.length <= most) expect(short).toBe(text);
        const start = position % text.length;
        const span = spanOf({start, end: start + 1});
        if (span) expect(short.slice(...span)).toBe(text.slice(start, start + 1));
        expect(short.startsWith(text.slice(0, 3).replace(/[\ud800-\udbff]$/u, ""))).toBe(true);
      }
    )
  );
});

test("files without a result, damaged and absent ones are one error each", async () => {
  await expect(checked("<html></html>")).rejects.toThrow(/has no result; expected a file that --html wrote/u);
  await expect(checked("")).rejects.toThrow(/has no result/u);
  const html = htmlOf(resultOf([["r"]]));
  await expect(checked(html.replace('"items":1', '"items":'))).rejects.toThrow(/is not JSON: the file is damaged/u);
  await expect(checked(html.replace('"items":1', '"items":1,"extra":1'))).rejects.toThrow(/cannot be read: .*extra/u);
  await expect(checkedHtml(join(root, "nothing.html"))).rejects.toThrow(/no such file/u);
});
