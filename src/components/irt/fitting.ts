// Fits a reader's own responses: a worker reads and fits them, the reader sees the progress and may cancel, and the previous content of the
// page stays until there is a new result.
import {html} from "npm:htl";
import {
  combineLatest,
  distinctUntilChanged,
  fromEvent,
  map,
  merge,
  Observable,
  of,
  scan,
  shareReplay,
  startWith,
  switchMap,
  takeWhile,
  timer
} from "rxjs";
import {settingsText} from "../../pipelines/studies/irt/estimate/settings.js";
import {neededColumns} from "../../pipelines/studies/irt/responseReader.js";
import {formatCount, type Input} from "../shared/charts.js";
import {readingBar, SHOWN_AFTER_MS} from "../shared/readingBar.js";
import {tableRows} from "../shared/uploaded.js";
import {openWorker} from "../shared/worker.js";
import {number, type Readable, readable} from "./calibration.js";
import type {Brought as Fitted, IrtTasks, Progress} from "./tasks.js";
import {type Uploaded, upload} from "./upload.js";

/** The page's worker. */
export const irtWorker = () => openWorker<IrtTasks>(import.meta.resolve("./irt.worker.js"));

type Brought = Omit<Fitted, "calibration"> & {calibration: Readable};

type Moment =
  | {kind: "nothing"}
  | {kind: "working"; progress: Progress | null; seconds: number}
  | {kind: "cancelled"; file: string}
  | {kind: "refused"; error: string}
  | {kind: "done"; brought: Brought};

interface Fitting {
  /** inputs for the files */
  form: Input<Uploaded>;
  /** progress, a cancel button, and the reason why there is no result */
  panel: HTMLElement;
  /** the last result; null for the workbook's own data */
  brought: Observable<Brought | null>;
}

/** Time between updates of the progress, in milliseconds. */
const TICK_MS = 500;

/** Returns inputs for a reader's responses and what is fitted to them. Choosing other files cancels a running fit. */
export function fitting(invalidation: Promise<unknown>): Fitting {
  const input = upload();
  const cancel = html`<button type="button" class="rb-button">Cancel</button>` as HTMLButtonElement;
  const moments = fromEvent(input, "input").pipe(
    map(() => input.value),
    startWith(input.value),
    switchMap(files => momentsOf(files, fromEvent(cancel, "click"))),
    shareReplay({bufferSize: 1, refCount: true})
  );
  const brought = moments.pipe(
    scan<Moment, Brought | null>(
      (kept, moment) => (moment.kind === "done" ? moment.brought : moment.kind === "nothing" ? null : kept),
      null
    ),
    distinctUntilChanged()
  );
  const panel = html`<div id="fitting" class="rb-fitting" hidden>` as HTMLElement;
  const status = html`<p role="status">` as HTMLElement;
  const detail = html`<p class="rb-muted">` as HTMLElement;
  const bar = readingBar();
  const subscription = combineLatest([moments, brought]).subscribe(([moment, kept]) => {
    const isSoon = moment.kind === "working" && moment.seconds === 0;
    panel.hidden = moment.kind === "nothing" || moment.kind === "done" || isSoon;
    panel.dataset.kind = moment.kind;
    if (moment.kind === "refused") panel.replaceChildren(html`<p class="rb-error" role="alert">${moment.error}`, shown(kept));
    else if (moment.kind === "cancelled")
      panel.replaceChildren(html`<p role="status">The fit of ${moment.file} was cancelled.`, shown(kept));
    else if (moment.kind === "working") {
      const [what, how] = progressText(moment.progress, moment.seconds);
      if (status.textContent !== what) status.textContent = what;
      detail.textContent = `${how} ${shown(kept).textContent}`;
      const {progress} = moment;
      bar.node.hidden = progress?.stage !== "reading";
      if (progress?.stage === "reading") bar.show(progress.file, progress.read);
      if (!cancel.isConnected) panel.replaceChildren(status, bar.node, detail, cancel);
    }
  });
  invalidation.then(() => subscription.unsubscribe());
  return {form: input, panel, brought};
}

const shown = (kept: Brought | null): HTMLElement =>
  html`<p class="rb-muted">What is shown below is still ${kept ? kept.file : "this workbook’s own"}.</p>` as HTMLElement;

function momentsOf(files: Uploaded, cancel: Observable<unknown>): Observable<Moment> {
  const {responses, fit, missing} = files;
  if (!responses)
    return of(fit ? {kind: "refused", error: `${fit.name} needs the responses that it was fitted to`} : {kind: "nothing"});
  const started = performance.now();
  const seconds = timer(SHOWN_AFTER_MS, TICK_MS).pipe(
    map(() => (performance.now() - started) / 1000),
    startWith(0)
  );
  const working = combineLatest([work({responses, fit, missing}), seconds]).pipe(
    map(([moment, passed]): Moment => (moment.kind === "working" ? {...moment, seconds: passed} : moment))
  );
  return merge(working, cancel.pipe(map((): Moment => ({kind: "cancelled", file: responses.name})))).pipe(
    takeWhile(({kind}) => kind === "working", true)
  );
}

/** One fit in a worker of its own, which is ended when there is no subscriber. */
function work({responses, fit, missing}: {responses: File; fit: File | null; missing: string}): Observable<Moment> {
  return new Observable<Moment>(subscriber => {
    subscriber.next({kind: "working", progress: null, seconds: 0});
    const worker = irtWorker();
    const stopped = new AbortController();
    tableRows(responses, {signal: stopped.signal, select: neededColumns})
      .then(rows =>
        worker.call(
          "fit",
          {responses: rows ?? responses, fit, missing: missing.split(",").flatMap(each => each.trim() || [])},
          progress => subscriber.next({kind: "working", progress, seconds: 0}),
          rows ? [rows.arrow.buffer as ArrayBuffer] : []
        )
      )
      .then(brought => subscriber.next({kind: "done", brought: {...brought, calibration: readable(brought.calibration)}}))
      .catch((error: Error) => subscriber.next({kind: "refused", error: errorText(error, responses.name)}));
    return () => {
      stopped.abort();
      worker.end();
    };
  });
}

const errorText = ({name, message}: Error, file: string): string =>
  name === "UserError" || name === "FileError" ? message : `${file} could not be fitted: ${message}`;

/** Progress as text: the stage, which changes rarely and is read out by screen readers, and how far it is. */
function progressText(progress: Progress | null, seconds: number): [what: string, how: string] {
  const passed = `${Math.floor(seconds)} s.`;
  if (progress === null) return ["Starting …", passed];
  if (progress.stage === "reading") return [`Reading ${progress.file} …`, passed];
  if (progress.stage === "done") return ["Fitted; preparing the charts …", passed];
  const {persons, items, model, estimate, step} = progress;
  const what = `Fitting ${formatCount(persons)} evaluations × ${formatCount(items)} items: ${settingsText({model, estimate})} …`;
  if (!step) return [what, passed];
  const rise = step.rise === null ? "" : ` (up ${step.rise.toPrecision(2)})`;
  return [
    what,
    `Step ${formatCount(step.iteration)}, log posterior ${number(step.value)}${rise}, largest slope ${step.slope.toPrecision(2)}, ${passed}`
  ];
}
