/**
 * Refuses a file that is empty or is not text.
 * @throws Error whose message begins with the file's name
 */
export function refuseNoText(name: string, text: string): void {
  if (text.trim() === "") throw new Error(`${name} is empty`);
  // A NUL, or bytes that are not valid UTF-8, do not occur in text files.
  if (/[\u0000\ufffd]/.test(text.slice(0, 4_000)))
    throw new Error(`${name} is neither text nor Parquet: choose a file of JSON lines, JSON, CSV or Parquet`);
}
