// An adaptive test as a stream: ask, record the answer, select the next item.
import {from, type Observable} from "rxjs";
import {informationAt} from "./bank.js";
import type {BankIndex} from "./itemIndex.js";
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
