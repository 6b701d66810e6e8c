// Brings the results of an open workbook up to date with its book and files: for nothing where that is possible, else by a command's forecast.
import {Observable} from "rxjs";
import {plural} from "../book/plural.js";
import type {Book} from "../book/types.js";
import {costText} from "../infer/costText.js";
import {duration, type Report} from "../infer/progress.node.js";
import {currentIo, withIo} from "../io/current.node.js";
import {costKindOf, unpriced} from "../run/budget.js";
import {planOf} from "../run/evaluation.js";
import {type Prediction, predict} from "../run/forecast/plan.js";
import {Interrupted} from "../run/interrupt.js";
import {notBuiltIn, results, upToDate} from "../run/results.js";
import type {WorkbookState} from "../store/workbookState.js";
import type {GoodBook} from "./followedChanges.js";
import {dropStale} from "./refresh.js";

/** Most files that a notice names. */
const MAX_NAMED = 3;

interface Surroundings {
  /** The store that is shown. */
  folder: string;
  /** Whether that is the book's, which is evaluated. */
  isOfBook: boolean;
  signal: AbortSignal;
  /** Prints a notice. */
  print: (text: string) => void;
}

type Patch = Partial<WorkbookState>;

/**
 * Has pages request studies that are made from something else now, then evaluates the book where that costs nothing, and says what a run
 * would ask where it may.
 */
export function bringUpToDate({book, files}: GoodBook, {folder, isOfBook, signal, print}: Surroundings): Observable<Patch> {
  const io = currentIo();
  return new Observable(subscriber => {
    const show = (patch: Patch) => subscriber.next(patch);
    const notice = (text: string) => (signal.aborted ? undefined : print(text));
    const evaluate = async (isFree: boolean) => {
      const costKind = costKindOf(book.models);
      const free = costKind === "simulated" ? `; ${costText(0, costKind)}` : "";
      show({plan: null, work: {text: `evaluating ${book.title}${free}`, done: 0, total: 1}});
      await results(book, {report: progressReport(book, {show, notice}), isFree});
      show({isComplete: (await upToDate(book, folder)) !== null});
    };
    const work = async () => {
      const edited = files.filter(file => !file.startsWith(folder));
      const dropped = await dropStale(folder);
      if (edited.length > 0)
        show({isComplete: false, change: `${new Date(io.now()).toLocaleTimeString("en-GB")} ${changeText(edited, dropped)}`});
      if (!isOfBook || signal.aborted) return;
      if (await upToDate(book, folder)) return show({plan: null, isComplete: true});
      if (notBuiltIn(book).length === 0) return evaluate(false);
      const prediction = await predict(book, {folder});
      if (isFreeOf(book, prediction)) return evaluate(true);
      show({plan: {text: planText(book, prediction), command: "npm run run"}});
    };
    withIo({...io, signal}, work)
      .catch((error: unknown) => {
        if (!(error instanceof Interrupted) && !signal.aborted) show({mistake: (error as Error).message});
      })
      .then(() => {
        show({work: null});
        subscriber.complete();
      });
  });
}

/** Reports progress as states of the workbook. */
function progressReport(book: Book, {show, notice}: {show: (patch: Patch) => void; notice: (text: string) => void}): Report {
  const cost = costKindOf(book.models);
  return {
    progress: ({done, total, samples_per_second, cost: spent}) => {
      const left = samples_per_second > 0 ? `${duration((total - done) / samples_per_second)} left` : "estimating";
      const costPart = costText(spent, cost);
      if (done >= total) {
        const text = `evaluating ${book.title}: writing the tables of ${plural(done, "sample")}; ${costPart}`;
        return show({work: {text, done, total}});
      }
      const count = `${done.toLocaleString("en")} of ${plural(total, "sample")}`;
      show({work: {text: `evaluating ${book.title}: ${count}, ${left}; ${costPart}`, done, total}});
    },
    info: notice,
    warn: text => notice(`warning: ${text}`),
    done() {}
  };
}

/** Whether a run would ask only built-in models, and its cost can be limited to nothing. */
function isFreeOf(book: Book, {by_model}: Prediction): boolean {
  const costly = new Set(notBuiltIn(book));
  const judges = [...planOf(book).judges.values()].map(({model}) => model);
  if (unpriced([...book.models, ...judges]).length > 0 || judges.length > 0) return false;
  return by_model.every(({model, requests}) => !costly.has(model) || requests.high === 0);
}

/** The requests of a run, and their cost. */
function planText(book: Book, {requests, cost, unpriced, expected}: Prediction): string {
  const models = notBuiltIn(book);
  const names = models.length > MAX_NAMED ? plural(models.length, "model") : models.join(", ");
  if (requests.high === 0) return `results are older than the book; a run asks ${names} nothing, since the cache has all answers`;
  const n = (value: number) => Math.round(value).toLocaleString("en");
  const range = requests.low === requests.high ? n(requests.high) : `${n(requests.low)} to ${n(requests.high)}`;
  const dollars =
    unpriced.length > 0
      ? costText(0, "unpriced")
      : `${expected.cost === null ? "" : `about ${costText(expected.cost.estimate, "priced")}, `}at most ${costText(cost.high, "priced")}`;
  return `results are older than the book; a run sends ${range} requests to ${names}: ${dollars}`;
}

function changeText(files: readonly string[], dropped: readonly string[]): string {
  const names = files.length > MAX_NAMED ? plural(files.length, "file") : files.join(", ");
  return `${names} changed${dropped.length > 0 ? `; ${plural(dropped.length, "table")} made again when a page shows ${dropped.length === 1 ? "it" : "them"}` : ""}`;
}
