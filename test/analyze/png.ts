// A PNG of 8-bit RGBA, decoded by the book (ISO/IEC 15948): enough to see whether a picture shows anything.
import {inflateSync} from "node:zlib";

export function decodePng(file: Buffer): {width: number; height: number; pixels: Buffer} {
  if (file.toString("latin1", 1, 4) !== "PNG") throw new Error("not a PNG");
  const parts: Buffer[] = [];
  let [width, height] = [0, 0];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    const data = file.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") {
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      if (data[8] !== 8 || data[9] !== 6) throw new Error("expected 8-bit RGBA");
    } else if (type === "IDAT") parts.push(data);
    at += 12 + length;
  }
  return {width, height, pixels: unfiltered(inflateSync(Buffer.concat(parts)), width * 4, height)};
}

/** Undoes the filter of each line: none, sub, up, average or Paeth (§9.2). */
function unfiltered(raw: Buffer, stride: number, height: number): Buffer {
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const left = x < 4 ? 0 : pixels[y * stride + x - 4]!;
      const up = y === 0 ? 0 : pixels[(y - 1) * stride + x]!;
      const corner = x < 4 || y === 0 ? 0 : pixels[(y - 1) * stride + x - 4]!;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
      pixels[y * stride + x] = raw[y * (stride + 1) + 1 + x]! + guess;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const p = left + up - corner;
  const [a, b, c] = [Math.abs(p - left), Math.abs(p - up), Math.abs(p - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
