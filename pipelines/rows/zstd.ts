// Unpacks zstd part by part. Pure and browser-safe.
import {Decompress} from "fzstd";

/** A stream of zstd that is unpacked; each call throws where it is damaged. */
export class Unzstd {
  private ready: Uint8Array<ArrayBuffer>[] = [];
  private hasEnded = false;
  private readonly stream = new Decompress((data, final) => {
    if (data.length > 0) this.ready.push(data.slice());
    this.hasEnded ||= final === true;
  });

  /** Returns what the next part unpacks to. */
  push(part: Uint8Array): Uint8Array<ArrayBuffer>[] {
    this.stream.push(part);
    return this.taken();
  }
  /** Returns the last bytes. @throws Error where the stream ends early */
  end(): Uint8Array<ArrayBuffer>[] {
    this.stream.push(new Uint8Array(0), true);
    const rest = this.taken();
    if (!this.hasEnded) throw new Error("no end of its last frame");
    return rest;
  }
  private taken(): Uint8Array<ArrayBuffer>[] {
    const {ready} = this;
    this.ready = [];
    return ready;
  }
}
