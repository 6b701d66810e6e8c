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
  }
);

test("--quick of a file is refused with the way out", async () => {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-quick-"));
  onTestFinished(() => rm(root, {recursive: true, force: true}));
  await writeFile(join(root, "sums.csv"), "question,answer\n1 + 1?,2\n");
  const words = ["ask", "sums.csv", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--quick", "5"];
  const result = await inProcess(words, {cwd: root});
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("--quick goes with the name of a public benchmark");
});
