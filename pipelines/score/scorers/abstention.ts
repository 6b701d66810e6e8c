// Recognises abstention: an answer that says that it is not known, or that there is no such thing, and states nothing in its place.

/** The whole statement is one of these, in small letters and without outer marks. */
const WHOLE =
  /^(?:(?:it|this|that|the (?:answer|code|capital|country|value))(?: is|['’]s) )?(?:currently |completely |simply )?(?:unknown|not known|unknowable|undetermined|not available|unavailable|n\/a|none|null|nil|nothing|does not exist|doesn['’]t exist|nonexistent|non-existent|not applicable|no answer|unsure|not sure|uncertain|no idea|idk|dunno|cannot say|can['’]t say|cannot answer|can['’]t answer|abstain|i abstain|i pass|not found|no match|no result|no results|no data|no such \p{L}+(?: \p{L}+)?(?: exists)?|(?:an? )?(?:not (?:an? )?real|unreal|fictional|fictitious|imaginary|fabricated|made[- ]up|unrecogni[sz]ed)(?: \p{L}+)?)(?:[.,;:—–(-].*)?$/su;

const NOT = "(?:(?:do|does|did|is|are|was|were|have|has|can|could|would|will)(?: not|n['’]t)|cannot|not)";
const WHAT =
  "(?:countr(?:y|ies)|stat(?:e|es)|nations?|territor(?:y|ies)|places?|currenc(?:y|ies)|languages?|elements?|media types?|mime types?|extensions?|file types?|formats?|time ?zones?|zones?|entit(?:y|ies)|things?|names?|entr(?:y|ies)|records?|codes?|capital|symbol|offset|registrations?|assignments?|information|data|knowledge|evidence|references?|mentions?|listings?|results?|match(?:es)?|one|it|that)";

/** Anywhere in the statement. Each says of the speaker that it does not know, or of the thing that it is not there. */
const PHRASES: readonly RegExp[] = [
  `\\b(?:i|we) (?:really |honestly |simply |just |personally )?(?:do not|don['’]t|cannot|can['’]t|could not|couldn['’]t|did not|didn['’]t|am not able to|am unable to|was unable to|was not able to|wasn['’]t able to|have not been able to|haven['’]t been able to|['’]m unable to|['’]m not able to) (?:actually |reliably |confidently |currently )?(?:know|say|tell|answer|find|locate|identify|verify|confirm|determine|recall|recogni[sz]e|provide|give|be sure|remember|have)`,
  `\\b(?:i am|i['’]m|i was|we are|we['’]re) (?:really |honestly |simply |just |currently )?(?:not (?:aware|sure|certain|familiar|able|confident)|unaware|unsure|uncertain|unfamiliar|unable)`,
  `\\b(?:i|we)(?: have| had|['’]ve) (?:no|never) (?:idea|information|knowledge|record|data|heard|seen|encountered|come across|clue|reliable|recollection)`,
  `\\b(?:i|we)(?: have|['’]ve)(?: not|n['’]t) (?:heard|seen|encountered|come across)`,
  `\\b(?:unable|not able|impossible) to (?:find|locate|identify|verify|confirm|determine|answer|say|tell|provide)`,
  `\\b(?:could not|couldn['’]t|cannot|can['’]t|can not) be (?:found|located|identified|verified|confirmed|determined|answered|known|established)`,
  `\\b(?:there (?:is|are|was|exists?)|there['’]s) (?:currently |actually |really |simply )?(?:no|not any|no known|not an?)\\b`,
  `\\bthere (?:is not|isn['’]t|are not|aren['’]t|does not seem to be|doesn['’]t seem to be|does not appear to be|doesn['’]t appear to be) (?:an?|any)\\b`,
  `\\bno (?:such|known|real|recogni[sz]ed|official|registered|existing)(?: \\p{L}+){0,3}? ${WHAT}`,
  `\\bno ${WHAT} (?:called|named|by that name|with that name|of that name|exists?|found|known|available|is known|is registered|has that)`,
  `\\b(?:does|do|did)(?: not|n['’]t) (?:actually |really |currently |seem to |appear to )*(?:exist|correspond to (?:any|a)|match any|appear (?:in|to)|refer to (?:any|a)|seem to be|have (?:an?|any) (?:${WHAT}|official|assigned|known))`,
  `(?<!\\b(?:that|which|who) )\\b(?:is|are|was)(?: not|n['’]t) (?:actually |currently |really )?(?:an? |any )?(?:(?:real|recogni[sz]ed|known|existing|valid|official|registered|actual|assigned|defined|listed|genuine|standard|sovereign|established)\\b)`,
  `\\b(?:is|are|seems?|appears?)(?: to be)? (?:an? )?(?:entirely |completely |purely |likely )?(?:fictional|fictitious|made[- ]up(?! of\\b)|invented(?! (?:by|in)\\b)|imaginary|nonexistent|non-existent|fabricated|unknown|unrecogni[sz]ed|unregistered|invalid)\\b`,
  `\\b(?:answer|reply|response)(?: is|:| would be| must be)? ["'“‘*]*unknown\\b`,
  `\\b(?:beyond|outside) (?:my|the scope of my) (?:knowledge|information)`,
  `\\bmy (?:knowledge|training data|data|information|database|records) (?:${NOT}|contains? no|has no|includes? no|lacks?)`,
  `\\b(?:not|n['’]t) (?:(?:listed|registered|found|present|included) in (?:the|any|my|iso|iana)|(?:in|part of) (?:any|my|iso|iana|the (?:\\p{L}+ )?(?:lists?|databases?|standards?|registr(?:y|ies)|tables?|records?|iso|iana)))\\b`
].map(source => new RegExp(source, "iu"));

/** Words by which an answer follows a doubt: "I am not sure, but I think it is Paris". */
const YET =
  /(?:\b(?:but|however|though|although|still|yet|nevertheless|that said|if i had to guess|my (?:best )?guess|if forced|i (?:would|['’]d) (?:guess|say)|i(?: do)? (?:think|believe|suspect|guess|assume)|perhaps|maybe|probably|presumably|possibly|most likely|likely|could be|might be|may be)\b)/giu;
/** What follows those words and is no answer either. */
const NO_OFFER =
  /^[\s,:]*(?:(?:you|please|this|it|that|the (?:name|question|term|word)|perhaps|maybe|i|there|a|an|is|was|are|be|by|if|might|may|could|would|will|can|mean|meant|refer(?:s|ring)?|misspell(?:ed|ing)|mis-?typed|spelled|fictional|invented|made[- ]up|not|no|does|do|do not|don['’]t|cannot|can['’]t|exist|error|typo|mistake|need|more|context|clarify|check|spelling|glad|happy|help|know|sure|find|confirm|verify|some|other|another|different|similar|name|one|country|unknown|from|in|of|for|to|and|or|the|fiction|game|novel|book|as|far|am|aware|such|thing|with|questions?|assist|anything|else|further|out|let|me)\b[\s,.:;!?]*)*$/iu;

/** A doubt behind an answer: "Paris? I'm not sure." */
const DOUBT =
  /[\s?!.,;:(–—-]+(?:but |though |although )?(?:(?:i am|i['’]m) (?:not (?:\p{L}+ )?(?:sure|certain)|unsure|uncertain)|not (?:\p{L}+ )?(?:sure|certain)|unsure|uncertain|(?:just |only )?(?:an? |my )?(?:best )?guess|i (?:think|guess|believe|suppose)|probably|possibly|maybe|perhaps)(?: about (?:it|this|that))?(?: though)?[\s.!?)]*$/iu;
/** Most words in front of a doubt that are an answer, and words in front of one that are none. */
const ANSWER_WORDS = 6;
const INTERJECTION =
  /^(?:(?:i am|i['’]m|we are|we['’]re)\b.*|sorry|apologies|well|hm+|uh|oh|honestly|frankly|actually|unfortunately|yes|no|okay|ok|and|but|so|the answer|answer|it|this|that)$/iu;

/** A claim without the doubt that follows it, where an answer is in front of the doubt; else as it is. */
export function withoutDoubt(claim: string): string {
  const answer = claim.replace(DOUBT, "").trim();
  const words = plain(answer);
  const isAnswer = words !== "" && words.split(" ").length <= ANSWER_WORDS && !INTERJECTION.test(words) && !abstains(answer);
  return isAnswer ? answer : claim;
}

/** Whether a line is only a remark that states nothing: "Please check the spelling." */
export const isRemark = (line: string): boolean => NO_OFFER.test(plain(line));

/** A statement in small letters, with straight quotation marks, without markup and outer marks. */
const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[*_`#>]+/gu, "")
    .replace(/[“”]/gu, '"')
    .replace(/(?<=\w,? )"[^"\n]{1,200}"/gu, '"…"') // a quotation is somebody else's words
    .replace(/\s+/gu, " ")
    .replace(/^[\s"'([]+|[\s"'.!\])]+$/gu, "")
    .toLowerCase();

/**
 * Whether a statement abstains. A doubt with an answer beside it is an answer: "not sure, but probably Paris".
 * @param statement the line or text in which the answer stands
 */
export function abstains(statement: string): boolean {
  const text = plain(statement);
  if (text === "") return false;
  const whole = WHOLE.test(text);
  if (!whole && !PHRASES.some(phrase => phrase.test(text))) return false;
  return ![...text.matchAll(YET)].some(({0: word, index}) => !NO_OFFER.test(text.slice(index + word.length)));
}
