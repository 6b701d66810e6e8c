// Parsers of option values. Each throws a UserError that names the value.
import {readFileSync} from "node:fs";
import {createInterface} from "node:readline/promises";
import {type Command, Option} from "commander";
import {UserError} from "../book/error.js";
import type {Price} from "../infer/budget.js";

/** Adds the former spelling of an option, which is not listed and is answered with the hint. */
export const renamed = (command: Command, flags: string, hint: string): Command =>
  command.addOption(
    new Option(flags)
      .argParser(() => {
        throw new UserError(hint);
      })
      .hideHelp()
  );

/** For commands that had the store which they read as --out. */
export const readsStore = (command: Command): Command =>
  renamed(command, "--out <folder>", "--out is where a command writes; the store that it reads is --store");

/** Returns a parser of whole numbers of at least 0. */
export function count(name: string) {
  return (text: string): number => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < 0)
      throw new UserError(`--${name} expects a whole number of at least 0, got "${text}"`);
    return value;
  };
}

/** Returns a parser of whole numbers of at least 1. */
export function positive(name: string) {
  return (text: string): number => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < 1)
      throw new UserError(`--${name} expects a whole number of at least 1, got "${text}"`);
    return value;
  };
}

/** The value of an option that a command needs, unless it runs with --schema. Throws a UserError where it is missing. */
export function needed(name: string, value: string | undefined): string {
  if (value === undefined) throw new UserError(`required option '--${name}' not specified`);
  return value;
}

/** Returns a parser of shares between 0 and 1, both excluded. */
export function within01(name: string) {
  return (text: string): number => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (!(value > 0 && value < 1)) throw new UserError(`--${name} expects a share between 0 and 1 such as 0.01, got "${text}"`);
    return value;
  };
}

/** Returns a parser of amounts in US dollars. */
export function dollars(name: string) {
  return (text: string): number => {
    const value = Number(text);
    if (text.trim() === "" || !Number.isFinite(value) || value < 0)
      throw new UserError(`--${name} expects an amount in US dollars, got "${text}"`);
    return value;
  };
}

export const METRICS = "serve Prometheus metrics there, on loopback unless a host is named";

export const PRICE = "with --base-url: US dollars per million prompt tokens and completion tokens";

/** Returns a parser of two prices, of prompt tokens and of completion tokens. */
export function price(name: string) {
  return (text: string): Price => {
    const parts = text.split(",").map(part => (part.trim() === "" ? Number.NaN : Number(part)));
    const [input, output] = parts;
    if (parts.length !== 2 || !parts.every(part => part >= 0 && Number.isFinite(part)))
      throw new UserError(`--${name} expects two amounts in US dollars such as 2.5,10, got "${text}"`);
    return {input: input!, output: output!};
  };
}

/** Returns a parser of a JSON object, given directly or as @file. */
export function jsonObject(name: string) {
  return (text: string): Record<string, unknown> => {
    const source = text.startsWith("@") ? readFileSync(text.slice(1), "utf8") : text;
    let value: unknown;
    try {
      value = JSON.parse(source);
    } catch (error) {
      throw new UserError(`--${name} is not JSON: ${(error as Error).message}`);
    }
    if (value === null || typeof value !== "object" || Array.isArray(value))
      throw new UserError(`--${name} expects a JSON object, got ${text}`);
    return value as Record<string, unknown>;
  };
}

/** Asks on a terminal whether to continue; elsewhere `--yes` is required. Throws a UserError where the answer is no. */
export async function agreed(what: string, {yes = false}: {yes?: boolean | undefined}): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new UserError(`${what}; add --yes to do it`);
  const terminal = createInterface({input: process.stdin, output: process.stderr});
  const answer = await terminal.question(`${what}. Continue? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new UserError("nothing was asked, and nothing dropped");
}
