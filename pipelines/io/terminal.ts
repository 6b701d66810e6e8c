// The one way of text to a terminal: characters that would control it, or that it does not show, are shown instead of sent.

/** A mark that texts of others cannot contain, since it is drawn for each process. */
const MARK = crypto.randomUUID();

/** Returns a control sequence of our own, such as `[7m`, which a guarded terminal is sent as it is. */
export const control = (sequence: string): string => `\u001b${MARK}${sequence}`;

/** Our own sequences; C0 and C1 but for tabs and line ends; marks of direction, of zero width and of no look; tags, with which text can be hidden. */
const UNSHOWN = new RegExp(
  `\\u001b${MARK}|\\r\\n|(?![\\n\\t])\\p{Cc}|[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e0fff}]`,
  "gu"
);
/** The block of Unicode with pictures of C0, and that of DEL. */
const [PICTURES, DELETE, PICTURE_OF_DELETE] = [0x2400, 0x7f, "\u2421"];

/** Returns text as a terminal may be sent it: C0 as pictures (␛), others as their code points (<U+202E>). */
export const terminalText = (text: string): string =>
  text.replace(UNSHOWN, match => {
    if (match === "\r\n") return match;
    if (match.endsWith(MARK)) return "\u001b";
    const code = match.codePointAt(0)!;
    if (code < 0x20) return String.fromCodePoint(PICTURES + code);
    if (code === DELETE) return PICTURE_OF_DELETE;
    return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });

type Stream = NodeJS.WritableStream & {isTTY?: boolean};

/** Guarded streams and the streams under them. */
const guarded = new WeakMap<Stream, Stream>();

/** Returns a stream that shows characters which would control the terminal; a stream that is none, or is guarded, as it is. */
export function guardTerminal<Output extends Stream>(stream: Output): Output {
  if (stream.isTTY !== true || guarded.has(stream)) return stream;
  const decoder = new TextDecoder();
  const plain = (chunk: unknown): unknown =>
    typeof chunk === "string" || chunk instanceof Uint8Array
      ? terminalText(typeof chunk === "string" ? chunk : decoder.decode(chunk, {stream: true}))
      : chunk;
  const changed: Record<string | symbol, unknown> = {
    write: (chunk: unknown, ...more: never[]) => stream.write(plain(chunk) as string, ...more),
    end: (chunk?: unknown, ...more: never[]) => stream.end(plain(chunk) as string, ...more)
  };
  const guard = new Proxy(stream, {
    get(target, name) {
      const value = changed[name] ?? Reflect.get(target, name, target);
      return typeof value === "function" && !(name in changed) ? value.bind(target) : value;
    }
  });
  guarded.set(guard, stream);
  return guard;
}

/** Returns the stream under a guard, for a line editor, which moves the cursor itself. */
export const unguardedTerminal = <Output extends Stream>(stream: Output): Output => (guarded.get(stream) as Output) ?? stream;
