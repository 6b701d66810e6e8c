// What a PNG shows: connected areas of one colour.
import {decodePng} from "../../../analyze/png.js";

/** The pixels of a PNG in a data URL. */
export const pixelsOf = (url: string) => decodePng(Buffer.from(url.split(",")[1]!, "base64"));

/** Connected areas of exactly one colour, of more than a few pixels. */
export function areasOf(
  {width, height, pixels}: ReturnType<typeof decodePng>,
  [r, g, b]: readonly [number, number, number]
): number[] {
  const left = new Set<number>();
  for (let i = 0; i < width * height; i++)
    if (pixels[4 * i] === r && pixels[4 * i + 1] === g && pixels[4 * i + 2] === b) left.add(i);
  const areas: number[] = [];
  for (const start of left) {
    left.delete(start);
    const queue = [start];
    for (let at = 0; at < queue.length; at++)
      for (const step of [-width - 1, -width, 1 - width, -1, 1, width - 1, width, width + 1]) {
        const next = queue[at]! + step;
        if (left.delete(next)) queue.push(next);
      }
    if (queue.length > 20) areas.push(queue.length);
  }
  return areas;
}
export const RGB = {
  blue: [0, 0x72, 0xb2],
  orange: [0xe6, 0x9f, 0],
  green: [0, 0x9e, 0x73],
  pink: [0xcc, 0x79, 0xa7],
  black: [0, 0, 0]
} as const;

/** Counts the shapes that a picture shows, of the colour that the question asks for or of all. */
export function countedShapes(url: string, question: string): number {
  const picture = pixelsOf(url);
  if (picture.width !== 512 || picture.height !== 384) throw new Error(`${picture.width} × ${picture.height} pixels`);
  const colour = /How many (\w+) shapes/u.exec(question)?.[1];
  return Object.entries(RGB)
    .filter(([name]) => !colour || name === colour)
    .reduce((sum, [, rgb]) => sum + areasOf(picture, rgb).length, 0);
}
