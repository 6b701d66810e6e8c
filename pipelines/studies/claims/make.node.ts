// Audits files of claims, for the command and for the study table `claims`.
import {readdir, readFile} from "node:fs/promises";
import {join} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {UserError} from "../../rows/error.js";
import {maker} from "../maker.node.js";
import {type Audited, audit} from "./audit.js";
import {readClaims} from "./schema.js";
import {claimsTables} from "./tables.js";

export const CLAIMS = join("data", "claims");
/**
 * Audits one file.
 * @throws UserError with the place of a mistake in it
 */
export async function auditFile(file: string): Promise<Audited[]> {
  const text = await readFile(file, "utf8").catch(error => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new UserError(`no file ${file}`);
    throw error;
  });
  return audit(readClaims(text, file));
}

/** The files of data/claims, by name; empty where there is no such folder. */
async function files(): Promise<{file: string; text: string}[]> {
  const names = (await readdir(CLAIMS).catch(() => [])).filter(name => name.endsWith(".yaml")).sort();
  return Promise.all(names.map(async name => ({file: name, text: await readFile(join(CLAIMS, name), "utf8")})));
}

/** What the table depends on: the shipped files. */
export const key = async (): Promise<string> => sha256Hex(JSON.stringify(await files()));

/** Writes the study table `claims` into a store. */
export const make = maker(claimsTables, async ({stage}) => {
  for (const {file, text} of await files()) {
    const {title, ...parsed} = readClaims(text, join(CLAIMS, file));
    audit({title, ...parsed}).forEach((row, position) => {
      stage.append("claims", {file, title, position, ...row});
    });
  }
});
