// Task "objects": how many things of certain groups a list contains.

import {z} from "zod";
import {integerForm} from "../parts/forms.js";
import {integerParam, probabilityParam, refuse} from "../parts/params.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";
import {inWords} from "../words/numbers.js";
import {adjectives, groups, type Thing, thingsOf} from "../words/things.js";

/** Number of groups that are always left for distractors. */
const SPARE_GROUPS = 4;

const params = z
  .strictObject({
    target_items: integerParam(1, 200, 6, "entries of the list that belong to a group asked for"),
    max_count: integerParam(2, 99, 6, "most of a thing in one entry; each entry draws evenly from 1 to this"),
    distractor_count: integerParam(0, 200, 4, "entries of the list that belong to no group asked for"),
    target_groups: integerParam(1, groups.length - SPARE_GROUPS, 2, "groups asked for; each has an entry at least"),
    prob_adjective: probabilityParam(0.3, "probability of an adjective before a thing, 0 to 1"),
    anchor: z
      .enum(["none", "low", "high"])
      .default("none")
      .describe("a wrong total that somebody is said to guess: none, too low or too high, by a third of the right one at most"),
    numbering: z
      .enum(["digits", "words", "mixed"])
      .default("mixed")
      .describe("how counts are written; words have a or an for one; mixed = each entry picks")
  })
  .superRefine(({target_items, target_groups}, context) => {
    if (target_items >= target_groups) return;
    refuse(
      context,
      `target_items ${target_items} is fewer than the ${target_groups} groups asked for; raise target_items to ${target_groups} or lower target_groups`,
      "target_items"
    );
  });
type Params = z.infer<typeof params>;

export const objects = task({
  name: "objects",
  version: 1,
  summary: "How many things of some groups are in a list, among things of other groups.",
  params,
  generate(given, random) {
    const {target_items, max_count, distractor_count, target_groups, anchor} = given;
    const mixed = random.shuffle(groups);
    const asked = mixed.slice(0, target_groups);
    const others = mixed.slice(target_groups);
    const entries: string[] = [];
    let total = 0;
    let everything = 0;
    for (let i = 0; i < target_items + distractor_count; i++) {
      const target = i < target_items;
      const group = target ? (asked[i] ?? random.pick(asked)) : random.pick(others);
      const count = random.integer(1, max_count);
      everything += count;
      if (target) total += count;
      entries.push(entry(random.pick(thingsOf.get(group)!), count, given, random));
    }
    const off = anchor === "none" ? 0 : random.integer(1, Math.ceil(total / 3));
    const guess = anchor === "none" ? "" : ` My neighbour's guess is ${anchor === "low" ? total - off : total + off}.`;
    const expression = `I have ${joined(random.shuffle(entries))}.\nHow many ${joined(asked)} do I have in all?${guess}`;
    const prompt = `Count the things that belong to the groups named in the question. Every entry of the list adds to what I have, even where two entries name the same thing.

${expression}

Think it through, then finish with the number in digits:
Answer: <number>`;
    // A guesser is assumed to choose a number uniformly between nothing and everything in the list.
    return {prompt, expected: String(total), guessChance: 1 / (everything + 1), expression};
  },
  answer: integerForm
});

/** An entry of the list: "three small pears", "a pear", "12 pears". */
function entry({one, many}: Thing, count: number, {prob_adjective, numbering}: Params, random: Random): string {
  const name = count === 1 ? one : many;
  const named = random.chance(prob_adjective) ? `${random.pick(adjectives)} ${name}` : name;
  const digits = numbering === "mixed" ? random.chance(0.5) : numbering === "digits";
  if (digits) return `${count} ${named}`;
  return count > 1 ? `${inWords(count)} ${named}` : `${/^[aeiou]/.test(named) ? "an" : "a"} ${named}`;
}

/** A list in words: "a", "a and b", "a, b and c". */
const joined = (list: readonly string[]) =>
  list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`;
