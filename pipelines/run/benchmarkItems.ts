// The items of a generated benchmark as those of a bank, for commands that show and export items.
import {scorerOf} from "../book/banks/itemScorer.js";
import {readingOf, settingFields} from "../book/banks/itemSettings.js";
import type {Bank} from "../book/banks/types.js";
import {scorerSchema} from "../book/scorers.js";
import type {BankTask} from "../generate/task.js";
import {UserError} from "../rows/error.js";

/** What shows and exports need of a bank. */
export type ShownBank = Pick<Bank, "name" | "size" | "item" | "scorerOf" | "readingOf" | "policyOf">;

/** How answers are scored where an item does not say it. */
const EXACT = scorerSchema.parse({kind: "exact"});

/** The items of a benchmark's edition. Their questions say how to answer, and list their own options. */
export function benchmarkBank({name, items, params}: BankTask, {edition = 1} = {}): ShownBank {
  const given = params.safeParse({edition});
  if (!given.success) throw new UserError(`--edition ${edition}: expected a whole number of at least 1`);
  const chosen = given.data as Record<string, unknown>;
  const places = items.places(chosen);
  const placeOf = (i: number): number => (typeof places === "number" ? i : places[i]!);
  return {
    name,
    size: typeof places === "number" ? places : places.length,
    item(i) {
      const {
        prompt,
        expected,
        choices = [],
        content,
        scorer,
        reading,
        domain,
        category,
        images,
        tools,
        turns,
        max_turns
      } = items.at(placeOf(i), chosen);
      return {
        id: content,
        item: {
          question: prompt,
          choices,
          answer: expected,
          domain: domain!,
          category: category!,
          ...(choices.length > 0 && {listed: true as const}),
          ...(scorer && {scorer}),
          ...settingFields(reading),
          ...(images && {images}),
          ...(tools && {tools}),
          ...(turns && {turns}),
          ...(max_turns !== undefined && {max_turns})
        }
      };
    },
    scorerOf: item => scorerOf(item, EXACT),
    readingOf: item => readingOf(item),
    policyOf: () => ({shots: 0, think: undefined, instruction: ""})
  };
}
