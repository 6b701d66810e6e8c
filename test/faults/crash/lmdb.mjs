// The lmdb package, whose databases are handed to `globalThis.watchDatabase` as they are opened.
import {open as openDatabase} from "lmdb";

export * from "lmdb";

export const open = (...parameters) => {
  const database = openDatabase(...parameters);
  globalThis.watchDatabase?.(database);
  return database;
};
