// A reader's own file of claims: it is read and audited in the browser, and never leaves it.
import {config} from "zod";
import {type Audited, audit} from "../../pipelines/studies/claims/audit.js";
import {readClaims} from "../../pipelines/studies/claims/read.js";

config({jitless: true}); // the site's policy allows no code from text

export interface OwnClaims {
  title: string;
  rows: Audited[];
  /** What is wrong with the file, with its place; null where nothing is. */
  error: string | null;
}

/** Audits the claims of a file's text. */
export function claimsOf({name, text}: {name: string; text: string}): OwnClaims {
  try {
    const claims = readClaims(text, name);
    return {title: claims.title, rows: audit(claims), error: null};
  } catch (error) {
    return {title: name, rows: [], error: error instanceof Error ? error.message : String(error)};
  }
}
