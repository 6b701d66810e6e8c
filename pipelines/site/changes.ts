// Changes of files in a folder, as a stream. Files are compared a few times a second by size, time and identity, because notices of the
// system miss files that editors replace by renaming, links, and folders that are mounted from elsewhere.
import {readdir, realpath, stat} from "node:fs/promises";
import {join} from "node:path";
import {defer, filter, map, type Observable, type ObservableInput, repeat, scan, timer} from "rxjs";

/** The state of each file, by its path. */
export type FileStates = ReadonlyMap<string, string>;

/** Time between two looks; longer where a look takes long, so that a folder of many files does not keep a processor busy. */
const LOOK_MS = 400;
const MAX_LOOK_MS = 800;
const WAIT_PER_LOOK = 3;
/** Most looks for which a burst of changes is gathered: a burst that does not end is reported too. */
const MAX_LOOKS = 3;
/** Folders of data/ that hold results, and published answers, which no person edits. */
const RESULTS = new Set(["store", "cache", "published", "history", "node_modules"]);
/** Files that mark a folder of results wherever it is: a store, a cache. */
const RESULT_FILES = ["manifest.json", "data.mdb", "lock.duckdb"];
/** Names of editors' temporary and backup files, and hidden files. */
const TEMPORARY = /^\.|~$|^#.*#$|\.sw[a-z]$|\.tmp$|^4913$/u;

/**
 * Emits the sorted paths of files that have changed, appeared or vanished, once no further file has changed between two looks.
 * @param look returns the present state of all files
 */
export const changesOf = (look: () => ObservableInput<FileStates>, {everyMs = LOOK_MS} = {}): Observable<string[]> => {
  let started = 0;
  return defer(() => {
    started = Date.now();
    return look();
  }).pipe(
    repeat({delay: () => timer(Math.max(everyMs, Math.min(MAX_LOOK_MS, WAIT_PER_LOOK * (Date.now() - started))))}),
    scan(gather, {states: null, changed: [], looks: 0, emits: false} as Gathered),
    filter(({emits}) => emits),
    map(({changed}) => changed.toSorted())
  );
};

interface Gathered {
  states: FileStates | null;
  changed: readonly string[];
  /** Looks since the first of these changes. */
  looks: number;
  emits: boolean;
}

function gather(before: Gathered, states: FileStates): Gathered {
  const pending = before.emits ? [] : before.changed;
  const fresh = before.states === null ? [] : differences(before.states, states);
  const changed = [...new Set([...pending, ...fresh])];
  const looks = pending.length > 0 ? before.looks + 1 : 0;
  return {states, changed, looks, emits: changed.length > 0 && looks > 0 && (fresh.length === 0 || looks >= MAX_LOOKS)};
}

const differences = (before: FileStates, now: FileStates): string[] => [
  ...[...now].flatMap(([path, state]) => (before.get(path) === state ? [] : [path])),
  ...[...before.keys()].filter(path => !now.has(path))
];

/** The states of the files below a folder that a person edits. Links are followed; a link that leads back is followed once. */
export async function fileStates(folder: string): Promise<FileStates> {
  const states = new Map<string, string>();
  await addStates(folder, {states, visited: new Set()});
  return states;
}

async function addStates(folder: string, {states, visited}: {states: Map<string, string>; visited: Set<string>}): Promise<void> {
  const place = await realpath(folder).catch(() => null);
  if (place === null || visited.has(place)) return;
  visited.add(place);
  const entries = await readdir(folder, {withFileTypes: true}).catch(() => []); // removed since
  if (entries.some(({name}) => RESULT_FILES.includes(name))) return;
  await Promise.all(
    entries.map(async entry => {
      if (TEMPORARY.test(entry.name)) return;
      const path = join(folder, entry.name);
      const target = entry.isDirectory() ? null : await stat(path).catch(() => undefined);
      if (target === undefined) return;
      if (target === null || target.isDirectory())
        return RESULTS.has(entry.name) ? undefined : addStates(path, {states, visited});
      states.set(path, `${target.mtimeMs} ${target.size} ${target.ino}`);
    })
  );
}
