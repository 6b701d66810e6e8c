// The wire format of text completions, asked for the log-probabilities of a prompt's own tokens (`echo`): no text is generated that counts.
import {z} from "zod";
import {bearer} from "./openai.node.js";
import {amount, type Wire} from "./wire.js";

/** https://platform.openai.com/docs/api-reference/completions/object; vLLM, SGLang and llama.cpp's server speak it with `echo`. */
const answerSchema = z
  .object({
    choices: z
      .array(
        z
          .object({
            logprobs: z
              .object({
                tokens: z.array(z.string()),
                token_logprobs: z.array(z.number().nullable()),
                // what only some servers give must not lose an answer that has the rest
                top_logprobs: z.array(z.record(z.string(), z.number()).nullable()).nullish().catch(null)
              })
              .loose()
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
  body: ({model, messages, sampling}) =>
    // Servers that refuse to generate nothing at all generate one token, which is cut off below.
    JSON.stringify({
      model,
      prompt: messages.map(({content}) => content).join(""),
      max_tokens: 1,
      temperature: 0,
      echo: true,
      logprobs: typeof sampling.logprobs === "number" ? sampling.logprobs : 1 // the likeliest tokens of each place are asked for where they are needed
    }),
  read(draft, json) {
    const parsed = answerSchema.safeParse(json);
    if (!parsed.success) return false;
    const {tokens, token_logprobs, top_logprobs} = parsed.data.choices[0]!.logprobs;
    if (tokens.length !== token_logprobs.length) return false;
    draft.logprobs = tokens.map((token, i) => {
      const [value, likeliest] = [token_logprobs[i]!, top_logprobs?.[i]];
      if (!likeliest || value === null) return {token, value};
      const others = Object.entries(likeliest).flatMap(([other, logprob]) => (other === token ? [] : [logprob]));
      return {token, value, others};
    });
    draft.text = tokens.join("");
    draft.promptTokens = amount(parsed.data.usage?.prompt_tokens);
    draft.completionTokens = amount(parsed.data.usage?.completion_tokens) || 1;
    draft.finish = "stop";
    draft.done = true;
    return true;
  },
  event: () => false
};
