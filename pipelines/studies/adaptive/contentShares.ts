// Parses the wanted shares of content categories in an adaptive test.
import {UserError} from "../../book/error.js";
import {didYouMean} from "../../book/nearest.js";
import type {Bank} from "./bank.js";

/** Wanted shares of a bank's categories: `even`, `bank` (as the bank has them), or `listops=0.5,dates=0.5`, which leaves out the others. */
export function sharesOf(text: string, {categories, category}: Pick<Bank, "categories" | "category">): number[] {
  if (text === "even") return categories.map(() => 1 / categories.length);
  if (text === "bank") return categories.map((_, k) => category.filter(each => each === k).length / category.length);
  const shares = categories.map(() => 0);
  for (const part of text.split(",")) {
    const [, name, number] = /^\s*(.+?)\s*=\s*(\d*\.?\d+)\s*$/.exec(part) ?? [];
    if (name === undefined) throw new UserError(`--balance expects even, bank, or task=share,…, got "${part}"`);
    const at = categories.indexOf(name);
    if (at < 0)
      throw new UserError(
        `--balance: no category "${name}" in the bank${didYouMean(name, categories) || `; expected some of: ${categories.join(", ")}`}`
      );
    shares[at] = Number(number);
  }
  const sum = shares.reduce((total, share) => total + share, 0);
  if (sum <= 0) throw new UserError(`--balance ${text}: no share is above 0`);
  return shares.map(share => share / sum);
}
