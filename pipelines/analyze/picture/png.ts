// Converts SVG to PNG with fonts that are available on every machine.
import {Resvg} from "@resvg/resvg-js";
import {fontFile} from "../../infer/raster.node.js";

/** KaTeX's sans-serif font for letters and digits, and its other fonts for arrows, signs and Greek letters. */
const FACES = [
  "SansSerif-Regular",
  "SansSerif-Bold",
  "SansSerif-Italic",
  "Main-Regular",
  "Main-Bold",
  "Math-Italic",
  "AMS-Regular"
];

/** Characters that the sans-serif font has. */
const SANS = /^[^\\`{|}<>\u0080-\u2012\u2015-\u2017\u201a\u201b\u201e-\uffff]*$/u;
/** Characters that none of the fonts has, with equivalents. */
const SPELLED: Record<string, string> = {"·": "⋅", "²": "^2", "½": "1/2", µ: "μ", "\u2009": " ", "\u202f": " "};
/**
 * The renderer sets a whole line in the first font that has all of its characters, so a line with → is set in a serif font. Where no font
 * has all of them, it chooses a font for each glyph. A line that needs a second font therefore gets a character that no font has, too small
 * to be visible.
 */
const GLYPH_BY_GLYPH = `<tspan font-size="0.01" fill="none" stroke="none">\ue000</tspan>`;

function faced(svg: string): string {
  return svg.replace(/(<(?:text|tspan)\b[^>]*>)([^<]+)/g, (_, tag: string, text: string) => {
    const written = text.replace(/[·²½µ\u2009\u202f]/g, sign => SPELLED[sign]!);
    return `${tag}${written}${SANS.test(written.replaceAll(/&[lg]t;/g, "<")) ? "" : GLYPH_BY_GLYPH}`;
  });
}

/**
 * Draws an SVG at a width in pixels, on white. Text is set in KaTeX's fonts, so that pictures are equal on all machines; the system's
 * fonts, where there are any, only supply characters that those lack.
 */
export function png(svg: string, {width, systemFonts = true}: {width: number; systemFonts?: boolean}): Buffer {
  const font = {
    fontFiles: FACES.map(fontFile),
    loadSystemFonts: systemFonts,
    defaultFontFamily: "KaTeX_SansSerif",
    sansSerifFamily: "KaTeX_SansSerif",
    serifFamily: "KaTeX_Main",
    monospaceFamily: "KaTeX_SansSerif"
  };
  return new Resvg(faced(svg), {font, background: "white", fitTo: {mode: "width", value: width}}).render().asPng();
}
