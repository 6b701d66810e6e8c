// Puts options into an order that depends on the question alone, for files that list the right one first.
import {hash} from "node:crypto";

/**
 * The options in an order fixed by the question's text.
 * @returns the options as shown, the new place of the right one, and the new place of each
 */
export function shuffledBy(
  question: string,
  options: readonly string[],
  right: number
): {shown: string[]; right: number; places: number[]} {
  const order = options
    .map((option, i) => ({i, rank: hash("sha256", JSON.stringify([question, option, i]), "hex")}))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1));
  const places = options.map((_, i) => order.findIndex(each => each.i === i));
  return {shown: order.map(({i}) => options[i]!), right: places[right]!, places};
}
