// Tokens of images, held to the examples that publishers give and to sizes worked out by hand.
import {expect, test} from "vitest";
import {imageTokens, tokensOfSize} from "../../pipelines/infer/imageTokens.node.js";

test.each([
  [1_024, 1_024, 765], // OpenAI's example: 768 × 768, four tiles
  [2_048, 4_096, 1_105], // OpenAI's example: 1,024 × 2,048, then 768 × 1,536, six tiles
  [512, 512, 255], // one tile, and nothing is made larger
  [1, 1, 255],
  [513, 512, 425], // two tiles
  [4_096, 512, 765] // 2,048 × 256: four tiles in a row
])("tiles of %i × %i pixels: %i", (width, height, tokens) => {
  expect(tokensOfSize({width, height}, "openai")).toBe(tokens);
  expect(tokensOfSize({width: height, height: width}, "responses")).toBe(tokens);
});

test.each([
  [200, 200, 54], // Anthropic's examples
  [1_000, 1_000, 1_334],
  [1_092, 1_092, 1_590],
  [1_568, 1_568, 1_600], // at most
  [3_136, 750, 784], // halved to 1,568 × 375
  [1, 1, 1]
])("pixels ÷ 750 of %i × %i: %i", (width, height, tokens) => {
  expect(tokensOfSize({width, height}, "anthropic")).toBe(tokens);
});

const url = (media: string, bytes: Buffer) => `data:image/${media};base64,${bytes.toString("base64")}`;
/** The first bytes of a picture of 1,000 × 600 pixels in each format. */
const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  Buffer.from("IHDR"),
  Buffer.from([0, 0, 0x03, 0xe8, 0, 0, 0x02, 0x58, 8, 2, 0, 0, 0])
]);
const gif = Buffer.concat([Buffer.from("GIF89a"), Buffer.from([0xe8, 0x03, 0x58, 0x02, 0, 0, 0])]);
const jpeg = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  Buffer.from("JFIF\0"),
  Buffer.from([1, 1, 0, 0, 1, 0, 1, 0, 0]),
  Buffer.from([0xff, 0xc0, 0, 17, 8, 0x02, 0x58, 0x03, 0xe8, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1, 0xff, 0xd9])
]);

test.each(Object.entries({png, gif, jpeg}))("the size is read from the header: %s", (media, bytes) => {
  expect(imageTokens(url(media, bytes), "anthropic")).toBe(800); // 1,000 × 600 ÷ 750
  expect(imageTokens(url(media, bytes), "openai")).toBe(85 + 4 * 170); // two tiles by two
});

test("a header that does not tell its size counts as a large image", () => {
  expect(imageTokens(url("jpeg", jpeg.subarray(0, 4)), "openai")).toBe(765); // 2,048 × 2,048, that is 768 × 768
  expect(imageTokens(url("jpeg", jpeg.subarray(0, 4)), "anthropic")).toBe(1_600);
});
