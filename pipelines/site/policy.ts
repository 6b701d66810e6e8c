// Last step of a build: writes the Content-Security-Policy, the language and what readers with a keyboard or a lens need into every page,
// then fails on content that must not be published.
import {createHash} from "node:crypto";
import {readdirSync, readFileSync, statSync, writeFileSync} from "node:fs";
import {join, relative, sep} from "node:path";
import {UserError} from "../rows/error.js";
import {textsOrigin} from "../store/textParts.js";
import {GUARD, GUARD_FILE, SITE_ROOT, withGuard} from "./guard.js";

/** Number of htl's attribute values that the policy allows: htl binds functions through the values "::0", "::1", … of one template. */
const HTL_ATTRIBUTES = 32;
/** Folder of joined scripts (bundle.ts), in the folder of the site: a part that scripts share may be empty. */
export const JOINED_SCRIPTS = "_import/pages";
const CHARSET = /<meta charset="?utf-8"?>/i;
/** The language that the pages are written in. */
export const LANGUAGE = "en";
const POLICY = '<meta http-equiv="Content-Security-Policy"';

const sha256 = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The Content-Security-Policy of one built page: no resource from another origin but the texts that a reader asks for, where these lie
 * elsewhere (texts.ts), and no script but the site's own files and the page's
 * inline scripts, which are listed by hash. Arquero compiles its expressions, so a page that loads it may evaluate code; such a page shows
 * no model text.
 */
function policyFor(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*\stype="application\/json")[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, body]) => sha256(body!)
  );
  const texts = textsOrigin(html);
  const evaluates = html.includes("_npm/arquero") ? ["'unsafe-eval'"] : [];
  const attributes = Array.from({length: HTL_ATTRIBUTES}, (_, i) => sha256(`::${i}`));
  return [
    "default-src 'none'",
    `script-src ${["'self'", "'wasm-unsafe-eval'", ...evaluates, ...new Set(inline)].join(" ")}`,
    `script-src-attr 'unsafe-hashes' ${attributes.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    texts === null ? "connect-src 'self'" : `connect-src 'self' ${texts}`,
    "worker-src blob:",
    `base-uri ${html.includes(SITE_ROOT) ? "'self'" : "'none'"}`, // the page for unknown addresses finds the site's root
    "form-action 'none'",
    "object-src 'none'"
  ].join("; ");
}

/** The page with its policy directly after `<meta charset>`, in front of everything that the policy governs. */
export function withPolicy(html: string): string {
  if (html.includes(POLICY)) return html;
  return html.replace(CHARSET, charset => `${charset}\n${POLICY} content="${policyFor(html)}">`);
}

/** The page with a `lang` attribute, which Framework does not write and which screen readers and translators need. */
const withLanguage = (html: string): string => html.replace(/^(<!DOCTYPE html>\s*<html)>/i, `$1 lang="${LANGUAGE}">`);

/** The button that closes the side bar, as Framework writes it: in a list, but no item of it. */
const CLOSE_IN_LIST = /(<ol>)\s*(<label id="observablehq-sidebar-close"[^>]*><\/label>)/;

/**
 * The page with text that may be enlarged, with the button that closes the side bar beside the list of pages instead of in it, and with
 * code that the tab key reaches, so that arrow keys scroll it.
 */
const withAccess = (html: string): string =>
  html
    .replace(", maximum-scale=1", "")
    .replace(CLOSE_IN_LIST, "$2\n  $1")
    .replace(/<pre data-language(?![^>]*tabindex)/g, '<pre tabindex="0" data-language');

/** All files of a built site, by their paths in order. */
export const filesBelow = (dist: string): string[] =>
  readdirSync(dist, {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort();

/** Writes the policy into all pages below `dist`. Throws an error of one line on the first content that must not be published. */
export function finishSite(dist = "dist"): void {
  const files = filesBelow(dist);
  const pages = files.filter(file => file.endsWith(".html"));
  if (pages.length === 0) throw new UserError(`${dist} holds no pages; run npm run build`);
  const isJoined = (file: string) => relative(dist, file).split(sep).join("/").startsWith(`${JOINED_SCRIPTS}/`);
  for (const file of files)
    if (statSync(file).size === 0 && !isJoined(file)) throw new UserError(`${file} is empty: its loader printed nothing`);
  for (const page of pages) finishPage(page, relative(dist, page));
  writeFileSync(join(dist, GUARD_FILE), GUARD);
  writeFileSync(join(dist, ".nojekyll"), "GitHub Pages leaves out folders with _ in front unless this file is there.\n");
}

function finishPage(file: string, name: string): void {
  const guarded = withGuard(readFileSync(file, "utf8"), name.split(sep).length - 1);
  const html = withAccess(withLanguage(withPolicy(guarded)));
  const failed = /<[^>]*observablehq--error[^>]*>([^<]*)/.exec(html);
  if (failed) throw new UserError(`page ${name} does not compile: ${failed[1]!.trim()}`);
  if (!html.includes(POLICY)) throw new UserError(`page ${name} has no <meta charset="utf-8"> to put the policy after`);
  writeFileSync(file, html);
}
