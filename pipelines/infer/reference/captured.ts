// A response that is kept rather than sent: what the built-in server would answer to a request that stands in a batch or in another form.
import type {ServerResponse} from "node:http";

/** A response, and what has been written to it. */
export function captured(): {response: ServerResponse; sent: () => {status: number; body: unknown}} {
  let [status, text] = [200, ""];
  const kept = {
    headersSent: false,
    writeHead(given: number) {
      status = given;
      kept.headersSent = true;
      return kept;
    },
    write: (part: unknown) => void (text += String(part)),
    end: (part: unknown = "") => void (text += String(part)),
    destroy: () => void (status = 500)
  };
  return {response: kept as unknown as ServerResponse, sent: () => ({status, body: JSON.parse(text)})};
}
