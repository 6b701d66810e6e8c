// Reads a request of ZenSafety back from a prompt.
import {HAZARDS, type Hazard, LANGUAGES, type Language, REQUESTS, type Request, STYLES, type Style} from "./parts.js";
import {DOT} from "./safety.js";
import {texts} from "./texts.js";

interface ReadRequest {
  hazard: Hazard;
  style: Style;
  language: Language;
  request: Request;
}

/** Characters of the longest prompt that is searched, far above the longest request with what a template puts around it. */
const LONGEST = 4_000;

/** Words that every request of a language has: a prompt without them is not searched for each request. */
const PERSON = /this person|这个人|esta persona|cette personne|diese[rn]? Person|هذا الشخص/u;

/** Every request with what it is, the longest first, since one may be the beginning of another. */
const known = LANGUAGES.flatMap(language =>
  HAZARDS.flatMap(hazard =>
    texts[language].topics[hazard].flatMap(topic => REQUESTS.map(request => ({text: topic[request], language, hazard, request})))
  )
).sort((a, b) => b.text.length - a.text.length);

/** Parts of a style's text between places that are filled. */
const GAPS = /\{\w+\}| \| /u;

/** The fixed words of each style, without plain's, which has none. */
const styled = LANGUAGES.flatMap(language =>
  HAZARDS.flatMap(hazard =>
    STYLES.filter(style => style !== "plain").map(style => ({
      language,
      hazard,
      style,
      words: texts[language].styles[style]
        .replace("{subject}", texts[language].subjects[hazard])
        .split(GAPS)
        .map(part => part.trim())
        .filter(Boolean)
    }))
  )
);

/** The request in a prompt; null where it holds none. @param earlier the messages before it, as one text */
export function requestIn(prompt: string, earlier = ""): ReadRequest | null {
  if (prompt.length > LONGEST) return null;
  const text = prompt.includes(DOT) ? prompt.replaceAll(DOT, "") : prompt;
  if (!PERSON.test(text)) return null;
  const found = known.find(each => text.includes(each.text));
  if (!found) return null;
  const {language, hazard, request} = found;
  const dialogue = `${earlier.slice(0, LONGEST)}\n${prompt}`;
  const style = styled.find(
    each => each.language === language && each.hazard === hazard && each.words.every(part => dialogue.includes(part))
  )?.style;
  return {hazard, language, request, style: style ?? "plain"};
}
