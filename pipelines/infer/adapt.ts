// Handles request parameters that a server refuses by name: the request is repeated with the parameter renamed or left out, and the change
// is remembered for the model.
import type {Fault} from "./failure.js";
import {LIMIT_NAMES} from "./limits.js";

export type Parameters = Record<string, unknown>;

/** Parameters that were changed: the name under which each was sent, or null where it was left out. */
export type Adapted = Record<string, string | null>;

/** One set of parameters, adapted to what a model accepts. */
export interface AdaptedRequest {
  parameters: Parameters;
  adapted: Adapted;
  /** Number of changes known when it was made. */
  version: number;
}

/** What to do after a refusal: ask again (`news` describes a change that is made for the first time), or give up with advice. */
export type Adaptation = {again: true; news?: string} | {again: false; advice: string};

export interface Adapter {
  /** The parameters of this sampling, adapted as far as the model's refusals are known. */
  fit(sampling: Parameters): AdaptedRequest;
  /** Learns from a fault; null where the fault is not about a parameter that was sent. */
  learn(fault: Fault, sent: AdaptedRequest): Adaptation | null;
}

/** Names of the limit of completion tokens. It is never left out, because budgets and truncation depend on it. */
const LIMITS: ReadonlySet<string> = new Set(LIMIT_NAMES);
const OTHER_LIMIT: Record<string, string> = {max_tokens: "max_completion_tokens", max_completion_tokens: "max_tokens"};
/** Parameters of which another value is another evaluation; a refused value of these is not left out. */
const EFFORT = new Set(["reasoning_effort", "reasoning"]);
/** Most characters of a server's message that are searched for a refused parameter. */
const LONGEST_READ = 4096;

/**
 * Returns an adapter for one model.
 * @param parametersOf the parameters of a request's body that a server may refuse, by their names in the request
 */
export function adapter(parametersOf: (sampling: Parameters) => Parameters): Adapter {
  /** Changes by name, or by `name=value` where only that value was refused. */
  const rules = new Map<string, string | null>();
  let version = 0;
  let known = new WeakMap<Parameters, AdaptedRequest>();

  const ruleOf = (name: string, value: unknown): string | null | undefined =>
    rules.has(name) ? rules.get(name) : rules.get(valueRule(name, value));

  const make = (sampling: Parameters): AdaptedRequest => {
    const adapted: Adapted = {};
    const parameters: Parameters = {};
    for (const [name, value] of Object.entries(parametersOf(sampling))) {
      const rule = ruleOf(name, value);
      if (rule !== undefined) adapted[name] = rule;
      if (rule !== null) parameters[rule ?? name] = value;
    }
    return {parameters, adapted, version};
  };

  return {
    fit(sampling) {
      let fitted = known.get(sampling);
      if (!fitted) known.set(sampling, (fitted = make(sampling)));
      return fitted;
    },
    learn(fault, sent) {
      const refused = refusedIn(fault, Object.keys(sent.parameters));
      if (!refused) return null;
      const {name, instead} = refused;
      const value = sent.parameters[name];
      // Another request learnt the same while this one was under way.
      if (ruleOf(name, value) !== undefined) return sent.version < version ? {again: true} : null;
      if (LIMITS.has(name)) {
        const other = instead ?? OTHER_LIMIT[name];
        if (refused.value || other === undefined || !LIMITS.has(other) || rules.has(other) || other in sent.parameters)
          return {again: false, advice: LIMIT_ADVICE};
        rules.set(name, other);
      } else if (refused.value && EFFORT.has(name)) {
        return {again: false, advice: `give the model's sampler a ${name} that it takes, or null to leave it to the model`};
      } else rules.set(refused.value ? valueRule(name, value) : name, null);
      version++;
      known = new WeakMap();
      const rule = ruleOf(name, value)!;
      return {
        again: true,
        news: rule === null ? `does not take ${describe(refused, value)}; asking without it` : `takes ${rule} instead of ${name}`
      };
    }
  };
}

const LIMIT_ADVICE =
  "a limit of tokens is never left out unasked; write sampler: {max_tokens: null} (or a number that it takes) for this model, or choose another sampler with --sampler";

const valueRule = (name: string, value: unknown) => `${name}=${JSON.stringify(value)}`;
const describe = ({name, value: only}: Refused, value: unknown) => (only ? `${name} ${JSON.stringify(value)}` : name);

interface Refused {
  name: string;
  /** True where only this value is refused, not the parameter. */
  value: boolean;
  /** The name that the server asks for instead. */
  instead?: string;
}

const REFUSAL =
  /unsupported|(not|n't) support|unrecogni[sz]ed|unknown|unexpected|extra_forbidden|extra (inputs?|fields?)|(not|n't) (be )?(permitted|allowed|accepted|available)|(does not|doesn't) accept|deprecated|both be|may only|only the default|one of/i;
const VALUE =
  /unsupported[_ ]value|only the default|may only|(must|not|isn't) (be )?one of|\bvalue\b.{0,40}not (supported|allowed|one of)/i;
const INSTEAD = /(?:use|moved to|renamed to)\s+['"`]?(\w+)['"`]?/i;
/** Parameter names that are also ordinary words: they count as names only in quotes or after a word that announces a name. */
const WORDS = new Set(["n", "stop", "store", "user", "reasoning"]);

/**
 * The parameter that a fault refuses, if it was sent. Servers report it in different ways: OpenAI and Azure name it in `param` (or not),
 * pydantic (vLLM, Mistral, SGLang) in `loc`, Groq, xAI, Gemini, Anthropic and LiteLLM only in the message, and xAI in camel case.
 */
function refusedIn({status, code, param = "", message: whole}: Fault, names: readonly string[]): Refused | null {
  if (status !== 400 && status !== 422) return null;
  const message = whole.slice(0, LONGEST_READ);
  const words = `${code} ${message}`;
  if (!REFUSAL.test(words)) return null;
  const name = nameIn({param, message}, names);
  if (name === undefined) return null;
  const instead = INSTEAD.exec(message)?.[1];
  return {name, value: VALUE.test(words), ...(instead !== undefined && instead !== name ? {instead} : {})};
}

function nameIn({param, message}: {param: string; message: string}, names: readonly string[]): string | undefined {
  const located = [...message.matchAll(/"loc":\s*\[\s*"body",\s*"(\w+)"/g)].map(([, first]) => first);
  if (located.length > 0) return names.find(name => located.includes(name));
  if (param !== "")
    return names.find(name => spellings(name).some(spelling => spelling === param || param.startsWith(`${name}.`)));
  const found = names
    .map(name => ({name, at: positionIn(message, name)}))
    .filter(({at}) => at >= 0)
    .sort((a, b) => a.at - b.at);
  // of two parameters that exclude each other, the first is kept
  return (/\bboth\b/i.test(message) ? found.at(-1) : found[0])?.name;
}

function positionIn(message: string, name: string): number {
  const spelled = spellings(name)
    .map(spelling => spelling.replaceAll(".", "\\."))
    .join("|");
  const announced = "['\"`]|(?:parameters?|arguments?|field|property|name|supplied|model):?\\s+['\"`]?";
  return message.search(new RegExp(WORDS.has(name) ? `(?:${announced})(?:${spelled})\\b` : `(?<![\\w.])(?:${spelled})(?!\\w)`));
}

/** Spellings of a parameter's name: `presence_penalty` is also `presencePenalty`, `reasoning_effort` also `reasoning.effort`. */
const spellings = (name: string): string[] => [
  ...new Set([name, name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), name.replaceAll("_", ".")])
];
