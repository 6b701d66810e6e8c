// Output files of commands. A mistake in --out is reported before the work whose result it would receive.
import {access, constants, stat, writeFile} from "node:fs/promises";
import {dirname, resolve} from "node:path";
import {UserError} from "../book/error.js";

/**
 * Throws a UserError where --out names a folder, or a file in a folder that does not exist or is not writable; does nothing without --out.
 */
export async function checkOut(out: string | undefined): Promise<void> {
  if (out === undefined) return;
  if ((await stat(out).catch(() => null))?.isDirectory()) throw new UserError(`--out ${out} is a folder; name a file in it`);
  const folder = dirname(resolve(out));
  await access(folder, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.code === "ENOENT"
        ? `--out ${out}: there is no folder ${folder}; make it first`
        : `--out ${out}: cannot write to ${folder} (${error.code})`
    );
  });
}

/** Writes the text to the file, or to stdout without one. */
export async function writeOut(text: string, out: string | undefined): Promise<void> {
  if (out === undefined) process.stdout.write(text);
  else {
    await checkOut(out);
    await writeFile(out, text);
  }
}
