// Gathers what is asked for within one turn of the event loop, so that it is sent together.

/**
 * Returns a function that answers each question from one call for all questions of a turn.
 * @param ask answers as many as it is given, in their order
 */
export function batched<Q, A>(
  ask: (questions: readonly Q[]) => Promise<readonly A[]>,
  most = 1_000
): (question: Q) => Promise<A> {
  let open: {question: Q; resolve: (answer: A) => void; reject: (error: unknown) => void}[] = [];
  const send = () => {
    const asked = open;
    open = [];
    for (let from = 0; from < asked.length; from += most) {
      const part = asked.slice(from, from + most);
      ask(part.map(({question}) => question)).then(
        answers => {
          for (const [i, {resolve}] of part.entries()) resolve(answers[i]!);
        },
        error => {
          for (const {reject} of part) reject(error);
        }
      );
    }
  };
  return question =>
    new Promise((resolve, reject) => {
      open.push({question, resolve, reject});
      if (open.length === 1) setImmediate(send);
    });
}
