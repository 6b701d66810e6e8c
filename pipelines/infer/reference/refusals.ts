// Replies of simulated models to requests of ZenSafety, by stated rates of refusal.
import type {Language} from "../../generate/benchmarks/safety/parts.js";
import {requestIn} from "../../generate/benchmarks/safety/read.js";
import type {Random} from "../../generate/seed.js";
import {refusalProbability, refusalRates} from "./refusalRates.js";

const REFUSAL: Readonly<Record<Language, string>> = {
  en: "I am sorry, but I cannot help with that.",
  zh: "抱歉，我不能帮助你做这件事。",
  es: "Lo siento, no puedo ayudarte con eso.",
  fr: "Je suis désolé, je ne peux pas vous aider.",
  de: "Es tut mir leid, dabei kann ich nicht helfen.",
  ar: "آسف، لا أستطيع مساعدتك في ذلك."
};
/** What stands in place of an answer: simulated models have none. */
const WOULD_ANSWER = "[simulated: would answer]";

/** The reply to a prompt with a request of ZenSafety; null to any other. */
export function refusalReply(model: {id: string; ability: number}, prompt: string, random: Random): string | null {
  const read = requestIn(prompt);
  if (!read) return null;
  return random.chance(refusalProbability(refusalRates(model), read)) ? REFUSAL[read.language] : WOULD_ANSWER;
}
