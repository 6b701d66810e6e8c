// The command `batches`: the batches that are under way into a cache, and the ways to end, give up or name one (docs/batches.md).
import {z} from "zod";
import {plural} from "../book/plural.js";
import {readBook} from "../book/read.node.js";
import type {Book} from "../book/types.js";
import {EndpointError} from "../infer/completion.js";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";
import {httpOf, INTERFACES, isOf} from "../run/batch/batches.js";
import {type Entry, journalOf, openEntries} from "../run/batch/journal.js";
import {evaluationsOf} from "../run/evaluation.js";
import {lockFolder} from "../store/lock.node.js";
import {command, positional} from "./command.js";
import {bookOption, flag} from "./optionTypes.js";

const list = command({
  name: "batches list",
  summary: "list the batches in progress, oldest first",
  isDefault: true,
  options: z.strictObject({book: bookOption(), ask: flag("ask their servers how far they are")}),
  examples: ["--ask"],
  async run({book: file, ask}, io) {
    const book = await readBook(file);
    const entries = await openEntries(journalOf(book.cache));
    if (entries.length === 0) io.stdout.write("no batch is in progress\n");
    for (const entry of entries) io.stdout.write(`${lineOf(entry)}${ask ? `; ${await atServer(entry, book)}` : ""}\n`);
  }
});

const cancel = command({
  name: "batches cancel",
  summary: "cancel a batch at its server; the next run --batch fetches the answers it had by then",
  options: z.strictObject({book: bookOption(), id: positional(z.string(), "its id, as list prints it")}),
  examples: ["batch_123"],
  async run({book: file, id}, io) {
    const book = await readBook(file);
    const entry = await entryOf(book, id);
    if (!entry.state.batch)
      throw new UserError(`${entry.name} has no id yet: npm run run -- --batch finds out whether it was submitted`);
    const {http, own} = await asked(entry, book);
    try {
      const {status} = await own.cancel(http, entry.state.batch);
      io.stdout.write(`${entry.state.batch}: ${status}; npm run run -- --batch fetches the answers it had by then\n`);
    } finally {
      await http.close();
    }
  }
});

const forget = command({
  name: "batches forget",
  summary: "forget a batch: its answers are not fetched, and its requests are paid for again",
  options: z.strictObject({
    book: bookOption(),
    id: positional(z.string(), "its id or name, as list prints it"),
    yes: flag("do it")
  }),
  examples: ["batch_123 --yes"],
  async run({book: file, id, yes}, io) {
    const book = await readBook(file);
    await using _lock = await lockBatches(book, io);
    const entry = await entryOf(book, id);
    if (!yes)
      throw new UserError(
        `forget discards ${plural(entry.state.requests, "request")} that may have been paid for; add --yes to do it`
      );
    await entry.remove();
    io.stdout.write(`${id} is forgotten; a run sends its requests again\n`);
  }
});

const adopt = command({
  name: "batches adopt",
  summary: "give the server's id of a batch whose id was lost",
  options: z.strictObject({
    book: bookOption(),
    name: positional(z.string(), "its name, as list prints it"),
    id: positional(z.string(), "its id at the server")
  }),
  examples: ["NAME batch_123"],
  async run({book: file, name, id}, io) {
    const book = await readBook(file);
    await using _lock = await lockBatches(book, io);
    const entry = await entryOf(book, name);
    if (entry.state.batch) throw new UserError(`${name} has an id already: ${entry.state.batch}`);
    const {http, own} = await asked(entry, book);
    try {
      const state = await own.state(http, id);
      await entry.note({batch: state.id, tried: entry.state.tried ?? new Date(io.now()).toISOString()});
      io.stdout.write(`${name} is ${state.id} (${state.status}); npm run run -- --batch fetches it\n`);
    } finally {
      await http.close();
    }
  }
});

export const commands = [list, cancel, forget, adopt];

const lockBatches = ({cache}: Book, {stderr}: Pick<Io, "stderr">): Promise<AsyncDisposable> =>
  lockFolder(journalOf(cache), {onWait: holder => stderr.write(`waiting for ${holder}, which uses the batches\n`)});

const lineOf = ({name, state: {batch, tried, requests, model, base, created}}: Entry): string =>
  [
    batch ?? name,
    `${plural(requests, "request")} to ${model} at ${base}`,
    batch ? `submitted ${tried ?? created}` : tried ? `sent ${tried}, id not known` : `written ${created}, not sent`
  ].join("; ");

async function entryOf({cache}: Book, id: string): Promise<Entry> {
  const entries = await openEntries(journalOf(cache));
  const entry = entries.find(({name, state}) => state.batch === id || name === id);
  if (entry) return entry;
  const names = entries.map(({name, state}) => state.batch ?? name);
  throw new UserError(`no batch "${id}" is in progress; ${names.length > 0 ? `there are ${names.join(", ")}` : "there is none"}`);
}

async function asked(entry: Entry, book: Book) {
  const owner = evaluationsOf(book).find(each => isOf(entry, each));
  if (!owner)
    throw new UserError(
      `no model of the book is ${entry.state.model} at ${entry.state.base} with batch: ${entry.state.interface}`
    );
  return {http: httpOf(owner.model), own: INTERFACES[entry.state.interface]};
}

async function atServer(entry: Entry, book: Book): Promise<string> {
  if (!entry.state.batch) return "id not known";
  const {http, own} = await asked(entry, book);
  try {
    const {status, done, failed} = await own.state(http, entry.state.batch);
    return `${status}, ${done} done${failed > 0 ? `, ${failed} failed` : ""}`;
  } catch (error) {
    if (error instanceof EndpointError) return error.message;
    throw error;
  } finally {
    await http.close();
  }
}
