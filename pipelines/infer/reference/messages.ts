// The built-in server's answers in the form of Anthropic's Messages API: the same chat, told in other words.
import {z} from "zod";

const part = z.looseObject({type: z.string(), text: z.string().optional()});
const content = z.union([z.string(), z.array(part)]);
export const messageSchema = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1, "max_tokens is required"),
  system: content.optional(),
  messages: z.array(z.looseObject({role: z.string(), content})).min(1, "messages is empty"),
  stream: z.literal(false, "messages are not streamed here").nullish()
});

const textOf = (given: z.infer<typeof content>): string =>
  typeof given === "string" ? given : given.map(({text = ""}) => text).join("");

/** A request for a message as one for a chat completion. */
export function asChat({system, messages, ...rest}: z.infer<typeof messageSchema>): object {
  const told = messages.map(({role, content}) => ({role, content: textOf(content)}));
  return {...rest, messages: system === undefined ? told : [{role: "system", content: textOf(system)}, ...told]};
}

const completionSchema = z.looseObject({
  id: z.string(),
  model: z.string(),
  choices: z.tuple([
    z.looseObject({
      finish_reason: z.string(),
      message: z.looseObject({content: z.string().nullable(), reasoning_content: z.string().optional()})
    })
  ]),
  usage: z.looseObject({prompt_tokens: z.number(), completion_tokens: z.number()})
});

const REASONS: Readonly<Record<string, string>> = {stop: "end_turn", length: "max_tokens"};

/** A chat completion as a message; an error in Anthropic's form where it is one. */
export function asMessage(status: number, body: unknown): object {
  if (status >= 400) {
    const {error} = body as {error: {message: string}};
    return {type: "error", error: {type: status === 404 ? "not_found_error" : "invalid_request_error", message: error.message}};
  }
  const {id, model, choices, usage} = completionSchema.parse(body);
  const [{finish_reason, message}] = choices;
  return {
    id: id.replace(/^chatcmpl-/, "msg_"),
    type: "message",
    role: "assistant",
    model,
    content: [
      ...(message.reasoning_content === undefined
        ? []
        : [{type: "thinking", thinking: message.reasoning_content, signature: "simulated"}]),
      {type: "text", text: message.content ?? ""}
    ],
    stop_reason: REASONS[finish_reason] ?? finish_reason,
    stop_sequence: null,
    usage: {input_tokens: usage.prompt_tokens, output_tokens: usage.completion_tokens}
  };
}
