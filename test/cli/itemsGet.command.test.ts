// `items get`: public benchmarks from a mirror, checked, and asked by name.
import {existsSync, readdirSync, readFileSync} from "node:fs";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {basename, join} from "node:path";
import {expect, onTestFinished, test} from "vitest";
import {inProcess} from "../inProcess.js";
import {stubServer, workbook} from "../workbook.js";

const BANKS = join(import.meta.dirname, "../../../shared/data/banks");
const isAbsent = !existsSync(BANKS);
const title = (name: string): string => (isAbsent ? `${name} (skipped: no ../shared/data/banks)` : name);

async function emptyFolder() {
  const root = await mkdtemp(join(tmpdir(), "reasonbook-get-"));
  onTestFinished(() => rm(root, {recursive: true, force: true}));
  return {root, command: (...words: string[]) => inProcess(words, {cwd: root})};
}

/** A mirror on loopback. @param reply content of a file, or a status */
async function mirrorOf(reply: (name: string) => Buffer | number): Promise<{url: string; paths: string[]}> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url!);
    const content = reply(basename(request.url!));
    if (typeof content === "number") response.writeHead(content).end("no");
    else response.end(content);
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/data/`, paths};
}

test.skipIf(isAbsent)(
  title("the given files come from a mirror, are asked by name, and need no network afterwards"),
  async () => {
    const files: Record<string, string> = {"test.jsonl": "gsm8k-test.jsonl"};
    const mirror = await mirrorOf(name => readFileSync(join(BANKS, files[name] ?? name)));
    const {root, command} = await emptyFolder();
    for (const [name, items] of [
      ["gsm8k", "1,319"],
      ["humaneval", "164"],
      ["truthfulqa", "817"]
    ] as const) {
      const got = await command("items", "get", name, "--from", mirror.url);
      expect(got.code, got.stderr).toBe(0);
      expect(got.stdout).toContain(`reasonbook-asks/banks/${name}.yaml: ${items} items`);
      expect(got.stderr).toMatch(/^[A-Za-z0-9]+: source https:\S+, licence \S+, 1 file, [\d.]+ [kM]B, from http:/);
    }
    expect(mirror.paths).toEqual(["/data/test.jsonl", "/data/HumanEval.jsonl.gz", "/data/TruthfulQA.csv"]);
    expect((await command("items", "get", "gsm8k")).stdout).toContain("gsm8k is there");
    expect(mirror.paths).toHaveLength(3);

    // The key of a public item: "#### 18" ends the first solution of the file.
    await using stub = await stubServer(() => "The answer is 18.");
    const result = await command("ask", "gsm8k", "--base-url", stub.url, "--model", "m", "--limit", "20", "--json");
    expect(result.code, result.stderr).toBe(0);
    const questions = readFileSync(join(BANKS, "gsm8k-test.jsonl"), "utf8").trim().split("\n");
    const eighteen = stub.requests.filter(({messages}) => {
      const text = (messages as {content: string}[]).at(-1)!.content;
      return questions.some(line => {
        const {question, answer} = JSON.parse(line) as {question: string; answer: string};
        return text.includes(question.trim()) && /#### 18$/u.test(answer);
      });
    }).length;
    expect(JSON.parse(result.stdout).models).toMatchObject([{model: "m", n: 20, right: eighteen / 20}]);
    expect(readdirSync(join(root, "reasonbook-asks")).sort()).toEqual(["banks", "gsm8k"]);
  }
);

test.skipIf(isAbsent)(title("in a workbook the bank is one of data/banks, and the ask's suite names it"), async () => {
  await using book = await workbook();
  const got = await book.command("items", "get", "gsm8k", "--from", join(BANKS, "gsm8k-test.jsonl"));
  expect(got.code, got.stderr).toBe(0);
  expect(existsSync(join(book.root, "data/banks/gsm8k.parquet"))).toBe(true);
  await using stub = await stubServer(() => "The answer is 18.");
  const result = await book.command("ask", "gsm8k", "--base-url", stub.url, "--model", "m", "--limit", "2");
  expect(result.code, result.stderr).toBe(0);
  expect(result.stdout).toMatch(/^m {3}.* n 2 /);
});

test.each<[string, () => Buffer | number, RegExp]>([
  [
    "another content",
    () => Buffer.from('{"question": "1 + 1?", "answer": "#### 2"}\n'),
    /is not the known file: its SHA-256 is [0-9a-f]{64}/
  ],
  ["a missing file", () => 404, /the server answered 404; try a mirror or a local copy with --from/],
  ["an endless file", () => Buffer.alloc(2_000_000, "x"), /is longer than the known file/]
])("%s is refused, and nothing is kept", async (_, reply, message) => {
  const mirror = await mirrorOf(reply);
  const {root, command} = await emptyFolder();
  const got = await command("items", "get", "gsm8k", "--from", mirror.url);
  expect(got.code).toBe(2);
  expect(got.stderr.trim().split("\n").at(-1)).toMatch(message);
  expect(readdirSync(root)).toEqual([]);
});

test("unknown names, absent copies and benchmarks that are not here yet are one line with the way out", async () => {
  const {root, command} = await emptyFolder();
  await writeFile(join(root, "one.jsonl"), "{}");
  const lastLine = async (...words: string[]) => {
    const {code, stderr} = await command(...words);
    return [code, stderr.trim().split("\n").at(-1)];
  };
  const server = ["--base-url", "http://127.0.0.1:9/v1", "--model", "m"];
  expect(await lastLine("items", "get", "gsmk8")).toEqual([2, expect.stringContaining('did you mean "gsm8k"?')]);
  expect(await lastLine("items", "get", "gsm8k", "--from", "nowhere")).toEqual([2, "--from nowhere: no such folder or file"]);
  expect(await lastLine("items", "get", "bbh", "--from", "one.jsonl")).toEqual([
    2,
    expect.stringContaining("expected a folder with 27 files")
  ]);
  expect(await lastLine("ask", "gsm8k", ...server)).toEqual([2, expect.stringContaining("npx reasonbook items get gsm8k")]);
  expect(await lastLine("ask", "gsm9k", ...server)).toEqual([
    2,
    expect.stringContaining('no file, bank or public benchmark "gsm9k"')
  ]);
  const listed = (await command("items", "get")).stdout;
  for (const name of ["gsm8k", "humaneval", "truthfulqa", "bbh"]) expect(listed).toMatch(new RegExp(`^${name} .*https://`, "m"));
});
