// Texts of responses that a site leaves out, and pages fetch from a partitioned export when a reader opens a sample: which address the build
// takes, whether the export there is of the store that is shown, and what is written into the site about it.
import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {mkdir, readFile} from "node:fs/promises";
import {dirname, join, relative, resolve, sep} from "node:path";
import type {Dispatcher} from "undici";
import {sha256Hex} from "../book/canonical.js";
import {dispatcherTo} from "../infer/send.node.js";
import {UserError} from "../rows/error.js";
import {digestOf} from "../store/files.node.js";
import {addressOf} from "../store/partitioned/names.js";
import {LIST, listOf, type PartitionedList} from "../store/partitioned/write.node.js";
import {fileOf, TEXTS} from "../store/publish.node.js";
import {placeElement, type TextPart} from "../store/textParts.js";
import {filesBelow} from "./policy.js";

/** Where a partitioned export lies, as readers of the site reach it. */
export interface TextsAddress {
  /** Ends in a slash; relative to the folder of the site where `isRelative`. */
  address: string;
  isRelative: boolean;
}

/** An export whose responses are those of the store that is shown. */
export interface Texts {
  /** Address of the folder of the version, which ends in a slash. */
  folder: string;
  isRelative: boolean;
  parts: TextPart[];
}

const OPTION = "--responses";
const EXPECTED = "expected all, none, an https:// address, or a relative one such as ../results";
/** Hosts that a browser takes for this machine; only there http: is as safe as https:. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+)$/;
/** Names that may stand in a policy as they are: an address can hold marks that end a directive. */
const HOST = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;
/** How long the server may keep the build waiting. */
const SILENCE_MS = 30_000;
/** Longest list of files that is read, some 600,000 of them. */
const LONGEST_LIST = 2e8;

/**
 * Checks the address of an export. Nothing of it that could be a secret is accepted, since pages publish it, or repeated in the error.
 * Throws a UserError.
 */
export function textsAddress(text: string): TextsAddress {
  if (/^s3:/i.test(text))
    throw new UserError(
      `${OPTION}: browsers do not read s3://; give the address of the same prefix, such as https://BUCKET.s3.REGION.amazonaws.com/PREFIX`
    );
  if (/[?#]/.test(text))
    throw new UserError(
      `${OPTION}: the address has a ? or # in it, and pages would publish what follows, a signature for example; give one that readers may read without`
    );
  return text.startsWith("../") ? relativeAddress(text) : absoluteAddress(text);
}

function relativeAddress(text: string): TextsAddress {
  const parts = text.replace(/\/+$/, "").split("/");
  const first = parts.findIndex(part => part !== "..");
  const names = parts.slice(first);
  if (first < 0 || names.some(name => name === "" || name === "." || name === ".." || /[\\%\p{Cc}]/u.test(name)))
    throw new UserError(`${OPTION} ${text}: expected a folder beside the site's, such as ../results`);
  return {address: `${text.replace(/\/+$/, "")}/`, isRelative: true};
}

function absoluteAddress(text: string): TextsAddress {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    const shown = text.includes("@") ? "" : ` ${text}`;
    throw new UserError(`${OPTION}${shown}: ${EXPECTED}`);
  }
  const {protocol, username, password, hostname, origin, pathname} = new URL(text);
  if (username !== "" || password !== "")
    throw new UserError(`${OPTION}: the address holds a user's name or password, which pages would publish; leave it out`);
  if (!HOST.test(hostname))
    throw new UserError(`${OPTION} ${text}: expected a host's name of letters, digits, . and -, or an address of IPv4`);
  if (protocol === "http:" && !LOOPBACK.test(hostname))
    throw new UserError(
      `${OPTION} ${text}: expected https://, since browsers refuse http:// to pages that came by https://; on the site's own server a relative address such as ../results does`
    );
  return {address: `${origin}${pathname.replace(/\/*$/, "/")}`, isRelative: false};
}

/**
 * Reads the list of an export: from its server, or for a relative address from the folder that stands to `dist` as it will stand to the
 * site. Throws a UserError where there is none, and where it lists no texts.
 */
export async function readList(
  {address, isRelative}: TextsAddress,
  dist: string
): Promise<{list: PartitionedList; files: TextPart[]}> {
  const where = `${OPTION} ${address}`;
  const text = isRelative ? await fileText(resolve(dist, address, LIST), where) : await serverText(`${address}${LIST}`, where);
  const list = listOf(text);
  const command = "npm run export -- --partitioned TARGET --tables responses";
  if (!list) throw new UserError(`${where}: ${LIST} is not the list of a partitioned export; ${command} writes one`);
  const table = list.tables[TEXTS];
  if (!table) {
    const others = Object.keys(list.tables).join(", ");
    throw new UserError(`${where} holds no table ${TEXTS}${others ? `, only ${others}` : ""}; ${command} writes it`);
  }
  if (table.files.length === 0) throw new UserError(`${where}: table ${TEXTS} has no rows there; ${command} writes it anew`);
  const leading = table.files.find(({path}) => path.split("/").some(part => part === "" || part === "." || part === ".."));
  if (leading) throw new UserError(`${where}: ${LIST} names ${leading.path}, which leads out of the folder`);
  return {
    list,
    files: table.files.map(({path, rows, bytes, sha256, model, base_task}) => ({
      model: model ?? "",
      base_task: base_task ?? "",
      address: addressOf(path),
      rows,
      bytes,
      sha256
    }))
  };
}

async function fileText(file: string, where: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new UserError(`${where}: there is no ${file}; npm run export -- --partitioned ${dirname(file)} writes it`);
  }
}

async function serverText(address: string, where: string): Promise<string> {
  const url = new URL(address);
  const pool = dispatcherTo(url, {connections: 1, direct: LOOPBACK.test(url.hostname)});
  try {
    const {statusCode, body} = await pool.request({
      origin: url.origin,
      path: url.pathname,
      method: "GET",
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS
    });
    if (statusCode === 200) return await textOf(body, where);
    await body.dump();
    if (statusCode >= 300 && statusCode < 400)
      throw new UserError(`${where}: the server leads elsewhere (${statusCode}); give the address that it leads to`);
    throw new UserError(`${where}: ${LIST} is not to be had there, the server answered ${statusCode}`);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const {code, message} = error as NodeJS.ErrnoException;
    throw new UserError(`${where}: ${LIST} could not be fetched: ${code ?? message}`);
  } finally {
    await pool.destroy();
  }
}

async function textOf(body: Dispatcher.ResponseData["body"], where: string): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > LONGEST_LIST) throw new UserError(`${where}: ${LIST} is longer than ${LONGEST_LIST / 1e6} MB`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** The texts of an export that was made of a store as it is now. Throws a UserError where it was made of another. */
export async function textsOf(
  at: TextsAddress,
  {list, files}: {list: PartitionedList; files: TextPart[]},
  store: string
): Promise<Texts> {
  const file = join(store, fileOf(TEXTS));
  if (!existsSync(file)) throw new UserError(`${OPTION} ${at.address}: ${store} holds no texts that could be read from there`);
  const again = `npm run export -- --partitioned TARGET --tables ${TEXTS} --store ${store}`;
  const {source} = list.tables[TEXTS]!;
  if (source === undefined)
    throw new UserError(
      `${OPTION} ${at.address} was exported by an older version, which did not write down what it was made of: ${again}`
    );
  if (source !== (await digestOf(file)))
    throw new UserError(
      `${OPTION} ${at.address} was exported from another store than ${store}, or before its responses changed: ${again}`
    );
  return {folder: `${at.address}${list.data}/`, isRelative: at.isRelative, parts: files};
}

/** Pages whose own cells attach the table of texts, which they show when a reader opens a sample. */
const SHOWS_TEXTS = `FileAttachment("./data/${fileOf(TEXTS)}")`;

/** Writes the list of the parts into a built site, and where the texts lie into the pages that show them. Returns how many pages do. */
export async function writeTextsPlace({folder, isRelative, parts}: Texts, dist = "dist"): Promise<number> {
  const text = JSON.stringify(parts);
  const list = `_file/texts.${sha256Hex(text).slice(0, 8)}.json`;
  await mkdir(join(dist, "_file"), {recursive: true});
  writeFileSync(join(dist, list), text);
  const pages = filesBelow(dist).filter(file => file.endsWith(".html") && readFileSync(file, "utf8").includes(SHOWS_TEXTS));
  for (const page of pages) {
    const root = relative(dirname(page), dist).split(sep).join("/");
    const fromPage = (address: string) => `${root === "" ? "." : root}/${address}`;
    const escaped = folder.split("/").map(encodeURIComponent).join("/");
    const element = placeElement({folder: isRelative ? fromPage(escaped) : folder, list: fromPage(list)});
    writeFileSync(
      page,
      readFileSync(page, "utf8").replace(/<\/html>/iu, () => `${element}\n</html>`)
    );
  }
  return pages.length;
}
