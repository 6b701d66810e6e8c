// An adaptive test as a stream: ask, record the answer, select the next item.
import {from, type Observable} from "rxjs";
import type {Random} from "../../generate/seed.js";
import {UserError} from "../../rows/error.js";
import {didYouMean} from "../../rows/nearest.js";
import {type Bank, type BankIndex, informationAt} from "./bank.js";
import type {Ability} from "./posterior.js";
import type {Session} from "./session.js";

/** The result of an item; null where there was no answer at all, so that it does not count as asked. */
type Answered<A> = (A & {right: boolean | null}) | null;

export interface Step<A> {
  /** 1 for the first answer */
  step: number;
  /** position in the bank */
  item: number;
  /** Fisher information at the estimate by which the item was selected */
  information: number;
  answer: NonNullable<Answered<A>>;
  /** ability including this answer */
  ability: Ability;
}

export interface StepOptions<A> {
  ask(item: number): Promise<Answered<A>>;
  /** Number of items asked at a time, all selected by the same estimate. */
  batch?: number | undefined;
  /** No new items are asked once this is aborted. */
  stop?: AbortSignal | undefined;
}

/**
 * Steps until the session stops, the bank is exhausted or the signal is aborted. Answers of a batch are recorded in the order of selection,
 * not of arrival.
 */
export const steps = <A>(index: BankIndex, session: Session, options: StepOptions<A>): Observable<Step<A>> =>
  from(walk(index, session, options));

async function* walk<A>({bank}: BankIndex, session: Session, {ask, batch = 1, stop}: StepOptions<A>): AsyncGenerator<Step<A>> {
  while (!session.stopped() && !stop?.aborted) {
    const theta = session.posterior.mean;
    const items = session.next(batch);
    const answers = await Promise.all(items.map(ask));
    for (const [k, item] of items.entries()) {
      const answer = answers[k];
      if (!answer) continue;
      session.answer(item, answer.right);
      yield {
        step: session.asked.length,
        item,
        information: informationAt(bank, item, theta),
        answer,
        ability: session.ability()
      };
    }
  }
}

// Parses the wanted shares of content categories in an adaptive test.

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

// Exposure control: limits how often an item is used, since an item that every test contains leaks first, and a bank of which a tenth is
// used is wasted.

/** Number of tests in which each item was asked, and in which it was eligible. */
export interface Exposure {
  tests: number;
  asked: Uint32Array;
  eligible: Uint32Array;
}

/**
 * Draws which items are barred from the next test, so that no item is asked in more than the share `ceiling` of all tests: P(eligible) =
 * min(1, ceiling × times eligible ÷ times asked), which needs no simulation in advance and corrects itself (van der Linden & Veldkamp 2004,
 * doi:10.3102/10769986029003273; the goal of Sympson & Hetter 1985, reached during operation). An item that is already at the ceiling is
 * always barred (Revuelta & Ponsoda 1998, doi:10.1111/j.1745-3984.1998.tb00541.x), so that the rate stays below the ceiling in any sequence
 * of more than 1 ÷ ceiling tests, not only in the long run.
 * @returns 1 for each item that is barred, otherwise 0
 */
export function drawBarred({tests, asked, eligible}: Exposure, {ceiling, random}: {ceiling: number; random: Random}): Uint8Array {
  const most = Math.max(1, ceiling * (tests + 1));
  return Uint8Array.from(asked, (times, i) => {
    if (times === 0) return 0;
    const open = random.real() < (ceiling * eligible[i]!) / times;
    return open && times + 1 <= most ? 0 : 1;
  });
}
