// Reads an LMDB file without mapping it into memory: checks that its trees are intact, and recovers the entries in its leaf pages. LMDB
// trusts the file that it maps; a page number beyond the end of the file ends the process by SIGBUS or SIGSEGV without a message, so the
// file is checked before LMDB opens it.
// Layout: data version 2, liblmdb/mdb.c of the lmdb package (structs MDB_page_header, MDB_meta, MDB_db, MDB_node, MDB_ovpage);
// little-endian.
import {closeSync, fstatSync, openSync, readSync} from "node:fs";

const MAGIC = 0xbeefc0de;
const VERSION = 2;
/** Bytes of a page's header: number, transaction, padding, flags, and the bounds of its free space (or its number of overflow pages). */
const HEADER = 24;
const [BRANCH, LEAF, OVERFLOW, META] = [0x01, 0x02, 0x04, 0x08];
const KINDS = BRANCH | LEAF | OVERFLOW | META;
/** Flag of a node whose value is in overflow pages (F_BIGDATA). */
const BIG_DATA = 0x01;
/** Bytes of a node's header. */
const NODE = 8;
/** Page number of the root of an empty tree (P_INVALID). */
const NO_PAGE = 2n ** 64n - 1n;
/** Greatest depth of a tree of pages (CURSOR_STACK). */
const DEEPEST = 32;
/** Most times that a file is read again when another process is writing to it. */
const LOOKS = 5;

interface Meta {
  pageSize: number;
  lastPage: number;
  transaction: bigint;
  /** Root pages of the list of free pages and of the entries. */
  roots: {page: bigint; free: boolean}[];
}

class Damage extends Error {}
const damaged = (page: number | bigint, what: string) => new Damage(`page ${page} ${what}`);

interface File {
  size: number;
  /** Reads `length` bytes, into a buffer of that length where one is given; throws where the file ends before. */
  read(at: number, length: number, into?: Buffer): Buffer;
}

function withFile<T>(path: string, work: (file: File) => T): T {
  const handle = openSync(path, "r");
  try {
    const {size} = fstatSync(handle);
    const read = (at: number, length: number, bytes = Buffer.allocUnsafe(length)): Buffer => {
      if (at < 0 || readSync(handle, bytes, 0, length, at) < length) throw new Damage(`the file ends before byte ${at + length}`);
      return bytes;
    };
    return work({size, read});
  } finally {
    closeSync(handle);
  }
}

function readMeta({read}: File, at: number, page: number): Meta {
  const bytes = read(at, HEADER + 144);
  if ((bytes.readUInt16LE(18) & KINDS) !== META) throw damaged(page, "is not a meta page");
  if (bytes.readUInt32LE(HEADER) !== MAGIC) throw damaged(page, "does not have the mark of an LMDB file");
  if ((bytes.readUInt32LE(HEADER + 4) & 0xffff) !== VERSION) throw damaged(page, "is of another version");
  const pageSize = bytes.readUInt32LE(HEADER + 24);
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0)
    throw damaged(page, "has an impossible page size");
  const lastPage = Number(bytes.readBigUInt64LE(HEADER + 120));
  if (lastPage > 2 ** 48) throw damaged(page, "has an impossible number of pages");
  return {
    pageSize,
    lastPage,
    transaction: bytes.readBigUInt64LE(HEADER + 128),
    roots: [
      {page: bytes.readBigUInt64LE(HEADER + 64), free: true},
      {page: bytes.readBigUInt64LE(HEADER + 112), free: false}
    ]
  };
}

/** The newer of the two meta pages, which LMDB would use; both must be intact. */
function newest(file: File): Meta {
  const first = readMeta(file, 0, 0);
  const second = readMeta(file, first.pageSize, 1);
  if (first.pageSize !== second.pageSize) throw damaged(1, "has another page size than the first");
  return second.transaction > first.transaction ? second : first;
}

/** Offsets of the nodes of a branch or leaf page. */
function nodesOf(bytes: Buffer, page: number | bigint): number[] {
  const [lower, upper] = [bytes.readUInt16LE(20), bytes.readUInt16LE(22)];
  const room = bytes.length - HEADER;
  if (lower > upper || upper > room || lower % 2 !== 0) throw damaged(page, "has impossible bounds");
  return Array.from({length: lower >> 1}, (_, i) => {
    const at = HEADER + bytes.readUInt16LE(HEADER + 2 * i);
    if (at < HEADER + upper || at + NODE > bytes.length) throw damaged(page, "has a node outside of it");
    return at;
  });
}

interface Leaf {
  key: Buffer;
  size: number;
  /** The value, if it is in the leaf itself. */
  value: Buffer | null;
  /** Otherwise the overflow pages that hold it. */
  overflow: {page: bigint; pages: bigint} | null;
}

function leafOf(bytes: Buffer, at: number, page: number | bigint): Leaf {
  const size = bytes.readUInt16LE(at) | (bytes.readUInt16LE(at + 2) << 16);
  const big = (bytes.readUInt16LE(at + 4) & BIG_DATA) !== 0;
  const from = at + NODE + bytes.readUInt16LE(at + 6);
  if (size < 0 || from + (big ? 24 : size) > bytes.length) throw damaged(page, "has a value that reaches beyond it");
  const key = bytes.subarray(at + NODE, from);
  if (!big) return {key, size, value: bytes.subarray(from, from + size), overflow: null};
  return {key, size, value: null, overflow: {page: bytes.readBigUInt64LE(from), pages: bytes.readBigUInt64LE(from + 16)}};
}

/** Throws Damage where a tree contains a page that LMDB could not follow. */
function walk(file: File, {pageSize, lastPage, transaction, roots}: Meta): void {
  const known = (page: bigint, from: number | bigint) => {
    if (page < 2n || page > BigInt(lastPage)) throw damaged(from, `points to page ${page}, which does not exist`);
    return Number(page);
  };
  // A page of a later transaction would count as one that the next transaction has made, and be written to where it is mapped.
  const checkHeader = (bytes: Buffer, page: number) => {
    if (bytes.readBigUInt64LE(0) !== BigInt(page)) throw damaged(page, "says that it is another one");
    if (bytes.readBigUInt64LE(8) > transaction) throw damaged(page, "is of a transaction that never was");
  };
  // A large cache has a hundred thousand pages, so that memory for them is taken once for each depth.
  const pages: Buffer[] = [];
  const header = Buffer.alloc(HEADER);
  const visit = (page: number, {free, depth}: {free: boolean; depth: number}): void => {
    if (depth > DEEPEST) throw damaged(page, "lies too deep");
    pages[depth] ??= Buffer.alloc(pageSize);
    const bytes = file.read(page * pageSize, pageSize, pages[depth]);
    checkHeader(bytes, page);
    const kind = bytes.readUInt16LE(18) & KINDS;
    if (kind !== BRANCH && kind !== LEAF) throw damaged(page, "is neither branch nor leaf");
    const nodes = nodesOf(bytes, page);
    if (nodes.length === 0) throw damaged(page, "is empty");
    for (const at of nodes) {
      if (kind === BRANCH) {
        if (at + NODE + bytes.readUInt16LE(at + 6) > bytes.length) throw damaged(page, "has a key that reaches beyond it");
        visit(known(BigInt(bytes.readUIntLE(at, 6)), page), {free, depth: depth + 1});
        continue;
      }
      const {overflow, size, value} = leafOf(bytes, at, page);
      let whole = value;
      if (overflow) {
        const first = known(overflow.page, page);
        if (HEADER + size > Number(overflow.pages) * pageSize) throw damaged(page, "has a value longer than its pages");
        known(overflow.page + overflow.pages - 1n, page);
        if ((file.read(first * pageSize, HEADER, header).readUInt16LE(18) & KINDS) !== OVERFLOW)
          throw damaged(first, "is not a page of a value");
        checkHeader(header, first);
        if (free) whole = file.read(first * pageSize + HEADER, size);
        else if (first * pageSize + HEADER + size > file.size) file.read(first * pageSize + HEADER + size - 1, 1); // it may have grown
      }
      if (free) checkFree(whole!, {page, lastPage});
    }
  };
  for (const {page, free} of roots) if (page !== NO_PAGE) visit(known(page, 0), {free, depth: 0});
}

/** Checks a list of free pages: its length, then page numbers; negative ones are lengths of blocks. */
function checkFree(list: Buffer, {page, lastPage}: {page: number; lastPage: number}): void {
  const length = list.length >= 8 ? Number(list.readBigUInt64LE(0)) : -1;
  if (length < 0 || (length + 1) * 8 > list.length) throw damaged(page, "has a list of free pages that is cut");
  for (let i = 1; i <= length; i++) {
    const entry = Number(list.readBigInt64LE(8 * i));
    if (entry > lastPage || entry < -lastPage) throw damaged(page, "lists free pages that do not exist");
  }
}

/**
 * What is wrong with an LMDB file, or null. A file that another process writes to may change during the check; it is then not reported as
 * damaged.
 */
export function damageIn(path: string): string | null {
  return withFile(path, file => {
    if (file.size === 0) return null; // LMDB turns an empty file into a new one
    for (let look = 1; ; look++) {
      let before: bigint | null = null;
      try {
        const meta = newest(file);
        before = meta.transaction;
        walk(file, meta);
        return null;
      } catch (error) {
        if (!(error instanceof Damage)) throw error;
        if (before === null || before === transactionOf(file)) return error.message;
        if (look === LOOKS) return null;
      }
    }
  });
}

function transactionOf(file: File): bigint | null {
  try {
    return newest(file).transaction;
  } catch {
    return null;
  }
}

interface Entry {
  key: Buffer;
  /** The value as stored in the file, compressed or not. */
  value: Buffer;
  /** Number of the transaction that wrote it; greater numbers are later. */
  transaction: bigint;
}

/**
 * The entries of all pages that look like leaves, whether or not a tree still leads to them; old copies and damaged entries are among them.
 */
export function* entriesIn(path: string, {keyBytes}: {keyBytes: number}): Generator<Entry> {
  const handle = openSync(path, "r");
  try {
    const {size} = fstatSync(handle);
    const read = (at: number, length: number): Buffer | null => {
      const bytes = Buffer.allocUnsafe(length);
      return at >= 0 && readSync(handle, bytes, 0, length, at) === length ? bytes : null;
    };
    const pageSize = pageSizeOf(read);
    for (let page = 2; page * pageSize < size; page++) {
      const bytes = read(page * pageSize, pageSize);
      if (!bytes || (bytes.readUInt16LE(18) & KINDS) !== LEAF || bytes.readBigUInt64LE(0) !== BigInt(page)) continue;
      const transaction = bytes.readBigUInt64LE(8);
      for (let i = 0; HEADER + 2 * i + 2 <= bytes.length && i < bytes.readUInt16LE(20) >> 1; i++) {
        const at = HEADER + bytes.readUInt16LE(HEADER + 2 * i);
        if (at + NODE > bytes.length || bytes.readUInt16LE(at + 6) !== keyBytes) continue;
        try {
          const {key, size: length, value, overflow} = leafOf(bytes, at, page);
          const found =
            value ??
            (length < size && overflow!.page < 2n ** 48n ? read(Number(overflow!.page) * pageSize + HEADER, length) : null);
          if (found) yield {key, value: found, transaction};
        } catch (error) {
          if (!(error instanceof Damage)) throw error;
        }
      }
    }
  } finally {
    closeSync(handle);
  }
}

/** The page size that a meta page states; where neither can be read, the usual one. */
function pageSizeOf(read: (at: number, length: number) => Buffer | null): number {
  for (const at of [0, 4096, 16_384]) {
    const bytes = read(at, HEADER + 28);
    const size = bytes?.readUInt32LE(HEADER) === MAGIC ? bytes.readUInt32LE(HEADER + 24) : 0;
    if (size >= 512 && size <= 65_536 && (size & (size - 1)) === 0) return size;
  }
  return 4096;
}
