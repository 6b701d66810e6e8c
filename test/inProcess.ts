// Runs a command in this process.
import {main} from "../pipelines/cli/main.js";
import {collectingIo} from "./collectingIo.js";

/** Runs a command in the working folder and returns its output: `inProcess(["irt", "fit", "--responses", file])`. */
export async function inProcess(words: readonly string[]): Promise<{code: number; stdout: string; stderr: string}> {
  const {io, stdout, stderr} = collectingIo();
  const code = await main(words, io);
  return {code, stdout: String(stdout()), stderr: String(stderr())};
}
