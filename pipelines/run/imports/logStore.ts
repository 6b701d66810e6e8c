// Opens logs of other programs, and files of answers, as stores in the workbook's cache; stores are used where they are.
import {existsSync} from "node:fs";
import {rm, stat} from "node:fs/promises";
import {basename, join, resolve} from "node:path";
import {sha256Hex} from "../../book/canonical.js";
import {FOLDER} from "../../book/folder.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {READER_VERSION} from "../../score/answer/version.js";
import {readManifest} from "../../store/manifest.node.js";
import {fileOf} from "../../store/publish.node.js";
import {projectVersion} from "../../store/version.node.js";
import {isWorkbook} from "../ask/files.js";
import {rescore} from "../rescore/rescore.js";
import type {Format} from "./foreign.js";
import {digestOf, importResults} from "./importResults.js";
import {openNotes} from "./notes.js";
import {recognised} from "./recognise.js";

/** Folder of the stores of logs outside a workbook. */
const OUTSIDE = "reasonbook-logs";

interface LogOptions {
  format?: Format | undefined;
  /** Name of the score that decides right or wrong. */
  score?: string | undefined;
  report: Report;
}

/** Whether a path is a store, or a dataset's file. */
async function isStore(path: string, format: Format | undefined): Promise<boolean> {
  const stats = await stat(path).catch(() => null);
  if (!stats) throw new UserError(`no such file or folder: ${path}`);
  if (stats.isDirectory()) return existsSync(join(path, fileOf("samples")));
  return /\.ya?ml$/u.test(path) && format === undefined && !(await isLog(path));
}

/** Whether a file is recognised as a log of another program. */
const isLog = async (path: string): Promise<boolean> =>
  recognised(path, {notes: openNotes()}).then(
    () => true,
    (error: unknown) => {
      if (error instanceof UserError) return false;
      throw error;
    }
  );

/**
 * Returns the stores of paths: stores as they are, one store of all logs, and one of each file of answers. A store is made once for equal
 * files. Throws `UserError` for files that cannot be read.
 */
export async function storesOf(paths: readonly string[], options: LogOptions): Promise<string[]> {
  const {format} = options;
  const stores: string[] = [];
  const logs: string[] = [];
  for (const path of paths) {
    if (await isStore(path, format)) stores.push(path);
    else if (format !== undefined || (await stat(path)).isDirectory() || (await isLog(path))) logs.push(path);
    else stores.push(await answerStore(path, options));
  }
  return logs.length === 0 ? stores : [...stores, await logStore(logs, options)];
}

/** Returns the store of logs of other programs. */
async function logStore(logs: readonly string[], {format, score, report}: LogOptions): Promise<string> {
  const files: string[] = [];
  for (const log of logs) for (const {file} of await recognised(log, {notes: openNotes(), wanted: format})) files.push(file);
  const make = (folder: string) => importResults({paths: logs, folder, format, score, report});
  return madeOnce({paths: logs, files, settings: [format, score], report}, make);
}

/** Returns the store of a file of answers. */
async function answerStore(file: string, {report}: LogOptions): Promise<string> {
  const make = async (folder: string) => {
    try {
      await rescore({source: {dataset: file}, folder, report});
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(`${file} is no log of a known program, and cannot be read as a file of answers: ${error.message}`);
    }
  };
  return madeOnce({paths: [file], files: [file], settings: [], report}, make);
}

interface Origin {
  paths: readonly string[];
  files: readonly string[];
  settings: readonly unknown[];
  report: Report;
}

/** Returns the folder of a store that is made unless one of equal files, settings and versions exists. */
async function madeOnce({paths, files, settings, report}: Origin, make: (folder: string) => Promise<unknown>): Promise<string> {
  const digests = await Promise.all(files.map(digestOf));
  const {version} = await projectVersion();
  const origin = [paths.map(path => resolve(path)), digests, settings, version, READER_VERSION];
  const name =
    basename(resolve(paths[0]!))
      .replace(/[^A-Za-z0-9._-]+/gu, "-")
      .replace(/^[^A-Za-z0-9]+/u, "") || "logs";
  const parent = isWorkbook() ? join(FOLDER, "cache", "logs") : OUTSIDE;
  const folder = join(parent, `${name}-${sha256Hex(JSON.stringify(origin)).slice(0, 8)}`);
  if ((await readManifest(folder)) !== null) return folder;
  report.info(`reading ${paths.join(", ")} into ${folder}`);
  try {
    await make(folder);
  } catch (error) {
    await rm(folder, {recursive: true, force: true});
    throw error;
  }
  return folder;
}
