// Faults at calls that change files, and random histories, in separate processes: the layer is between a run and LMDB from the start.
import {spawn} from "node:child_process";
import {fileURLToPath} from "node:url";
import {expect, test} from "vitest";

/** They play whole runs. */
const options = {timeout: 600_000};

/** Runs a script of this folder to its end; resolves with what it printed. */
async function printedBy(script: string, ...words: string[]): Promise<string> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", file, ...words], {stdio: ["ignore", "pipe", "inherit"]});
  let printed = "";
  for await (const chunk of child.stdout) printed += chunk;
  return printed.trimEnd();
}

test(
  "a fault at each of some calls: a rerun makes the tables of an undisturbed run, and asks nothing again that was stored",
  options,
  async () => {
    expect(await printedBy("main.ts", "--every", "24")).toMatch(/^\d{3} calls, \d+ faults tried, 0 failed$/);
  }
);

test("answers that are taken away are found out", options, async () => {
  expect(await printedBy("main.ts", "--every", "40", "--forget")).toMatch(/were asked, though \d+ of 200 had been stored/);
});

test("random histories end with nothing lost, nothing asked twice, and the tables of an undisturbed run", options, async () => {
  expect(await printedBy("playHistories.ts", "--count", "20")).toBe("20 histories, 0 failed");
});
