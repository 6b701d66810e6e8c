/** ANSI escapes: CSI sequences, OSC strings (links, titles) and two-character escapes. */
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])|\u009b[0-?]*[ -/]*[@-~]/g;
/**
 * Characters that must not be invisible in text: C0 and C1 controls except tab and newline, bidi and zero-width characters, tags, byte
 * order mark.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** Text with ANSI escapes removed and hidden characters written out: C0 controls as control pictures (␀), others as ⟨U+202E⟩. */
export function visible(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(ANSI, "")
    .replace(HIDDEN, character => {
      const code = character.codePointAt(0)!;
      if (code < 0x20) return String.fromCodePoint(0x2400 + code);
      return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
    });
}
