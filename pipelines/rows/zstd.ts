// Unpacks zstd part by part. Pure and browser-safe.
import {Decompress} from "fzstd";

/** Compressed bytes that are unpacked at once: four of them may become 128 kB, so that these become 32 MB or less. */
const PIECE = 1024;

/** A stream of zstd that is unpacked; each call throws where it is damaged. */
export class Unzstd {
  private ready: Uint8Array<ArrayBuffer>[] = [];
  private hasEnded = false;
  private readonly stream = new Decompress((data, final) => {
    if (data.length > 0) this.ready.push(data.slice());
    this.hasEnded ||= final === true;
  });

  /** Unpacks the next part, as far as its bytes are taken. */
  *push(part: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
    for (let start = 0; start < part.length; start += PIECE) {
      this.stream.push(part.subarray(start, start + PIECE));
      yield* this.taken();
    }
  }
  /** The last bytes. @throws Error where the stream ends early */
  *end(): Generator<Uint8Array<ArrayBuffer>> {
    this.stream.push(new Uint8Array(0), true);
    yield* this.taken();
    if (!this.hasEnded) throw new Error("no end of its last frame");
  }
  private taken(): Uint8Array<ArrayBuffer>[] {
    const {ready} = this;
    this.ready = [];
    return ready;
  }
}
