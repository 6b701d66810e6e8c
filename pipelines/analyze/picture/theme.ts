// The site's light colours as plain values, because a picture outside the site has no CSS variables.
import {readFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {interpolateRgb} from "d3";

const FRAMEWORK = join(dirname(createRequire(import.meta.url).resolve("@observablehq/framework/package.json")), "dist", "style");
/** The style sheets that src/style.css imports for light pages, in order of precedence. */
const SHEETS = ["abstract-light.css", "theme-air.css", "global.css"].map(name => join(FRAMEWORK, name));
const OWN = join(import.meta.dirname, "..", "..", "..", "src", "style.css");
/** Most replacements in one text, so that variables that refer to each other end. */
const MOST_STEPS = 1_000;

/** Values of variables. Plot names its background by a variable of its own style sheet. */
const variables = new Map<string, string>([["--plot-background", "var(--theme-background)"]]);
for (const sheet of [...SHEETS, OWN]) {
  const css = readFileSync(sheet, "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/@media \(prefers-color-scheme: dark\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, "");
  for (const [, block] of css.matchAll(/:root\s*\{([^}]*)\}/g))
    for (const [, name, value] of block!.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g)) variables.set(name!, value!.trim());
}

/** A text with every `var(--name, fallback)` and `color-mix(in srgb, …)` replaced by its value in the light theme. */
export function resolveColors(text: string): string {
  let resolved = text;
  for (let step = 0; step < MOST_STEPS; step++) {
    const call = innermost(resolved);
    if (!call) return resolved;
    const {start, end, name, parts} = call;
    const value = name === "var" ? (variables.get(parts[0]!) ?? (parts.slice(1).join(", ") || "none")) : mixed(parts);
    resolved = `${resolved.slice(0, start)}${value}${resolved.slice(end)}`;
  }
  throw new Error(`a CSS variable names itself: ${text}`);
}

/** The first call of var or color-mix that contains no other call of them. */
function innermost(text: string): {start: number; end: number; name: string; parts: string[]} | undefined {
  const match = /\b(var|color-mix)\(((?:[^()]|\((?:[^()])*\))*)\)/g;
  for (let found = match.exec(text); found; found = match.exec(text)) {
    const inner = found[2]!;
    if (/\b(?:var|color-mix)\(/.test(inner)) {
      match.lastIndex = found.index + found[1]!.length + 1;
      continue;
    }
    const parts = inner.split(/,(?![^(]*\))/).map(part => part.trim());
    return {start: found.index, end: found.index + found[0].length, name: found[1]!, parts};
  }
  return undefined;
}

/** A colour mix by CSS Color 5 in sRGB, `in srgb, a p%, b q%`; a percentage that is left out is 100 minus the other one. */
function mixed([space, ...colors]: string[]): string {
  if (space !== "in srgb" || colors.length !== 2)
    throw new Error(`a colour mixture that is not read here: ${space}, ${colors.join(", ")}`);
  const [a, b] = colors.map(color => /^(.*?)(?:\s+([\d.]+)%)?$/.exec(color)!);
  const share = a![2] !== undefined ? Number(a![2]) / 100 : b![2] !== undefined ? 1 - Number(b![2]) / 100 : 0.5;
  return interpolateRgb(b![1]!, a![1]!)(share);
}
