// A disk that fills up while answers come in: nothing that was paid for is lost, and nothing more is paid for.
import {spawn, spawnSync} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {expect, test} from "vitest";
import {COMMAND_LINE, stubServer, workbook} from "../workbook.js";

/** A file system of its own size, seen by nobody else: needs user namespaces. */
const alone = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

test.skipIf(!alone)(
  "a full disk with 64 in flight: they are kept, one sentence, a rerun on the full disk asks nothing, and one with room only the rest",
  {timeout: 300_000},
  async () => {
    let answered = 0;
    await using stub = await stubServer(async () => {
      await sleep(20);
      answered++;
      // Digits do not compress to nothing: a thousand answers take twice the 4 MB that are left of the disk's 8 beside the spare file.
      return `${Array.from({length: 400}, () => Math.random().toString(36).slice(2)).join("")}\nAnswer: 4`;
    });
    await using book = await workbook();
    const run = `${COMMAND_LINE} run --base-url ${stub.url} --model m --out out --samples 200`;
    writeFileSync(
      join(book.root, "full.sh"),
      `mkdir data/cache && mount -t tmpfs -o size=8m tmpfs data/cache || exit 99
${run} 2>first.txt; echo $? >first.code; echo asked >&3; read line <&4
cat /dev/zero > data/cache/filler 2>/dev/null
${run} 2>second.txt; echo $? >second.code; echo asked >&3; read line <&4
mount -o remount,size=64m data/cache; rm data/cache/filler
${run} 2>third.txt; echo $? >third.code
`
    );
    const child = spawn("unshare", ["-rm", "bash", "full.sh"], {
      cwd: book.root,
      stdio: ["ignore", "inherit", "inherit", "pipe", "pipe"]
    });
    const counts: number[] = [];
    child.stdio[3]!.on("data", () => {
      counts.push(stub.requests.length);
      (child.stdio[4] as NodeJS.WritableStream).write("on\n");
    });
    const code = await new Promise(resolve => child.once("close", resolve));
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
