// Reads the lines of a file in runs, here or by threads, and gives what was read in the file's order.
import {setImmediate as nextTurn} from "node:timers/promises";
import {eachRecord, refuseList, wholeLines} from "../../rows/jsonLines.js";
import {openFile} from "../../rows/openRows.node.js";
import type {Packer, ReadLines} from "./itemLines.node.js";
import {type LineThreads, type ReadRun, RUN_BYTES} from "./lineThreads.node.js";
import {LIST} from "./records.node.js";

interface Reading {
  /** The file's name without folder and endings. */
  name: string;
  /** What its ids begin with; absent = nothing. */
  prefix?: string | undefined;
  /** Opens a collector of records that are read here. */
  pack: () => Packer;
  /** Whether the file is known to be of its layout, so that others may read the rest. */
  isKnown: () => boolean;
  threads: LineThreads;
}

/** A run that is read, or will have been. */
interface Slot {
  done?: ReadRun;
  promise: Promise<ReadRun>;
}

/** Yields what the lines of a file hold, and how many lines stand before. Throws a UserError where the file is of another kind. */
export async function* lineRuns(
  file: string,
  {name, prefix, pack, isKnown, threads}: Reading
): AsyncGenerator<{read: ReadLines; before: number}> {
  const waiting: Slot[] = [];
  let before = 0;
  let isFirst = true;
  const lines = async () => {
    let all = before;
    for (const {promise} of waiting) all += (await promise).lines;
    return all;
  };
  const here = (bytes: Buffer): ReadRun => {
    const packer = pack();
    const lines = eachRecord(bytes, record => {
      if (isFirst) refuseList(record, bytes, {file, list: LIST});
      isFirst = false;
      packer.add(record);
    });
    return {lines, read: packer.close()};
  };
  const next = ({lines, read}: ReadRun) => {
    waiting.shift();
    before += lines;
    return {read, before: before - lines};
  };
  for await (const bytes of wholeLines((await openFile(file)).bytes(), {file, lines, least: threads.count > 0 ? RUN_BYTES : 0})) {
    if (bytes === null) continue;
    const given = isKnown() ? threads.read(bytes, {name, prefix}) : null;
    if (given) waiting.push(slotOf(given));
    else {
      const done = here(bytes);
      waiting.push({done, promise: Promise.resolve(done)});
    }
    if (threads.count > 0) await nextTurn(); // for messages of threads
    while (waiting[0]?.done) yield next(waiting[0].done);
    while (waiting.length > threads.most) yield next(await waiting[0]!.promise);
  }
  while (waiting.length > 0) yield next(await waiting[0]!.promise);
}

function slotOf(promise: Promise<ReadRun>): Slot {
  const slot: Slot = {promise};
  promise.then(
    done => (slot.done = done),
    () => {} // whoever waits for it is told
  );
  return slot;
}
