// Tokens and spectra of a text that the reader types or pastes. It stays in this browser: a worker reads it.
import {checkbox} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import {
  catchError,
  concatMap,
  debounceTime,
  finalize,
  from,
  fromEvent,
  map,
  type Observable,
  of,
  Observable as Stream,
  scan,
  startWith,
  switchMap
} from "rxjs";
import type {VocabularyName} from "../../pipelines/tokenizer/openai.js";
import {formatCount, type Input} from "../shared/charts.js";
import {observe} from "../shared/observe.js";
import {openWorker, type Working} from "../shared/worker.js";
import type {ReadText, TextTasks} from "./textTasks.js";

/** Tokenizers that pages can load: half a megabyte to two each, and only once a text is there. */
const TOKENIZERS: Record<VocabularyName, string> = {
  o200k: "o200k, 2.2 MB",
  cl100k: "cl100k, 1.1 MB",
  p50k: "p50k, 0.5 MB",
  r50k: "r50k, 0.5 MB"
};
/** Time without typing after which the text is read, in milliseconds. */
const PAUSE_MS = 250;
/** Longest text, in characters: its spectra take ten seconds. */
const MOST_CHARACTERS = 4_000_000;
/** Longest time for one tokenizer: merging the bytes of one word takes time in proportion to the square of its length. */
const LIMIT_MS = 30_000;

interface OwnText {
  text: string;
  tokenizers: VocabularyName[];
}

/** A field for a text, and the tokenizers to read it with. */
function ownTextInput(): Input<OwnText> {
  const area =
    html`<textarea id="own-text" rows="5" spellcheck="false" autocomplete="off" placeholder="Type or paste a text. It stays in this browser." aria-label="A text of your own">` as HTMLTextAreaElement;
  const tokenizers = checkbox(Object.keys(TOKENIZERS) as VocabularyName[], {
    label: "Tokenizers",
    value: ["o200k", "cl100k"],
    format: (name: VocabularyName) => TOKENIZERS[name]
  });
  const form = html`<div class="rb-own-text">${tokenizers}${area}</div>`;
  return Object.defineProperty(form, "value", {
    get: () => ({text: area.value, tokenizers: tokenizers.value})
  }) as Input<OwnText>;
}

export interface Read {
  kind: "nothing" | "reading" | "done" | "refused";
  /** What has been read so far, one entry per tokenizer. */
  found: ReadText[];
  error?: string;
}
const NOTHING: Read = {kind: "nothing", found: []};

/** What is read, as the reader types. A text that is still being read when it changes is given up, and its worker with it. */
function ownSpectra(input: Input<OwnText>): Observable<Read> {
  let worker: Working<TextTasks> | undefined;
  const read = (text: string, tokenizer: VocabularyName) =>
    new Stream<ReadText>(subscriber => {
      worker ??= openWorker<TextTasks>(import.meta.resolve("./spectrum.worker.js"));
      let busy = true;
      const end = () => {
        worker?.end();
        worker = undefined;
      };
      const late = setTimeout(() => {
        subscriber.error(new Error(`${tokenizer} takes longer than ${LIMIT_MS / 1000} s for this text; is it one word?`));
      }, LIMIT_MS);
      worker.call("read", {text, tokenizer}).then(
        value => {
          busy = false;
          subscriber.next(value);
          subscriber.complete();
        },
        (error: Error) => subscriber.error(error)
      );
      return () => {
        clearTimeout(late);
        if (busy) end();
      };
    });
  const reading = ({text, tokenizers}: OwnText): Observable<Read> => {
    if (text === "" || tokenizers.length === 0) return of(NOTHING);
    if (text.length > MOST_CHARACTERS)
      return of({
        kind: "refused",
        found: [],
        error: `${formatCount(text.length)} characters are more than the ${formatCount(MOST_CHARACTERS)} that this page reads`
      });
    return from(tokenizers).pipe(
      concatMap(tokenizer => read(text, tokenizer)),
      scan<ReadText, Read>(
        ({found}, next) => ({kind: found.length + 1 < tokenizers.length ? "reading" : "done", found: [...found, next]}),
        NOTHING
      ),
      startWith<Read>({kind: "reading", found: []})
    );
  };
  return fromEvent(input, "input").pipe(
    debounceTime(PAUSE_MS),
    startWith(null),
    map(() => input.value),
    switchMap(value => reading(value).pipe(catchError(refused))),
    finalize(() => worker?.end())
  );
}

/** Returns the input for a text of the reader's, and a function for a cell of the spectra of the text in it. */
export function ownTextReader(): {node: HTMLElement; spectra(): AsyncGenerator<Read>} {
  const node = ownTextInput();
  return {node, spectra: () => observe(ownSpectra(node))};
}

/** An error becomes what the reader is told, and the next text is read all the same. */
const refused = ({message}: Error): Observable<Read> => of({kind: "refused", found: [], error: message});
