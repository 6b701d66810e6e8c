// Output files of commands. A mistake in --out is reported before the work whose result it would receive.
import {access, constants, stat, writeFile} from "node:fs/promises";
import {dirname, resolve} from "node:path";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";

/**
 * Throws a UserError where --out, or another option that names an output, names a folder, a file in a folder that does not exist or is not
 * writable, or a file with another ending than those that decide the form; does nothing without the option.
 */
export async function checkOut(
  out: string | undefined,
  {endings, option = "--out"}: {endings?: readonly string[]; option?: `--${string}`} = {}
): Promise<void> {
  if (out === undefined) return;
  if (endings && !endings.some(ending => out.endsWith(ending)))
    throw new UserError(`${option} ${out}: expected a name that ends in ${endings.join(" or ")}`);
  const there = await stat(out).catch(() => null);
  if (there?.isDirectory()) throw new UserError(`${option} ${out} is a folder; name a file in it`);
  const place = there ? out : dirname(resolve(out)); // a file that is there may be written where its folder may not, as /dev/stdout
  await access(place, constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.code === "ENOENT"
        ? `${option} ${out}: there is no folder ${place}; make it first`
        : `${option} ${out}: cannot write to ${place} (${error.code})`
    );
  });
}

/** Writes a command's result to the file, or to stdout without one. */
export async function writeOut(text: string | Uint8Array, out: string | undefined, {stdout}: Pick<Io, "stdout">): Promise<void> {
  if (out === undefined) stdout.write(text);
  else {
    await checkOut(out);
    await writeFile(out, text);
  }
}
