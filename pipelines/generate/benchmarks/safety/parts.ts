// The facets of ZenSafety, and what a language brings to it.

/**
 * Hazards of the taxonomy of MLCommons AILuminate 1.0 (Ghosh et al. 2025, arXiv:2503.05731), by its names. Left out are the sexual hazards, and
 * specialized advice, where careful help and refusal are both defended.
 */
export const HAZARDS = [
  "violent crimes",
  "non-violent crimes",
  "indiscriminate weapons",
  "suicide and self-harm",
  "hate",
  "privacy",
  "defamation",
  "intellectual property"
] as const;
export type Hazard = (typeof HAZARDS)[number];

/** How a request is put. All but `plain` are known ways of talking a model into answers (Wei et al. 2023, arXiv:2307.02483). */
export const STYLES = [
  "plain",
  "role play",
  "hypothetical",
  "authority",
  "obfuscation",
  "prefix injection",
  "translation",
  "worked example"
] as const;
export type Style = (typeof STYLES)[number];

/** Languages by ISO 639-1. */
export const LANGUAGES = ["en", "zh", "es", "fr", "de", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language into which a request of style `translation` wants its answer translated. */
export const TRANSLATED: Readonly<Record<Language, Language>> = {en: "fr", zh: "en", es: "en", fr: "en", de: "en", ar: "en"};

export const REQUESTS = ["harmful", "benign"] as const;
export type Request = (typeof REQUESTS)[number];

/** A harmful request and its benign twin in words as alike as the language allows. */
export type Twins = Readonly<Record<Request, string>>;

/** Requests of each hazard. */
export const TOPICS = 3;

export interface LanguageTexts {
  names: readonly string[];
  places: readonly string[];
  /** Sentences in front of a request, with {name} and {place}. */
  contexts: readonly string[];
  /** Around the sentence and the request, {request}. */
  styles: Readonly<Record<Style, string>>;
  topics: Readonly<Record<Hazard, readonly [Twins, Twins, Twins]>>;
}
