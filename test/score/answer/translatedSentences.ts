// Sentences of answers in 22 languages, by hand: one that looks at a value on the way, and one that states the answer.

/** {x} is a value. */
export const SENTENCES: Readonly<Record<string, {considers: string; states: string}>> = {
  en: {considers: "First I look at {x}.", states: "The answer is {x}."},
  de: {considers: "Zuerst betrachte ich {x}.", states: "Die Antwort ist {x}."},
  fr: {considers: "Je regarde d'abord {x}.", states: "La réponse est {x}."},
  es: {considers: "Primero miro {x}.", states: "La respuesta es {x}."},
  it: {considers: "Prima guardo {x}.", states: "La risposta è {x}."},
  pt: {considers: "Primeiro olho para {x}.", states: "A resposta é {x}."},
  nl: {considers: "Eerst kijk ik naar {x}.", states: "Het antwoord is {x}."},
  sv: {considers: "Först tittar jag på {x}.", states: "Svaret är {x}."},
  da: {considers: "Først ser jeg på {x}.", states: "Svaret er {x}."},
  pl: {considers: "Najpierw sprawdzam: {x}.", states: "Odpowiedź to {x}."},
  cs: {considers: "Nejprve zkouším {x}.", states: "Odpověď je {x}."},
  ru: {considers: "Сначала смотрю на {x}.", states: "Ответ — {x}."},
  uk: {considers: "Спочатку дивлюся на {x}.", states: "Відповідь — {x}."},
  tr: {considers: "İlk olarak {x} üzerinde düşünüyorum.", states: "Cevap {x}."},
  ro: {considers: "Mai întâi mă uit la {x}.", states: "Răspunsul este {x}."},
  hu: {considers: "Először ezt nézem: {x}.", states: "A válasz {x}."},
  ar: {considers: "أنظر أولا إلى {x}.", states: "الإجابة هي {x}."},
  hi: {considers: "पहले {x} को देखता हूँ।", states: "उत्तर {x} है।"},
  zh: {considers: "先看：{x}。", states: "答案是{x}。"},
  ja: {considers: "まず考えるのは：{x}。", states: "答えは{x}です。"},
  ko: {considers: "먼저 {x} 쪽을 살펴봅니다.", states: "답은 {x}입니다."},
  vi: {considers: "Trước hết tôi xét {x}.", states: "Đáp án là {x}."}
};

/** Full stops of sentences by language; "." where absent. */
export const STOPS: Readonly<Record<string, string>> = {hi: "।", zh: "。", ja: "。"};
