// Images in messages: data URLs, which are checked before they are sent and stand in cache keys by their digest.
import {hash} from "node:crypto";
import {UserError} from "../rows/error.js";

/** Most bytes of an image; servers accept between 5 and 20 MB. */
const MOST_BYTES = 20 * 2 ** 20;

/** First bytes of the formats that servers take, by media type. */
const HEADS: Record<string, (bytes: Buffer) => boolean> = {
  "image/png": bytes => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  "image/jpeg": bytes => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff,
  "image/gif": bytes => /^GIF8[79]a$/.test(bytes.toString("latin1", 0, 6)),
  "image/webp": bytes => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP"
};

export interface Image {
  media: string;
  base64: string;
}

const URL_PARTS = /^data:(image\/[a-z+.-]+);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Reads a data URL. Throws a UserError where it is none, or where its bytes are no image of its type. */
export function imageOf(url: string, place = "image"): Image {
  const [, media = "", base64 = ""] = URL_PARTS.exec(url) ?? [];
  const fail = (what: string): never => {
    throw new UserError(`${place}: ${what}; expected data:image/png;base64,… (or jpeg, gif, webp)`);
  };
  if (media === "") return fail(`${JSON.stringify(url.slice(0, 40))} is not a data URL of an image`);
  const isThat = HEADS[media];
  if (!isThat) return fail(`images of type ${media} are not taken`);
  const bytes = Buffer.from(base64, "base64");
  if (!isThat(bytes)) return fail(`the bytes are not ${media}`);
  if (bytes.length > MOST_BYTES) return fail(`${Math.round(bytes.length / 2 ** 20)} MB is more than ${MOST_BYTES / 2 ** 20} MB`);
  return {media, base64};
}

/** How drawings begin: SVG that a generated benchmark made, which is sent as PNG (infer/raster.node.ts). Files of items hold none. */
const DRAWN = "data:image/svg+xml;base64,";
export const isDrawing = (url: string): boolean => url.startsWith(DRAWN);
/** The SVG of a drawing. */
export const svgOf = (url: string): string => Buffer.from(url.slice(DRAWN.length), "base64").toString();

/**
 * Version of what makes PNG of drawings, to be raised where the same drawing would give other pixels. It stands in cache keys in place of the PNG's
 * own digest, so that nothing is drawn to look an answer up, and keys are the same on every processor.
 */
const RASTER_VERSION = 1;

const digests = new Map<string, string>();
/** Most images whose digests are kept. */
const MOST_DIGESTS = 1_000;

/** SHA-256 of an image's bytes, of a drawing those of its SVG, 64 hexadecimal digits; kept, since one image stands in many requests. */
export function imageDigest(url: string): string {
  let known = digests.get(url);
  if (known === undefined) {
    const bytes = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
    known = hash("sha256", isDrawing(url) ? `PNG ${RASTER_VERSION} of ${bytes.toString()}` : bytes, "hex");
    if (digests.size >= MOST_DIGESTS) digests.clear();
    digests.set(url, known);
  }
  return known;
}
