// Turns drawings into PNG where a request is written. Until then they are SVG: small, and nothing is drawn for an answer that is at hand.
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import type {Resvg} from "@resvg/resvg-js";
import {isDrawing, svgOf} from "../book/image.node.js";
import {BUILT_IN, type ChatRequest} from "./completion.js";

const require = createRequire(import.meta.url);
const FONTS = join(dirname(require.resolve("katex/package.json")), "dist", "fonts");
/** The file of one of KaTeX's fonts, which are the same on every machine. @param face such as "SansSerif-Regular" */
export const fontFile = (face: string): string => join(FONTS, `KaTeX_${face}.ttf`);

/** The font of drawings, where they hold text: a font file is read with every drawing that names one. */
const FONT = {fontFiles: [fontFile("SansSerif-Regular")], defaultFontFamily: "KaTeX_SansSerif", loadSystemFonts: false};
const NO_FONT = {loadSystemFonts: false};

/** The renderer is loaded with the first drawing, since most runs have none. */
let renderer: typeof Resvg | undefined;

/** PNG of an SVG, pixel for pixel. */
function drawn(svg: string): Buffer {
  renderer ??= (require("@resvg/resvg-js") as {Resvg: typeof Resvg}).Resvg;
  return new renderer(svg, {font: svg.includes("<text") ? FONT : NO_FONT}).render().asPng();
}

const known = new Map<string, string>();
/** Most PNG that are kept: those of requests under way, of some 10 kB each. */
const MOST_KNOWN = 64;

/** The data URL of an image as it is sent: a drawing as PNG, any other as it is. */
export function sentImage(url: string): string {
  if (!isDrawing(url)) return url;
  let sent = known.get(url);
  if (sent === undefined) {
    sent = `data:image/png;base64,${drawn(svgOf(url)).toString("base64")}`;
    if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value!);
    known.set(url, sent);
  }
  return sent;
}

/**
 * A request with its drawings as PNG; the same object where it has none. The built-in server is sent drawings as they are, since its models see
 * none and nothing needs to be drawn for them.
 */
export function rasterised(request: ChatRequest): ChatRequest {
  if (request.base.startsWith(BUILT_IN) || !request.messages.some(({images}) => images?.some(isDrawing))) return request;
  const messages = request.messages.map(message =>
    message.images ? {...message, images: message.images.map(sentImage)} : message
  );
  return {...request, messages};
}
