// The wire format of text completions, asked for the log-probabilities of a prompt's own tokens (`echo`): no text is generated that counts.
import {z} from "zod";
import {bearer} from "./openai.js";
import {amount, type Wire} from "./wire.js";

/** https://platform.openai.com/docs/api-reference/completions/object; vLLM, SGLang and llama.cpp's server speak it with `echo`. */
const answerSchema = z
  .object({
    choices: z
      .array(
        z
          .object({
            logprobs: z.object({tokens: z.array(z.string()), token_logprobs: z.array(z.number().nullable())}).loose()
          })
          .loose()
      )
      .min(1),
    usage: z.object({prompt_tokens: z.unknown(), completion_tokens: z.unknown()}).partial().loose().nullish()
  })
  .loose();

/** The wire format of /v1/completions with `echo`. */
export const echo: Wire = {
  path: base => `${base}/completions`,
  headers: bearer,
  parameters: () => ({}),
  body: ({model, messages}) =>
    // Servers that refuse to generate nothing at all generate one token, which is cut off below.
    JSON.stringify({
      model,
      prompt: messages.map(({content}) => content).join(""),
      max_tokens: 1,
      temperature: 0,
      echo: true,
      logprobs: 1
    }),
  read(draft, json) {
    const parsed = answerSchema.safeParse(json);
    if (!parsed.success) return false;
    const {tokens, token_logprobs} = parsed.data.choices[0]!.logprobs;
    if (tokens.length !== token_logprobs.length) return false;
    draft.logprobs = tokens.map((token, i) => ({token, value: token_logprobs[i]!}));
    draft.text = tokens.join("");
    draft.promptTokens = amount(parsed.data.usage?.prompt_tokens);
    draft.completionTokens = amount(parsed.data.usage?.completion_tokens) || 1;
    draft.finish = "stop";
    draft.done = true;
    return true;
  },
  event: () => false
};
