/** Throws where a file that should be text is empty or none: an Error whose message begins with its name. */
export function refuseNoText(name: string, text: string): void {
  if (text.trim() === "") throw new Error(`${name} is empty`);
  // What no encoding of text holds: a NUL, or bytes that are no UTF-8.
  if (/[\u0000\ufffd]/.test(text.slice(0, 4_000)))
    throw new Error(`${name} is neither text nor Parquet: choose a file of JSON lines, JSON, CSV or Parquet`);
}
