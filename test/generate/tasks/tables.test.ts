import {encode} from "gpt-tokenizer/encoding/o200k_base";
import {describe, expect, test} from "vitest";
import {tables} from "../../../pipelines/generate/tasks/tables.js";
import {repetitions} from "../../repetitions.js";
import {lastAnswer, question, questions, refusals} from "./testing.js";

const FORMATS = ["markdown", "csv", "json", "html"];
const OPERATIONS = ["lookup", "count", "sum", "max", "filter_count", "distinct", "argmax"];

/** Any of the four formats to cells, by taking away what is no cell. */
function cellsOf(prompt: string): {format: string; head: string[]; body: string[][]} {
  const start = prompt.indexOf("\n\n") + 2;
  const lines = prompt.slice(start, prompt.indexOf("\n\nQuestion: ")).split("\n");
  const format = lines[0]!.startsWith("|") ? "markdown" : lines[0] === "[" ? "json" : lines[0] === "<table>" ? "html" : "csv";
  const tight = (line: string, between: RegExp) =>
    line
      .split(between)
      .map(cell => cell.trim())
      .filter(Boolean);
  if (format === "json") {
    const objects = lines.slice(1, -1).map(line =>
      line
        .replace(/[{}"]/g, "")
        .replace(/,$/, "")
        .split(",")
        .map(pair => pair.split(":"))
    );
    return {format, head: objects[0]!.map(([name]) => name!), body: objects.map(pairs => pairs.map(([, cell]) => cell!))};
  }
  const between = {markdown: /\|/, csv: /,/, html: /<[^>]+>/}[format]!;
  const [head, ...body] = lines.map(line => tight(line, between)).filter(cells => cells.length > 1 && cells[0] !== "---");
  return {format, head: head!, body};
}

/** All answers that the table allows: one, or the question is ambiguous. */
function answersTo(prompt: string): {answers: number[]; operation: string; rows: number} {
  const {head, body} = cellsOf(prompt);
  const asked = /^Question: (.*)$/m.exec(prompt)![1]!;
  const column = (name: string) => head.indexOf(name);
  const get = (cells: string[], name: string) => cells[column(name)]!;
  const rows = body.length;
  let match = /^What is the (year|score|hours) of (.+)\?$/.exec(asked);
  if (match) {
    const named = body.filter(cells => get(cells, "name") === match![2]);
    return {answers: named.map(cells => Number(get(cells, match![1]!))), operation: "lookup", rows};
  }
  match = /^How many rows have the city (\w+)\?$/.exec(asked);
  if (match) return {answers: [body.filter(cells => get(cells, "city") === match![1]).length], operation: "count", rows};
  const team = body.filter(cells => get(cells, "team") === /team(?: is)? (\w+)/.exec(asked)![1]);
  const scores = team.map(cells => Number(get(cells, "score"))).sort((a, b) => b - a);
  match = /and a score of at least (\d+)\?$/.exec(asked);
  if (match) return {answers: [scores.filter(score => score >= Number(match![1])).length], operation: "filter_count", rows};
  if (/^What is the sum of the scores of all rows whose team is \w+\?$/.test(asked))
    return {answers: [scores.reduce((a, b) => a + b)], operation: "sum", rows};
  if (/^What is the largest score among the rows whose team is \w+\?$/.test(asked))
    return {answers: [scores[0]!], operation: "max", rows};
  if (/^How many different cities are there among the rows whose team is \w+\?$/.test(asked))
    return {answers: [new Set(team.map(cells => get(cells, "city"))).size], operation: "distinct", rows};
  expect(asked).toMatch(/^Of the rows whose team is \w+, which has the largest score\? Give the hours of that row\.$/);
  const best = team.filter(cells => Number(get(cells, "score")) === scores[0]);
  return {answers: best.map(cells => Number(get(cells, "hours"))), operation: "argmax", rows};
}

describe("answers", () => {
  test("are what the printed table says, and nothing else is on generated tests", () => {
    const points: [Record<string, unknown>, number][] = [
      [{format: "mixed", target_tokens: 400}, 8000],
      [{format: "csv", target_tokens: 300, operation: "argmax"}, 2000],
      [{format: "mixed", target_tokens: 4000}, 500]
    ];
    for (const [params, count] of points)
      for (const {prompt, expected, guessChance} of questions(tables, params, repetitions(count))) {
        const {answers, operation, rows} = answersTo(prompt);
        if (answers.length !== 1 || String(answers[0]) !== expected) throw new Error(`${answers} is not ${expected}: ${prompt}`);
        if (guessChance < 0 || guessChance >= 1 || (operation === "count" && guessChance !== 1 / rows))
          throw new Error(`guess chance ${guessChance}`);
      }
  });

  test("rows are of different people, and rows under one heading all have its cell", () => {
    for (const format of FORMATS) {
      const {head, body, format: printed} = cellsOf(question(tables, {format, target_tokens: 20_000}, 3).prompt);
      expect(printed).toBe(format);
      expect(head).toEqual(["name", "city", "team", "year", "score", "hours"]);
      expect(new Set(body.map(([name]) => name)).size).toBe(body.length);
      for (const cells of body) expect(cells).toHaveLength(6);
    }
  });

  test("the guess at a cell is the share of its column that is right", () => {
    for (const {prompt, expected, guessChance} of questions(tables, {operation: "argmax"}, 50)) {
      const hours = cellsOf(prompt).body.map(cells => cells[5]);
      expect(guessChance).toBe(hours.filter(cell => cell === expected).length / hours.length);
    }
  });

  test("a number is read with or without its thousands' comma", () => {
    expect(lastAnswer(tables, "The sum is 12,345.")).toBe("12345");
  });
});

describe("parameters", () => {
  test.each(FORMATS)("target_tokens is met within 15 %% in %s", format => {
    for (const target_tokens of [400, 1000, 2000, 8000])
      for (const {prompt} of questions(tables, {format, target_tokens}, 12)) {
        const tokens = encode(prompt).length;
        expect(Math.abs(tokens / target_tokens - 1), `${tokens} for ${target_tokens}`).toBeLessThanOrEqual(0.15);
      }
  });

  test("operation is what is asked; any asks all of them", () => {
    for (const operation of OPERATIONS)
      for (const {prompt} of questions(tables, {operation}, 10)) expect(answersTo(prompt).operation).toBe(operation);
    expect(new Set(questions(tables, {}, 200).map(({prompt}) => answersTo(prompt).operation))).toEqual(new Set(OPERATIONS));
    const formats = new Set(questions(tables, {format: "mixed"}, 100).map(({prompt}) => cellsOf(prompt).format));
    expect(formats).toEqual(new Set(FORMATS));
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(tables, {format: "html", target_tokens: 300})).toEqual([
      "target_tokens 300 leaves fewer than 5 rows in html; raise target_tokens to 319 or choose another format"
    ]);
    expect(refusals(tables, {format: "html", target_tokens: 319})).toEqual([]);
    expect(refusals(tables, {format: "csv", target_tokens: 65_000})[0]).toMatch(/lower target_tokens to 58646$/);
    expect(refusals(tables, {operation: "median"})).toHaveLength(1);
    expect(refusals(tables, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(tables, {}, 50);
  for (const k of [0, 7, 49]) expect(question(tables, {}, k)).toEqual(run[k]);
});
