// `ask gsm8k --quick`: the score on all items from a few, with the published answers of other models.
import {existsSync, readFileSync} from "node:fs";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, onTestFinished, test} from "vitest";
import {inProcess} from "../inProcess.js";
import {stubServer} from "../workbook.js";

const FILE = join(import.meta.dirname, "../../../shared/data/banks/gsm8k-test.jsonl");
const isAbsent = !existsSync(FILE);
const QUESTIONS = 60;

test.skipIf(isAbsent)(
  `a model that is always right, from ${QUESTIONS} of 1,319 questions${isAbsent ? " (skipped: no ../shared/data/banks)" : ""}`,
  async () => {
    const root = await mkdtemp(join(tmpdir(), "reasonbook-quick-"));
    onTestFinished(() => rm(root, {recursive: true, force: true}));
    const command = (...words: string[]) => inProcess(words, {cwd: root});
    expect((await command("items", "get", "gsm8k", "--from", FILE)).code).toBe(0);
    const records = readFileSync(FILE, "utf8")
      .trim()
      .split("\n")
      .map(line => JSON.parse(line) as {question: string; answer: string})
      .map(({question, answer}) => ({question: question.trim(), key: answer.split("#### ")[1]!.replaceAll(",", "")}));
    await using stub = await stubServer(body => {
      const text = (body.messages as {content: string}[]).at(-1)!.content;
      return `The answer is ${records.find(({question}) => text.includes(question))!.key}.`;
    });
    const words = ["--base-url", stub.url, "--model", "m", "--quick", `${QUESTIONS}`];
    const result = await command("ask", "gsm8k", ...words, "--json");
    expect(result.code, result.stderr).toBe(0);
    expect(stub.requests).toHaveLength(QUESTIONS);
    const [{score, low, high, n, items, references}] = JSON.parse(result.stdout).estimates;
    expect({n, items}).toEqual({n: QUESTIONS, items: records.length});
    expect(references).toBeGreaterThan(40);
    expect(score).toBeGreaterThan(0.95);
    expect(low).toBeLessThan(score);
    expect(score).toBeLessThan(high);

    // the same by `adaptive --estimate`, whose answers are all in the cache of the ask
    const estimate = ["adaptive", "--estimate", "gsm8k", "--base-url", stub.url, "--model", "m", "--items", `${QUESTIONS}`];
    const again = await command(...estimate, "--json");
    expect(again.code, again.stderr).toBe(0);
    expect(again.stderr).toContain(`${QUESTIONS} of ${QUESTIONS} questions answered`);
    expect(JSON.parse(again.stdout)).toEqual(JSON.parse(result.stdout));
    expect(stub.requests).toHaveLength(QUESTIONS);
    expect((await command(...estimate)).stdout).toMatch(/^m {3}\d+\.\d % of all 1,319 questions right \(estimated\) {2}\[/u);
    expect((await command(...estimate.slice(0, -1), "2000")).stderr).toContain("gsm8k has 1319 items");
    expect((await command(...estimate.slice(0, -1), "5")).stderr).toContain("ask at least 20");
  }
);

test.each([
  ["another option of a test of ability", ["gsm8k", "--se", "0.2"], "--estimate excludes --se"],
  ["a bank", ["gsm8k", "--bank", "fit.json"], "--estimate excludes --bank"],
  ["ranks", ["gsm8k", "--ranks", "3"], "--estimate excludes --ranks"],
  ["an unknown benchmark", ["gsm9k"], "gsm8k"],
  ["a benchmark of unknown texts", ["mmlu-pro"], "items get cannot fetch its questions"],
  ["tasks of unknown texts", ["livebench"], "items get cannot fetch its questions"],
  ["a benchmark that was not fetched", ["gsm8k"], "items get gsm8k"]
])("--estimate with %s is refused with the way out", async (_, words, message) => {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-quick-"));
  onTestFinished(() => rm(root, {recursive: true, force: true}));
  const endpoint = ["--base-url", "http://127.0.0.1:9/v1", "--model", "m"];
  const result = await inProcess(["adaptive", "--estimate", ...words, ...endpoint], {cwd: root});
  expect(result.code).toBe(2);
  expect(result.stderr).toContain(message);
});

test("--items without --estimate is refused", async () => {
  const result = await inProcess(["adaptive", "--items", "50", "--base-url", "http://127.0.0.1:9/v1", "--model", "m"]);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("--items goes with --estimate");
});

test("--quick of a file is refused with the way out", async () => {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-quick-"));
  onTestFinished(() => rm(root, {recursive: true, force: true}));
  await writeFile(join(root, "sums.csv"), "question,answer\n1 + 1?,2\n");
  const words = ["ask", "sums.csv", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--quick", "5"];
  const result = await inProcess(words, {cwd: root});
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("--quick goes with the name of a public benchmark");
});
