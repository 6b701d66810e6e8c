// Hostile text is read in linear time: by every answer form, the trace's measures, the built-in server and the patterns of datasets.
import {fork} from "node:child_process";
import {join} from "node:path";
import {expect, onTestFinished, test} from "vitest";

/** Without a sign of life for so long a reading counts as stuck. In linear time it takes a fraction of a second, in quadratic time minutes. */
const STUCK_MS = 30_000;

type Said = {next: string} | {read: number};

test("a long hostile text of any kind is read to its end by all that reads text of others", {timeout: 600_000}, async () => {
  const child = fork(join(import.meta.dirname, "reading.ts"), {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "pipe", "ipc"]
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let errors = "";
  child.stderr!.on("data", (part: Buffer) => {
    errors += part;
  });
  let [current, read] = ["the start", 0];
  let stuck: NodeJS.Timeout | undefined;
  const ended = await new Promise<string>(resolve => {
    const arm = () => {
      clearTimeout(stuck);
      stuck = setTimeout(() => resolve(`stuck at ${current}`), STUCK_MS);
    };
    arm();
    child.on("message", (said: Said) => {
      if ("read" in said) read = said.read;
      else current = said.next;
      arm();
    });
    child.on("exit", code => resolve(code === 0 ? "done" : `${current}: ${errors}`));
  });
  clearTimeout(stuck);
  expect(ended).toBe("done");
  expect(read).toBeGreaterThan(10_000);
});
