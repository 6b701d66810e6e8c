// A reader's file as text: what progress says, how reading ends early, and what is said of files that cannot be read.
import {gzipSync} from "node:zlib";
import {expect, test} from "vitest";
import {type FileProgress, textOf} from "../../../src/components/shared/fileText.js";
import {storedZstd} from "../../rows/storedZstd.js";

/** A file whose bytes come in pieces of a length, the next one only once `next` is called. */
function slowFile(name: string, bytes: Uint8Array, length: number) {
  const file = new File([bytes as Uint8Array<ArrayBuffer>], name);
  const turns: (() => void)[] = [];
  let at = 0;
  let cancelled = false;
  file.stream = () =>
    new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          await new Promise<void>(resolve => turns.push(resolve));
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.slice(at, at + length));
          at += length;
        },
        cancel() {
          cancelled = true;
        }
      },
      {highWaterMark: 0}
    );
  const next = async () => {
    while (turns.length === 0) await new Promise(resolve => setTimeout(resolve));
    turns.shift()!();
    await new Promise(resolve => setTimeout(resolve, 5));
  };
  return {file, next, isCancelled: () => cancelled};
}

const words = new TextEncoder();

test("characters that two pieces share are whole, and progress ends at the file's length", async () => {
  const text = "θ = 0.5 ± 0.1 🙂\n".repeat(3);
  const bytes = words.encode(text);
  for (const length of [1, 3, 7]) {
    const {file, next} = slowFile("theta.txt", bytes, length);
    const seen: FileProgress[] = [];
    const reading = textOf(file, {report: state => seen.push(state)});
    for (let i = 0; i <= Math.ceil(bytes.length / length); i++) await next();
    expect(await reading).toBe(text);
    expect(seen[0]).toEqual({unit: "bytes", done: length, of: bytes.length});
    expect(seen.at(-1)).toEqual({unit: "bytes", done: bytes.length, of: bytes.length});
  }
});

test("reading ends once the signal says so, and lets go of the file", async () => {
  const {file, next, isCancelled} = slowFile("votes.jsonl", words.encode("a".repeat(100)), 10);
  const cancel = new AbortController();
  const reading = textOf(file, {signal: cancel.signal});
  reading.catch(() => {});
  await next();
  cancel.abort(new Error("not wanted"));
  await next();
  await expect(reading).rejects.toThrow("not wanted");
  await expect.poll(isCancelled).toBe(true);
  await expect(textOf(file, {signal: cancel.signal})).rejects.toThrow("not wanted");
});

test("empty, unreadable, binary, damaged and too long files are named for what they are", async () => {
  await expect(textOf(new File([], "none.csv"))).rejects.toThrow("none.csv is empty");
  const gone = new File(["x"], "gone.csv");
  gone.stream = () =>
    new ReadableStream({
      pull() {
        throw new DOMException("A requested file or directory could not be found", "NotFoundError");
      }
    });
  await expect(textOf(gone)).rejects.toThrow(/^gone\.csv cannot be read: it may have been changed, moved or deleted/);
  await expect(textOf(new File([new Uint8Array([0x89, 0x50, 0, 1])], "image.png"))).rejects.toThrow(
    "image.png is neither text nor Parquet"
  );
  await expect(textOf(new File(["one\ntwo\n", new Uint8Array([0xff])], "latin.txt"), {isStrict: true})).rejects.toThrow(
    /^latin\.txt is not text in UTF-8, from about line \d on$/
  );
  const cut = new File([new Uint8Array(gzipSync("stories ".repeat(99)).subarray(0, 20))], "cut.gz");
  await expect(textOf(cut)).rejects.toThrow("cut.gz is damaged: it cannot be unpacked to its end");
  const most = {bytes: 2e6, instead: "the command reads it"};
  const long = "a".repeat(2_000_001);
  await expect(textOf(new File([long], "long.txt"), {most})).rejects.toThrow(
    "long.txt is longer than 2 MB, the most that this page reads: the command reads it"
  );
  const packed = new File([new Uint8Array(gzipSync(long))], "long.gz");
  await expect(textOf(packed, {most})).rejects.toThrow("long.gz is longer than 2 MB");
});

test("UTF-16, and Parquet or Arrow in a packed file, are named with the way out", async () => {
  const utf16 = new File([new Uint8Array(Buffer.from("\ufeffid,text\n", "utf16le"))], "wide.csv");
  for (const isStrict of [true, false])
    await expect(textOf(utf16, {isStrict})).rejects.toThrow("wide.csv is UTF-16 text; save it as UTF-8");
  for (const [name, sign, format] of [
    ["rows.parquet.gz", "PAR1\u0015\u0004", "Parquet"],
    ["rows.arrow.zst", "ARROW1\0\0", "Arrow"]
  ] as const) {
    const packed = name.endsWith("gz") ? gzipSync(sign) : storedZstd(sign);
    await expect(textOf(new File([new Uint8Array(packed)], name))).rejects.toThrow(
      `${name} is packed ${format}: unpack it first, since pages read Parquet and Arrow unpacked only`
    );
  }
});

test("a packed file is unpacked, and a byte-order mark is no character", async () => {
  const packed = new File([new Uint8Array(gzipSync("a story"))], "story.gz");
  expect(await textOf(packed, {isStrict: true})).toBe("a story");
  const zstd = new File([new Uint8Array(storedZstd("a story"))], "story.zst");
  expect(await textOf(zstd)).toBe("a story");
  const torn = new File([new Uint8Array(storedZstd("a story").subarray(0, 12))], "torn.zst");
  await expect(textOf(torn)).rejects.toThrow("torn.zst is damaged: it cannot be unpacked to its end");
  expect(await textOf(new File(["\ufeffid\n1\n"], "bom.csv"))).toBe("id\n1\n");
});
