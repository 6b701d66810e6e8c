// An adaptive test as it flows: ask, take the answer in, choose again.
import {from, type Observable} from "rxjs";
import {informationAt} from "./bank.js";
import type {BankIndex} from "./itemIndex.js";
import type {Ability} from "./posterior.js";
import type {Session} from "./session.js";

/** What became of an item; null where nobody answered at all, so that it does not count as asked. */
export type Answered<A> = (A & {right: boolean | null}) | null;

export interface Step<A> {
  /** 1 for the first answer */
  step: number;
  /** its place in the bank */
  item: number;
  /** Fisher information at the estimate that it was chosen by */
  information: number;
  answer: NonNullable<Answered<A>>;
  /** with this answer */
  ability: Ability;
}

export interface StepOptions<A> {
  ask(item: number): Promise<Answered<A>>;
  /** Items asked at a time, all chosen by the same estimate. */
  batch?: number | undefined;
  /** Asks nothing new once aborted. */
  stop?: AbortSignal | undefined;
}

/** Steps until the session stops, the bank is used up or the signal says so. Answers of a batch are taken in as they were chosen, not as they arrive. */
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
