// Estimates the prompt tokens of an image from its width and height, by the formulas that publishers give for their models.
import {imageSize} from "image-size";
import {imageDigest} from "../book/image.node.js";
import type {Protocol} from "../book/schemas.js";

interface Size {
  width: number;
  height: number;
}

/** OpenAI's tiles, for GPT-4o and its like at the detail that requests here ask for, which is the high one. https://platform.openai.com/docs/guides/images-vision */
const TILE = {base: 85, each: 170, pixels: 512, longest: 2_048, shortest: 768};
/** Anthropic: pixels ÷ 750, after images beyond 1,568 pixels or 1,600 tokens are scaled down. https://docs.anthropic.com/en/docs/build-with-claude/vision */
const AREA = {pixels: 750, longest: 1_568, most: 1_600};

/** What an image counts as whose header does not tell its size. */
const UNKNOWN: Size = {width: 2_048, height: 2_048};

const shrunk = ({width, height}: Size, factor: number): Size =>
  factor < 1 ? {width: width * factor, height: height * factor} : {width, height};

/** 85 tokens and 170 for each tile of 512 × 512 pixels, after the image was made to fit 2,048 × 2,048 and its shorter side 768. */
function tiles(size: Size): number {
  const fitted = shrunk(size, TILE.longest / Math.max(size.width, size.height));
  const {width, height} = shrunk(fitted, TILE.shortest / Math.min(fitted.width, fitted.height));
  // Sizes are rounded to whole pixels, so that 768 × 1 + 10⁻¹³ is no further tile.
  const along = (side: number) => Math.ceil(Math.max(1, Math.round(side)) / TILE.pixels);
  return TILE.base + TILE.each * along(width) * along(height);
}

/** Width × height ÷ 750, rounded up; at most 1,600. */
function area(size: Size): number {
  const {width, height} = shrunk(size, AREA.longest / Math.max(size.width, size.height));
  return Math.min(AREA.most, Math.ceil((width * height) / AREA.pixels));
}

/** Estimated prompt tokens of an image of this size, in pixels, by the endpoint's protocol: Anthropic's formula for its messages, else OpenAI's. */
export const tokensOfSize = (size: Size, protocol: Protocol): number => (protocol === "anthropic" ? area(size) : tiles(size));

const sizes = new Map<string, Size>();
/** Most images whose sizes are kept. */
const MOST_SIZES = 1_000;

/** Estimated prompt tokens of an image. @param url a data URL that was checked */
export function imageTokens(url: string, protocol: Protocol): number {
  const digest = imageDigest(url);
  let size = sizes.get(digest);
  if (!size) {
    if (sizes.size >= MOST_SIZES) sizes.clear();
    sizes.set(digest, (size = sizeOf(url)));
  }
  return tokensOfSize(size, protocol);
}

function sizeOf(url: string): Size {
  try {
    const {width, height} = imageSize(Buffer.from(url.slice(url.indexOf(",") + 1), "base64"));
    return width > 0 && height > 0 ? {width, height} : UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}
