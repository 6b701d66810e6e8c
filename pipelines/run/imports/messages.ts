// Chat messages of other programs as plain text: roles, tool calls and results, and a placeholder for what is no text, such as an image.
import {formatBytes} from "../../book/bytes.js";
import {type Fields, fieldsOf, listOf, shown, textOf} from "./json.js";

/** Resolves a text that only refers to one that is kept elsewhere in the log. */
export type Resolve = (text: string) => string;

/** What an image, a sound or a document is shown as: its kind and size or address, never its bytes. */
function placeholder(kind: string, source: string): string {
  const data = /^data:([^;,]*)(;base64)?,/u.exec(source);
  if (!data) return `[${kind} ${source.slice(0, 200)}]`;
  const packed = source.length - data[0].length;
  return `[${[kind, data[1], formatBytes(data[2] ? Math.floor((packed * 3) / 4) : packed)].filter(Boolean).join(" ")}]`;
}

/** The text of a message's content, which is a text or a list of parts; reasoning stands apart. */
export function contentOf(content: unknown, resolve: Resolve = text => text): {text: string; reasoning: string | null} {
  if (typeof content === "string") return {text: resolve(content), reasoning: null};
  const texts: string[] = [];
  const thoughts: string[] = [];
  for (const value of listOf(content)) {
    if (typeof value === "string") {
      texts.push(resolve(value));
      continue;
    }
    const part = fieldsOf(value);
    const kind = textOf(part.type) ?? "part";
    if (kind === "reasoning" || kind === "thinking") {
      const thought = textOf(part.reasoning) ?? textOf(part.thinking) ?? textOf(part.summary);
      if (thought) thoughts.push(resolve(thought));
    } else if (kind === "text" || kind === "input_text" || kind === "output_text") texts.push(resolve(shown(part.text)));
    else texts.push(placeholder(kind.replace(/^input_|_url$/gu, ""), resolve(sourceOf(part, kind))));
  }
  return {text: texts.join("\n"), reasoning: thoughts.length > 0 ? thoughts.join("\n\n") : null};
}

/** Where the bytes of a part stand: Inspect has them under the part's kind, OpenAI in an object with a URL. */
function sourceOf(part: Fields, kind: string): string {
  const value = part[kind] ?? part.image_url ?? part.source ?? part.document;
  return typeof value === "string" ? value : (textOf(fieldsOf(value).url) ?? textOf(fieldsOf(value).data) ?? "");
}

/** A call of a tool as one line: `[calls name {"argument": 1}]`. */
function callText(value: unknown): string {
  const call = fieldsOf(value);
  const inner = fieldsOf(call.function);
  const name = textOf(call.function) ?? textOf(inner.name) ?? textOf(call.name) ?? "tool";
  return `[calls ${name} ${shown(call.arguments ?? inner.arguments ?? {})}]`;
}

/** Messages one after the other, each under its role; a single one of a user stands as it is. */
export function messagesText(messages: readonly unknown[], resolve?: Resolve): string {
  const parts = messages.map(value => {
    const message = fieldsOf(value);
    const {text, reasoning} = contentOf(message.content, resolve);
    const role = textOf(message.role) ?? "user";
    const name = role === "tool" ? textOf(message.function) : undefined;
    const lines = [
      ...(reasoning ? [`[reasoning]\n${reasoning}`] : []),
      ...(text === "" ? [] : [text]),
      ...listOf(message.tool_calls).map(callText)
    ];
    return {role: name ? `${role} ${name}` : role, text: lines.join("\n")};
  });
  if (parts.length === 1 && parts[0]!.role === "user") return parts[0]!.text;
  return parts.map(({role, text}) => `[${role}]\n${text}`).join("\n\n");
}

/** The response that messages of an assistant, and of the tools that it called, make together. */
export function responseOf(messages: readonly unknown[], resolve?: Resolve): {text: string; reasoning: string | null} {
  const [only] = messages;
  if (messages.length === 1) {
    const message = fieldsOf(only);
    const {text, reasoning} = contentOf(message.content, resolve);
    const calls = listOf(message.tool_calls).map(callText);
    return {text: [...(text === "" ? [] : [text]), ...calls].join("\n"), reasoning};
  }
  return {text: messagesText(messages, resolve), reasoning: null};
}
