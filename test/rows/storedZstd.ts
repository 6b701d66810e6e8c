/** A text as a zstd file without compression: one frame of raw blocks (RFC 8878). */
export function storedZstd(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  header.writeUInt32LE(bytes.length, 5);
  const block = Buffer.alloc(3);
  block.writeUIntLE((bytes.length << 3) | 1, 0, 3);
  return Buffer.concat([header, block, bytes]);
}
