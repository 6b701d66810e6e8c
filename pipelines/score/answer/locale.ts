// Tells the decimal mark of a question by its language: declared, else by the common words of the prompt, else of the answer.
import type {DecimalMark} from "./numbers.js";

/** Languages that write a decimal comma. */
const COMMA = new Set(
  "de fr es it pt nl sv da no nb nn fi pl cs sk sl hr sr bs ro bg ru uk be hu tr el id vi et lv lt is ca eu gl az kk ka hy mk sq af".split(
    " "
  )
);
/** Regions of languages that otherwise write a comma, and write a point. */
const POINT_REGIONS = new Set([
  "es-MX",
  "es-US",
  "es-PR",
  "de-CH",
  "it-CH",
  "es-GT",
  "es-HN",
  "es-NI",
  "es-PA",
  "es-SV",
  "es-DO"
]);

/** Common words of languages with a decimal comma, and of English. */
const WORDS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:the|is|are|of|and|what|how|many|much|answer|question|each|total|with|has|have|he|she|they|we|it|at|this|that|in|to|for|step|so|therefore|final|if|be|by|from|value|option|result|confidence|only|which)\b/giu,
  de: /\b(?:der|die|das|und|ist|wie|viele?|ein|eine|mit|nicht|antwort|frage|von|wird|hat|den|dem|zu|für|also)\b/giu,
  fr: /\b(?:le|la|les|des|est|et|combien|une?|réponse|question|dans|pour|avec|il|elle|du|que|donc|quel(?:le)?)\b/giu,
  es: /\b(?:el|la|los|las|es|y|cuántos?|cuántas?|una?|respuesta|pregunta|con|por|para|del|que|entonces|cuál)\b/giu,
  it: /\b(?:il|lo|gli|della?|è|quanti|quante|una?|risposta|domanda|con|per|che|quindi|di|sono|qual)\b/giu,
  pt: /\b(?:o|os|as|é|quantos|quantas|uma?|resposta|pergunta|com|para|não|do|da|que|então|qual)\b/giu,
  nl: /\b(?:de|het|een|is|van|en|hoeveel|antwoord|vraag|met|niet|wat|dus|zijn|heeft)\b/giu,
  pl: /\b(?:jest|ile|odpowiedź|pytanie|nie|się|na|do|za|wynosi|więc|oraz)\b/giu,
  sv: /\b(?:är|och|hur|många|svaret?|fråga|en|ett|med|inte|det|som)\b/giu,
  da: /\b(?:er|og|hvor|mange|svaret?|spørgsmål|en|et|med|ikke|det|som)\b/giu,
  fi: /\b(?:on|ja|kuinka|monta|vastaus|kysymys|ei|mikä|ovat)\b/giu,
  cs: /\b(?:je|kolik|odpověď|otázka|není|se|na|tedy|jsou)\b/giu,
  hu: /\b(?:az|egy|hány|válasz|kérdés|nem|és|mennyi)\b/giu,
  ro: /\b(?:este|câte|câți|răspuns(?:ul)?|întrebare|și|nu|cu|pentru|deci)\b/giu,
  tr: /\b(?:kaç|cevap|yanıt|soru|bir|ve|değil|için|ne)\b/giu,
  vi: /\b(?:là|bao nhiêu|câu trả lời|đáp án|không|và|có|của)\b/giu,
  id: /\b(?:adalah|berapa|jawaban(?:nya)?|tidak|dan|yang|dengan|jadi)\b/giu
};
const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Scripts whose languages write a decimal point. */
const POINT_SCRIPTS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Characters of a text by whose words its language is told. */
const SAMPLE = 2_000;

/** Returns the decimal mark of a question's language, or null where the language is unknown. */
export function decimalMarkOf(locale: string | undefined, prompt: string, answer: string): DecimalMark {
  if (locale) return COMMA.has(locale.split("-")[0]!.toLowerCase()) && !POINT_REGIONS.has(locale) ? "," : ".";
  return markOfText(prompt) ?? markOfText(answer);
}

function markOfText(text: string): DecimalMark {
  const sample = text.length > SAMPLE ? text.slice(-SAMPLE) : text;
  if (/[$£₹](?=\d)/u.test(sample)) return ".";
  if (!/\p{L}/u.test(sample)) return null;
  if (CYRILLIC_OR_GREEK.test(sample) && (sample.match(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu) ?? []).length > 8) return ",";
  if (POINT_SCRIPTS.test(sample)) return ".";
  let best: {language: string; count: number} | null = null;
  for (const [language, words] of Object.entries(WORDS)) {
    const count = new Set(sample.match(words)?.map(word => word.toLowerCase())).size;
    if (count > (best?.count ?? 0)) best = {language, count};
  }
  return best ? (best.language === "en" ? "." : ",") : null;
}

/** Whether a question asks for a fraction or a decimal, so that 25 % is 0.25. */
export const percentIsFraction = (prompt: string): boolean =>
  /\bas a (?:common |reduced |simplified )?(?:fraction|decimal)\b|\bbetween 0 and 1\b|\bdecimal (?:fraction|form)\b/iu.test(
    prompt.length > SAMPLE ? prompt.slice(-SAMPLE) : prompt
  );
