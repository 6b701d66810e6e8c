// SVG to PNG, with typefaces that are there on any machine.
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {Resvg} from "@resvg/resvg-js";

const FONTS = join(dirname(createRequire(import.meta.url).resolve("katex/package.json")), "dist", "fonts");
/** KaTeX's sans serif for letters and digits, its others for arrows, signs and Greek. */
const FACES = [
  "SansSerif-Regular",
  "SansSerif-Bold",
  "SansSerif-Italic",
  "Main-Regular",
  "Main-Bold",
  "Math-Italic",
  "AMS-Regular"
];

/** Letters, digits and signs of the sans serif face. */
const SANS = /^[^\\`{|}<>\u0080-\u2012\u2015-\u2017\u201a\u201b\u201e-\uffff]*$/u;
/** Signs that no face here has, and what says the same. */
const SPELLED: Record<string, string> = {"·": "⋅", "²": "^2", "½": "1/2", µ: "μ", "\u2009": " ", "\u202f": " "};
/**
 * The renderer sets a whole line in the first face that has all of its characters, a line with → in a serif face; where no face has all,
 * it goes glyph by glyph. So a line that needs a second face gets a character that no face has, too small to be seen.
 */
const GLYPH_BY_GLYPH = `<tspan font-size="0.01" fill="none" stroke="none">\ue000</tspan>`;

function faced(svg: string): string {
  return svg.replace(/(<(?:text|tspan)\b[^>]*>)([^<]+)/g, (_, tag: string, text: string) => {
    const written = text.replace(/[·²½µ\u2009\u202f]/g, sign => SPELLED[sign]!);
    return `${tag}${written}${SANS.test(written.replaceAll(/&[lg]t;/g, "<")) ? "" : GLYPH_BY_GLYPH}`;
  });
}

/**
 * Draws an SVG at a width in pixels, on white. Text is set in KaTeX's faces, so that a picture is the same on a bare machine as on any other;
 * the system's typefaces, where there are any, only lend characters that those lack.
 */
export function png(svg: string, {width, systemFonts = true}: {width: number; systemFonts?: boolean}): Buffer {
  const font = {
    fontFiles: FACES.map(face => join(FONTS, `KaTeX_${face}.ttf`)),
    loadSystemFonts: systemFonts,
    defaultFontFamily: "KaTeX_SansSerif",
    sansSerifFamily: "KaTeX_SansSerif",
    serifFamily: "KaTeX_Main",
    monospaceFamily: "KaTeX_SansSerif"
  };
  return new Resvg(faced(svg), {font, background: "white", fitTo: {mode: "width", value: width}}).render().asPng();
}
