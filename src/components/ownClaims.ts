// A reader's own file of claims: it is read and audited in the browser, and never leaves it.
import {config} from "zod";
import {type Audited, audit} from "../pipelines/study/claims/audit.js";
import {readClaims} from "../pipelines/study/claims/read.js";

config({jitless: true}); // the site's policy allows no code from text

export interface OwnClaims {
  title: string;
  rows: Audited[];
  /** What is wrong with the file, with its place; null where nothing is. */
  error: string | null;
}

/** Audits a file that the reader chose; null where none was. */
export async function ownClaims(file: {name: string; text(): Promise<string>} | null | undefined): Promise<OwnClaims | null> {
  if (!file) return null;
  try {
    const claims = readClaims(await file.text(), file.name);
    return {title: claims.title, rows: audit(claims), error: null};
  } catch (error) {
    return {title: file.name, rows: [], error: error instanceof Error ? error.message : String(error)};
  }
}
