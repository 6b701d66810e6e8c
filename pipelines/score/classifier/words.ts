// The words that features keep; all others are one token for words and one for names, so that no subject is learnt.

const LISTS = [
  // articles, pronouns, conjunctions, prepositions
  "a an the this that these those it its he she they we i you his her their our my your me us them one ones who which what where when why how there here",
  "and or nor but not neither either both so thus hence therefore because since as if then than though although while whether unless instead rather except without",
  "in at to of on by for from with into inside onto over under between among after before until about up out off through per",
  // verbs that carry statements
  "is are was were be been being am has have had having do does did done will would can could may might must shall should isn't aren't wasn't doesn't don't didn't can't couldn't won't wouldn't cannot it's that's i'm let's i'll i'd",
  "let give gives gave given get gets got make makes made equal equals become becomes evaluate evaluates simplify simplifies remain remains left say says said state states mean means know known tell told think thought believe guess suppose assume seem seems look looks need needs find found call called name named choose chose chosen pick picked select selected fit fits follow follows go goes went see check verify depend depends help conclude correct corrected compute calculate",
  // what answers are called, and what is said of them
  "answer answers result output response solution final conclusion total sum value option choice letter number boxed text step steps note explanation reasoning summary correction verdict date list order sorted words place location question problem information",
  "right wrong correct incorrect true false yes no none nothing unknown unclear impossible possible plausible likely probably perhaps maybe possibly certain sure enough only also too another other others same different first second third next last now again still already finally initially actually wait sorry however clearly simply exactly approximately about just more most less least all any every each some many much several few very best new",
  "unable hard difficult determine determined undetermined sufficient insufficient able mistake error ok okay hmm well please thank thanks hope questions anything else further would like could continue rest remaining cases case above below"
];
export const KEPT: ReadonlySet<string> = new Set(LISTS.join(" ").split(" "));
