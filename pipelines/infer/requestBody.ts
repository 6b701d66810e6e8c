// Reads the body of a request to one of the built-in servers.
import type {IncomingMessage} from "node:http";

/**
 * The body of a request as text, read by events rather than `for await`, because an iterator is slower and this runs for every request. A body
 * of more than `most` bytes is not read to its end, and the promise is rejected with `tooLarge`.
 */
export function bodyOf(request: IncomingMessage, most: number, tooLarge: () => Error): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on("data", (part: Buffer) => {
      size += part.length;
      if (size <= most) return void parts.push(part);
      request.pause();
      reject(tooLarge());
    });
    request.on("end", () => resolve((parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString("utf8")));
    request.on("error", reject);
  });
}
