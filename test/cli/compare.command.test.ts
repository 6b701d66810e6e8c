// `ask --html`, `compare` and `view`: one file that is a result, and results of several programs question by question.
import {mkdir, mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {inProcess} from "../inProcess.js";
import {EVALS, HELM, inspectLog, inspectSample, jsonLines, LM_EVAL, layout, PROMPTFOO, write} from "../run/imports/layouts.js";
import {stubServer} from "../workbook.js";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-compare-"));
});
afterAll(() => rm(root, {recursive: true, force: true}));

const command = (...words: string[]) => inProcess(words, {cwd: root});

/** A log of Inspect about questions 1 to n, of which those in `wrong` are wrong. */
const log = (name: string, n: number, wrong: readonly number[], model = "acme/oak-1") =>
  write(
    root,
    name,
    inspectLog(
      Array.from({length: n}, (_, i) =>
        inspectSample(i + 1, {
          scores: {choice: {value: wrong.includes(i + 1) ? "I" : "C", answer: wrong.includes(i + 1) ? "A" : "B"}}
        })
      ),
      {model, eval: {run_id: name}}
    )
  );

test("ask writes one file, view recomputes its numbers, and --responses none leaves texts out", async () => {
  await using stub = await stubServer(body => {
    const [, a, b] = /(\d+) \+ (\d+)/u.exec(JSON.stringify(body))!.map(Number);
    if (a! > 2) return `The answer is ${a! + b!}.`;
    return a === 2 ? "It is either 7 or 9." : `</script><img src=x onerror=alert(1)>\u001b[31m The answer is ${a! + b! + 1}.`;
  });
  const questions = Array.from({length: 10}, (_, i) => `What is ${i} + ${i + 1}?,${2 * i + 1}`);
  await writeFile(join(root, "sums.csv"), ["question,answer", ...questions].join("\n"));
  const ask = (...words: string[]) => command("ask", "sums.csv", "--base-url", stub.url, "--model", "one", ...words);
  const asked = await ask("--html", "out/sums.html");
  expect(asked.code, asked.stderr).toBe(0);
  expect(asked.stderr).toContain("npx reasonbook view out/sums.html  recomputes its numbers");
  const html = await readFile(join(root, "out/sums.html"), "utf8");
  expect(html).toContain("one: 70.0 % of 10 answers right (95 % interval 39.7 to 89.2).");
  expect(html).toContain("What is 1 + 2?");
  expect(html.match(/<script/gu)).toHaveLength(2);
  expect(html).not.toMatch(/<img|\u001b/u);
  const seen = await command("view", "out/sums.html");
  expect(seen, seen.stderr).toMatchObject({code: 0});
  expect(seen.stdout).toMatch(
    /^one {3}70\.0 % right {2}\[39\.7, 89\.2\] {2}n 10 {2}truncated 0 {2}unread 1 .*\nall 7 numbers agree with the 10 answers/u
  );
  await writeFile(join(root, "forged.html"), html.replaceAll("70.0", "90.0"));
  const forged = await command("view", "forged.html");
  expect(forged.code).toBe(1);
  expect(forged.stdout).toContain("disagreement");
  await writeFile(
    join(root, "named.html"),
    html.replace('"model":"one"', '"model":"one\\u001b[2J"').replace('"title":', '"\\u001b[2J":1,"title":')
  );
  expect((await command("view", "named.html")).stderr).not.toMatch(/\u001b/u);
  await writeFile(join(root, "named.html"), html.replace('"model":"one"', '"model":"one\\u001b[2J"'));
  expect((await command("view", "named.html")).stdout).toMatch(/^one·\[2J/u);

  const short = await ask("--html", "short.html", "--responses", "none");
  expect(short.code, short.stderr).toBe(0);
  const withoutTexts = await readFile(join(root, "short.html"), "utf8");
  expect(withoutTexts).not.toMatch(/What is|The answer is|either/u);
  expect((await command("view", "short.html")).code).toBe(0);
});

test("compare prints the paired difference of two logs, its discordant questions, and those of one log only", async () => {
  await log("before.json", 40, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  await log("after.json", 42, [1, 2]);
  const result = await command("compare", "before.json", "after.json", "--html", "difference.html", "--json");
  expect(result.code, result.stderr).toBe(0);
  const {models, pairs, questions} = JSON.parse(result.stdout);
  expect(questions).toBe(42);
  expect(models).toMatchObject([
    {model: "acme/oak-1", source: "before.json", right: 0.75, n: 40},
    {model: "acme/oak-1", source: "after.json", right: 40 / 42, n: 42}
  ]);
  // Eight discordant pairs of 40, all for the second; after Agresti and Min, one pair and two tests are added. 2.0227: Student's t with 39 degrees.
  const error = Math.sqrt(8 - 40 * 0.2 ** 2 + 1) / 42;
  expect(pairs).toMatchObject([{value: -0.2, n: 40, wins: 0, losses: 8, only_a: 0, only_b: 2}]);
  expect((pairs[0].high - pairs[0].low) / 2).toBeCloseTo(2.0227 * error, 4);
  const text = await command("compare", "before.json", "after.json");
  expect(text.stdout).toMatch(
    /acme\/oak-1 \(before\.json\) minus acme\/oak-1 \(after\.json\): −20\.0 points .*n 40, paired {2}acme\/oak-1 \(after\.json\) is better/u
  );
  expect(text.stdout).toContain(
    "8 of 40 differ: 0 for the first, 8 for the second  asked of one only: 0 of the first, 2 of the second"
  );
  expect(text.stderr).not.toContain("reading"); // made by the first command
  expect(await command("view", "difference.html")).toMatchObject({code: 0});
});

test("repeated answers: pass^k and pass@k of both sides, paired by question; single answers have no such line", async () => {
  /** Four answers to each of 20 questions, of which so many are right. */
  const epochs = (name: string, right: (question: number) => number) =>
    write(
      root,
      name,
      inspectLog(
        Array.from({length: 80}, (_, i) => {
          const [question, epoch] = [Math.floor(i / 4) + 1, (i % 4) + 1];
          const isRight = epoch <= right(question);
          return {
            ...inspectSample(question, {scores: {choice: {value: isRight ? "C" : "I", answer: isRight ? "B" : "A"}}}),
            epoch
          };
        }),
        {model: "acme/oak-1", eval: {run_id: name}}
      )
    );
  await epochs("steady.json", question => (question <= 10 ? 4 : 0));
  await epochs("fickle.json", () => 2);
  const json = await command("compare", "steady.json", "fickle.json", "--json");
  expect(json.code, json.stderr).toBe(0);
  const {pairs} = JSON.parse(json.stdout) as {pairs: {value: number; passes: Record<string, unknown>[]}[]};
  expect(pairs[0]!.value).toBe(0); // half of the answers of both are right
  const passes = pairs[0]!.passes as unknown as {
    kind: string;
    k: number;
    value: number;
    items: number;
    a: {value: number};
    b: {value: number};
  }[];
  expect(passes.map(({kind, k}) => `${kind} ${k}`)).toEqual([
    "pass_hat 2",
    "pass_at 2",
    "pass_hat 3",
    "pass_at 3",
    "pass_hat 4",
    "pass_at 4"
  ]);
  // of two right answers among four, C(2, 2) ÷ C(4, 2) = 1/6 of pairs are right, and 5/6 hold a right one
  expect(passes[0]!.a.value).toBe(0.5);
  expect(passes[0]!.b.value).toBeCloseTo(1 / 6, 12);
  expect(passes[1]!.value).toBeCloseTo(1 / 2 - 5 / 6, 12);
  expect(passes[4]).toMatchObject({k: 4, items: 20, value: 0.5});
  const text = await command("compare", "steady.json", "fickle.json");
  expect(text.stdout).toMatch(
    /^pass\^4: 50\.0 % \[29\.3, 70\.7\] and 0\.0 % \[0\.0, 11\.7\] {2}difference \+50\.0 points {2}\[.*\] {2}.*\(steady\.json\) is better {2}n 20$/mu
  );
  expect(text.stdout).toMatch(/^pass@4: .*difference −50\.0 points/mu);
  expect((await command("compare", "before.json", "after.json")).stdout).not.toContain("pass^");
});

test("logs of two programs pair up by the texts of questions, and a store and answers of a file are compared too", async () => {
  await log("oak.json", 4, [1]);
  const samples = Array.from({length: 4}, (_, i) => ({
    doc_id: i,
    doc: {question: `Question ${i + 1}?`},
    target: "B",
    arguments: {gen_args_0: {arg_0: `Question ${i + 1}?`}},
    resps: [["B"]],
    filtered_resps: ["B"],
    exact_match: i < 2 ? 1 : 0
  }));
  await write(root, "lm/samples_colours_2026-01-02T03-04-05.000001.jsonl", jsonLines(samples));
  const mixed = await command("compare", "oak.json", "lm", "--json");
  expect(mixed.code, mixed.stderr).toBe(0);
  const {pairs, notes} = JSON.parse(mixed.stdout);
  expect(pairs).toMatchObject([{n: 4, value: 0.25, wins: 2, losses: 1, only_a: 0, only_b: 0}]);
  expect(notes.join()).toContain("paired by their texts");

  const rows = Array.from({length: 4}, (_, i) => ({
    model: "elm",
    base_task: "colours",
    prompt: `Question ${i + 1}?`,
    text: "Answer: 3",
    expected: "3"
  }));
  await write(root, "answers.jsonl", jsonLines(rows));
  const store = await command("import", "oak.json", "--out", "stored");
  expect(store.code, store.stderr).toBe(0);
  const others = await command("compare", "stored", "answers.jsonl", "--json");
  expect(others.code, others.stderr).toBe(0);
  expect(JSON.parse(others.stdout).pairs).toMatchObject([{a: "acme/oak-1", b: "elm", n: 4, value: -0.25}]);
  const seen = await command("view", "answers.jsonl", "oak.json", "stored", "--json");
  expect(seen.code, seen.stderr).toBe(0);
  expect(JSON.parse(seen.stdout).map(({models}: {models: {model: string}[]}) => models[0]!.model)).toEqual([
    "elm",
    "acme/oak-1",
    "acme/oak-1"
  ]);
});

test("view reads logs of lm-eval, HELM, promptfoo and OpenAI's evals: shares are those that the programs report", async () => {
  await layout(join(root, "programs/lm"), LM_EVAL);
  await layout(join(root, "programs/helm"), HELM);
  await write(root, "programs/promptfoo.json", PROMPTFOO);
  await write(root, "programs/evals.jsonl", jsonLines(EVALS));
  const sharesIn = async (path: string): Promise<number[]> => {
    const {code, stdout, stderr} = await command("view", join("programs", path), "--json");
    expect(code, stderr).toBe(0);
    return (JSON.parse(stdout) as {models: {right: number}[]}[]).flatMap(({models}) => models.map(({right}) => right));
  };
  expect(await sharesIn("lm")).toEqual([0.5]); // half of both tasks
  expect(await sharesIn("helm")).toEqual([2 / 3]);
  expect((await sharesIn("promptfoo.json")).sort()).toEqual([0.5, 0.5, 1, 1]);
  expect(await sharesIn("evals.jsonl")).toEqual([2 / 3]); // accuracy in its final report
});

test("view prints the results of logs, and in a folder without pages names a way to see them", async () => {
  await log("seen.json", 4, [1]);
  const result = await command("view", "seen.json");
  expect(result.code, result.stderr).toBe(0);
  expect(result.stdout).toContain("acme/oak-1   75.0 % right");
  expect(result.stderr).toContain("compare seen.json --html result.html");
});

test("files that are no log, empty ones and foreign fields are one error each", async () => {
  await log("good.json", 4, [1]);
  await log("good2.json", 4, [2]);
  await writeFile(join(root, "empty.jsonl"), "");
  await writeFile(join(root, "note.txt"), "no log at all");
  await writeFile(join(root, "picture.png"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xd, 0xa, 0x1a, 0xa, 0, 0]));
  await writeFile(join(root, "foreign.json"), '{"hello": [1, 2, 3]}');
  await writeFile(join(root, "rows.csv"), "a,b\n1,2\n");
  await writeFile(join(root, "page.html"), "<html></html>");
  await mkdir(join(root, "void"), {recursive: true});
  const errorOf = async (...words: string[]) => {
    const {code, stderr, stdout} = await command(...words);
    const errors = stderr
      .trim()
      .split("\n")
      .filter(line => !line.startsWith("reading "));
    expect([code, stdout, errors.length], `${words.join(" ")}: ${stderr}`).toEqual([2, "", 1]);
    return errors[0]!;
  };
  for (const file of ["empty.jsonl", "note.txt", "picture.png", "foreign.json", "rows.csv", "void", "nothing.json"]) {
    expect(await errorOf("compare", "good.json", file)).toContain(file);
    expect(await errorOf("view", file)).toContain(file);
  }
  expect(await errorOf("compare", "good.json")).toContain("there is nothing to compare");
  expect(await errorOf("compare", "good.json", "./good.json")).toContain("is given twice");
  expect(await errorOf("compare", "good.json", "good2.json", "--model", "elm")).toContain("no answers of these models");
  expect(await errorOf("view", "page.html")).toContain("has no result");
});
