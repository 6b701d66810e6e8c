// Runs long computations in a worker, so that the page stays responsive. The site's policy allows workers only from blob: addresses; such a
// worker may load the site's own modules.

/** The tasks of a worker's module, by name. `report` may be called any number of times before the result is returned. */
export type Tasks = Record<string, (input: never, report: never) => unknown>;
type Input<T extends Tasks, K extends keyof T> = Parameters<T[K]>[0];
type Report<T extends Tasks, K extends keyof T> = Parameters<T[K]>[1];
type Output<T extends Tasks, K extends keyof T> = Awaited<ReturnType<T[K]>>;

export interface Working<T extends Tasks> {
  /**
   * Runs a task. Rejects with an error that has the message and name of the task's error.
   * @param transfer buffers of the input that are handed over without a copy, and lost here
   */
  call<K extends keyof T & string>(
    task: K,
    input: Input<T, K>,
    report?: Report<T, K>,
    transfer?: readonly ArrayBuffer[]
  ): Promise<Output<T, K>>;
  /** Ends the worker at once; pending calls are rejected. */
  end(): void;
}

interface Request {
  id: number;
  task: string;
  input: unknown;
}
interface Sent {
  request: Request;
  transfer: readonly ArrayBuffer[];
}
type Reply =
  | {ready: true}
  | {failed: string}
  | ({id: number} & ({state: unknown} | {value: unknown} | {error: string; name: string}));

/**
 * Opens a worker.
 * @param module address of a module that calls `serve`, from `import.meta.resolve`, which Framework rewrites
 */
export function openWorker<T extends Tasks>(module: string): Working<T> {
  const address = new URL(module, document.baseURI).href;
  const source = `import(${JSON.stringify(address)}).catch(error => postMessage({failed: String(error)}));`;
  const blob = URL.createObjectURL(new Blob([source], {type: "text/javascript"}));
  const worker = new Worker(blob);
  const waiting: Sent[] = [];
  const send = ({request, transfer}: Sent) => worker.postMessage(request, [...transfer]);
  const asked = new Map<
    number,
    {resolve(value: unknown): void; reject(error: Error): void; report?: ((state: never) => void) | undefined}
  >();
  let ready = false;
  let ended: Error | null = null;
  let next = 0;

  const stop = (error: Error): void => {
    if (ended) return;
    ended = error;
    worker.terminate();
    URL.revokeObjectURL(blob);
    for (const {reject} of asked.values()) reject(error);
    asked.clear();
  };
  worker.onerror = event => stop(new Error(`the worker failed: ${event.message || "it could not be started"}`));
  worker.onmessage = ({data}: MessageEvent<Reply>) => {
    if ("ready" in data) {
      ready = true;
      URL.revokeObjectURL(blob);
      waiting.splice(0).forEach(send);
    } else if ("failed" in data) stop(new Error(`the worker could not be loaded: ${data.failed}`));
    else settle(data);
  };
  function settle(reply: Exclude<Reply, {ready: true} | {failed: string}>): void {
    const own = asked.get(reply.id);
    if (!own) return;
    if ("state" in reply) {
      own.report?.(reply.state as never);
      return;
    }
    asked.delete(reply.id);
    if ("value" in reply) own.resolve(reply.value);
    else own.reject(Object.assign(new Error(reply.error), {name: reply.name}));
  }

  return {
    call(task, input, report, transfer = []) {
      return new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        const request = {id: next++, task, input};
        asked.set(request.id, {resolve: resolve as (value: unknown) => void, reject, report: report as (state: never) => void});
        if (ready) send({request, transfer});
        else waiting.push({request, transfer});
      });
    },
    end: () => stop(new Error("the worker was ended"))
  };
}

/** A worker that is opened when it is first called: a page that shows published numbers starts none. */
export function onFirstCall<T extends Tasks>(open: () => Working<T>): Working<T> {
  let opened: Working<T> | undefined;
  return {
    call: (...request) => (opened ??= open()).call(...request),
    end: () => opened?.end()
  };
}

/** Called by a worker's module: handles requests one after the other. */
export function serve(tasks: Tasks): void {
  const scope = globalThis as unknown as {onmessage: unknown; postMessage(reply: Reply): void};
  scope.onmessage = async ({data: {id, task, input}}: MessageEvent<Request>) => {
    try {
      const report = (state: unknown) => scope.postMessage({id, state});
      scope.postMessage({id, value: await tasks[task]!(input as never, report as never)});
    } catch (error) {
      const {message, name} = error as Error;
      scope.postMessage({id, error: message, name});
    }
  };
  scope.postMessage({ready: true});
}
