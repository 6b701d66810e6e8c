// The index of a bank's items: their categories, a digest of all of them, and their kinds of request.
import {hash} from "node:crypto";
import type {Scorer} from "../scorers.js";
import {scorerOf} from "./itemScorer.js";
import type {CheckedItem} from "./types.js";

/** Items and characters after which the digest takes them in. Other values would change the digests of all banks. */
const DIGESTED_ITEMS = 64;
const DIGESTED_CHARACTERS = 2 ** 22;

export interface ItemIndex {
  size: number;
  /** Number of each item's category among `categories`, which are in the order in which they occurred. */
  codes: Uint32Array;
  categories: readonly string[];
  /** Changes with the items and their order. */
  digest: string;
  /** Whether an item asks for a judge by itself. */
  hasRubric: boolean;
  /** Whether no item takes several requests, as a dialogue and a question scored by log-probability do. */
  single: boolean;
}

/** Returns a collector of the index; `add` returns the number of the item's category. @param bank scorer of items without a separate one */
export function openIndex(bank: Scorer): {add(item: CheckedItem): number; close(): ItemIndex} {
  const codes: number[] = [];
  const categories = new Map<string, number>();
  let [hasRubric, single, digest] = [false, true, ""];
  let lines: string[] = [];
  let characters = 0;
  const flush = () => {
    if (lines.length > 0) digest = hash("sha256", digest + lines.join("\n"), "hex");
    [lines, characters] = [[], 0];
  };
  return {
    add({item, id, json}) {
      let code = categories.get(item.category);
      if (code === undefined) categories.set(item.category, (code = categories.size));
      codes.push(code);
      hasRubric ||= item.scorer?.kind === "rubric";
      single &&= item.tools === undefined && item.turns === undefined && scorerOf(item, bank).kind !== "loglikelihood";
      characters += id.length + json.length;
      if (lines.push(id + json) === DIGESTED_ITEMS || characters > DIGESTED_CHARACTERS) flush();
      return code;
    },
    close() {
      flush();
      return {size: codes.length, codes: Uint32Array.from(codes), categories: [...categories.keys()], digest, hasRubric, single};
    }
  };
}
