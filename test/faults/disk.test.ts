// A disk that fills up while answers come in: nothing that was paid for is lost, and nothing more is paid for.
import {spawn, spawnSync} from "node:child_process";
import {appendFileSync, existsSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {expect, test} from "vitest";
import {COMMAND_LINE, stubServer, workbook} from "../workbook.js";

/** A file system that nobody else sees: needs user namespaces. */
const alone = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

/** Starts a script in a separate file system, and calls `onPause` whenever it writes a line and waits. */
async function runAlone(root: string, script: string, onPause: () => void): Promise<number | null> {
  writeFileSync(join(root, "full.sh"), script);
  const child = spawn("unshare", ["-rm", "bash", "full.sh"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit", "pipe", "pipe"]
  });
  child.stdio[3]!.on("data", () => {
    onPause();
    (child.stdio[4] as NodeJS.WritableStream).write("on\n");
  });
  return new Promise(resolve => child.once("close", resolve));
}

/** Digits do not compress to nothing. */
const noise = (parts: number): string => Array.from({length: parts}, () => Math.random().toString(36).slice(2)).join("");

test.skipIf(!alone)(
  "a full disk with 64 in flight: they are kept, one sentence, a rerun on the full disk asks nothing, and one with room only the rest",
  {timeout: 300_000},
  async () => {
    let answered = 0;
    await using stub = await stubServer(async () => {
      await sleep(20);
      answered++;
      // A thousand answers take twice the 4 MB that are left of the disk's 8 with the spare file.
      return `${noise(400)}\nAnswer: 4`;
    });
    await using book = await workbook();
    const run = `${COMMAND_LINE} run --base-url ${stub.url} --model m --out out --samples 200`;
    const counts: number[] = [];
    const code = await runAlone(
      book.root,
      `mkdir data/cache && mount -t tmpfs -o size=8m tmpfs data/cache || exit 99
${run} 2>first.txt; echo $? >first.code; echo asked >&3; read line <&4
cat /dev/zero > data/cache/filler 2>/dev/null
${run} 2>second.txt; echo $? >second.code; echo asked >&3; read line <&4
mount -o remount,size=64m data/cache; rm data/cache/filler
${run} 2>third.txt; echo $? >third.code
`,
      () => void counts.push(stub.requests.length)
    );
    expect(code).toBe(0);
    const said = (name: string) => readFileSync(join(book.root, `${name}.txt`), "utf8");
    const codes = ["first", "second", "third"].map(name => Number(readFileSync(join(book.root, `${name}.code`), "utf8")));
    expect(codes, said("first") + said("second") + said("third")).toEqual([1, 1, 0]);
    for (const text of [said("first"), said("second")]) {
      expect(text).toMatch(/the cache in data\/cache cannot be written: no space is left on its disk; /);
      expect(text).not.toMatch(/^\s+at /m); // no stack
    }
    expect(said("first")).toContain("nothing more is asked, what was in flight is kept, and a rerun asks only what is missing");
    expect(said("second")).toContain("nothing was asked");
    expect(counts[0]).toBeGreaterThan(64);
    expect(counts[1]).toBe(counts[0]);
    // Not one question was paid for twice.
    const questions = stub.requests.map(({messages}) => JSON.stringify(messages));
    expect(new Set(questions).size).toBe(questions.length);
    expect(answered).toBe(stub.requests.length);
  }
);

/** Questions that were asked, and those that were asked once. */
const questionsOf = (requests: readonly Record<string, unknown>[]): [number, number] => [
  requests.length,
  new Set(requests.map(({messages}) => JSON.stringify(messages))).size
];

test.skipIf(!alone)(
  "answers of 200 kB and 60 in flight: a run on 30 MB and one on 2 MB ask no more than they can keep",
  {timeout: 300_000},
  async () => {
    await using stub = await stubServer(async () => {
      await sleep(100);
      return `${noise(18_000)}\nAnswer: 4`;
    });
    await using book = await workbook();
    const run = `${COMMAND_LINE} run --base-url ${stub.url} --model m --out out --samples 62`;
    const counts: number[] = [];
    const code = await runAlone(
      book.root,
      `mkdir data/cache && mount -t tmpfs -o size=30m tmpfs data/cache || exit 99
${run} 2>first.txt; echo $? >first.code; echo asked >&3; read line <&4
dd if=/dev/zero of=data/cache/filler bs=1k count=$(( $(df --output=avail -k data/cache | tail -1) - 2048 )) 2>/dev/null
${run} 2>second.txt; echo $? >second.code; echo asked >&3; read line <&4
mount -o remount,size=400m data/cache
${run} 2>third.txt; echo $? >third.code
`,
      () => void counts.push(stub.requests.length)
    );
    expect(code).toBe(0);
    const read = (name: string) => readFileSync(join(book.root, name), "utf8");
    const texts = ["first", "second", "third"].map(name => read(`${name}.txt`));
    expect(
      ["first", "second", "third"].map(name => Number(read(`${name}.code`))),
      texts.join("")
    ).toEqual([1, 1, 0]);
    for (const text of texts.slice(0, 2)) expect(text).toContain("cannot be written: no space is left on its disk; nothing");
    expect(texts.join("")).not.toContain("lost");
    expect(counts[0]).toBeGreaterThan(60);
    expect(counts[1]! - counts[0]!).toBeLessThan(10);
    const [asked, distinct] = questionsOf(stub.requests);
    expect(asked).toBe(distinct);
    expect(asked).toBeGreaterThan(counts[1]!);
  }
);

test.skipIf(!alone)(
  "a disk that others fill while answers are in flight: they go into the folder that the book names, and the next run reads them",
  {timeout: 300_000},
  async () => {
    await using book = await workbook();
    const isThere = (name: string) => existsSync(join(book.root, name));
    await using stub = await stubServer(async () => {
      if (stub.requests.length >= 20) writeFileSync(join(book.root, "fill"), "");
      while (!isThere("filled")) await sleep(50);
      return `${noise(18_000)}\nAnswer: 4`;
    });
    appendFileSync(join(book.root, "data/book.yaml"), "spill: safe\n");
    const run = `${COMMAND_LINE} run --base-url ${stub.url} --model m --out out --limit 60`;
    const code = await runAlone(
      book.root,
      `mkdir data/cache && mount -t tmpfs -o size=30m tmpfs data/cache || exit 99
{ while [ ! -e fill ]; do sleep 0.1; done; cat /dev/zero > data/cache/filler; touch filled; } 2>/dev/null &
${run} 2>first.txt; echo $? >first.code; ls -l safe > safe.txt; echo asked >&3; read line <&4
rm data/cache/filler; mount -o remount,size=64m data/cache
${run} 2>second.txt; echo $? >second.code; ls safe > left.txt
`,
      () => {}
    );
    expect(code).toBe(0);
    const read = (name: string) => readFileSync(join(book.root, name), "utf8");
    expect([read("first.code"), read("second.code")], read("first.txt") + read("second.txt")).toEqual(["1\n", "0\n"]);
    expect(read("first.txt")).toMatch(
      /answers that find no room in data\/cache go into \S+safe\/cache\.spill-\S+, which the next run reads/
    );
    expect(read("safe.txt")).toMatch(/-rw------- .* cache\.spill-/);
    expect(read("second.txt")).toMatch(
      /[0-9]+ answers? that found no room in data\/cache (is|are) read from \S+safe\/cache\.spill-/
    );
    expect(read("left.txt")).toBe("");
    expect(read("first.txt")).not.toContain("lost");
    const [asked, distinct] = questionsOf(stub.requests);
    expect(asked).toBe(distinct);
  }
);
