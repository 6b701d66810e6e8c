// Reads and audits a reader's own file of claims in the browser.
import {config} from "zod";
import {type Audited, audit} from "../../pipelines/studies/claims/audit.js";
import {readClaims} from "../../pipelines/studies/claims/schema.js";

config({jitless: true}); // the site's policy forbids code from strings

export interface OwnClaims {
  title: string;
  rows: Audited[];
  /** The error in the file with its place; null where there is none. */
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
