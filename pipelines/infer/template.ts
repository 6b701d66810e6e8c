// What a template and a sampler make of a question.
import type {Model, Sampler, Template} from "../book/schemas.js";
import type {Message} from "./completion.js";

/** The conversation that puts one question to a model. */
export function messagesOf({system, before, after}: Template, prompt: string): Message[] {
  const user: Message = {role: "user", content: `${before}${prompt}${after}`};
  return system === undefined ? [user] : [{role: "system", content: system}, user];
}

/** Sampling fields as they are sent: the model's own override the sampler's; absent and null ones are left out. */
export function samplingOf(sampler: Sampler, model: Model): Record<string, unknown> {
  const {id: _, extra, ...fields} = {...sampler, ...definedFields(model.sampler ?? {})};
  return {...definedFields(fields), ...extra};
}

const definedFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
