import "./pipelines/site/cdn.js";
import {anchorOf, LINKED_FORMS, TERMS, termOf} from "./pipelines/charts/shared/glossary.js";
import {frame} from "./pipelines/site/frame.js";
import {glossaryLinks} from "./pipelines/site/glossaryLinks.js";
import {MODEL_PAGE} from "./pipelines/site/modelPages.js";
import {navigationScript, ownPages, type PageGroup, pageTabs, sections} from "./pipelines/site/navigation.js";
import {percentScript} from "./pipelines/site/percentSigns.js";
import {LANGUAGE} from "./pipelines/site/policy.js";
import {siteFolder} from "./pipelines/store/places.node.js";

const isPreview = process.argv.includes("preview");
const {title, head, header, footer} = await frame({isPreview});

/**
 * The navigation, at most 22 entries. A page of your own is, in a checkout, a line here: its name, its address, and the question that it
 * answers, which is its tooltip. Pages that answer one question together are tabs of one entry.
 */
export const GROUPS: readonly PageGroup[] = [
  ...ownPages(),
  {
    name: "Results",
    pages: [
      {name: "Overview", path: "/", question: "How well do these models reason, in a few numbers?"},
      {
        name: "Leaderboard",
        question: "Who leads, how sure is that, and what is the score made of?",
        tabs: [
          {name: "Leaderboard", path: "/leaderboard", question: "Who leads, and how sure is that?"},
          {name: "Categories", path: "/categories", question: "How well does a model do in each domain and category of a suite?"},
          {
            name: "ReasonScore",
            path: "/reasonscore",
            question: "What do the published score and the formula score say, tier by tier?"
          },
          {name: "Clusters", path: "/clusters", question: "Which models do not differ significantly?"}
        ]
      },
      {name: "Report", path: "/report", question: "How well does each model do on the whole, and what does the number rest on?"},
      {name: "Compare", path: "/compare", question: "Do two models differ, test by test?"}
    ]
  },
  {
    name: "Where models fail",
    pages: [
      {
        name: "Difficulty",
        question: "Where does a model stop reasoning: on a task's grid, in a long text, in a story?",
        tabs: [
          {name: "Manifold", path: "/manifold", question: "Where on a task's grid does a model reason, and where does it stop?"},
          {name: "Long context", path: "/long-context", question: "How long may a text be before a model loses its facts?"},
          {name: "Narratives", path: "/narratives", question: "What do models lose when a list is told as a story?"}
        ]
      },
      {
        name: "Skills",
        question: "Does a model know what it knows, use tools, write programs, refuse, see, and answer in other languages?",
        tabs: [
          {name: "Calibration", path: "/calibration", question: "When a model is 80 % sure, is it right in 80 % of cases?"},
          {name: "Agents", path: "/agents", question: "Does a model that calls tools reach its goal?"},
          {name: "Code", path: "/code", question: "Do programs pass their tests, and if not, why?"},
          {name: "Safety", path: "/safety", question: "Does a model refuse what is harmful, and answer the rest?"},
          {
            name: "Hallucination",
            path: "/hallucination",
            question: "Does a model say that it does not know, or make something up?"
          },
          {name: "Languages", path: "/languages", question: "Does a model answer as well in other languages as in English?"},
          {name: "Multimodal", path: "/multimodal", question: "Does a model read pictures?"}
        ]
      }
    ]
  },
  {
    name: "Cost",
    pages: [
      {
        name: "Token limits",
        question: "What do token limits cost?",
        tabs: [
          {name: "Truncation", path: "/truncation", question: "Was a model stopped by the token limit, or wrong?"},
          {name: "Token budget", path: "/hazard", question: "Which token limit pays, and how long does a model write?"},
          {name: "Tokens", path: "/tokens", question: "What do answers cost, and are wrong ones longer?"},
          {name: "Replay", path: "/replay", question: "What would a smaller token limit or fewer samples have given?"},
          {name: "Compression", path: "/compression", question: "Do answers get more repetitive when questions get harder?"}
        ]
      },
      {name: "Spectrum", path: "/spectrum", question: "What does a tokenizer make of the questions?"}
    ]
  },
  {
    name: "Tests",
    pages: [
      {name: "Item response", path: "/irt", question: "How hard is each test, how able each model, and what does not fit?"},
      {name: "Adaptive", path: "/adaptive", question: "How few tests measure a model?"},
      {name: "Contamination", path: "/contamination", question: "Has the model seen the test?"}
    ]
  },
  {
    name: "People",
    pages: [
      {name: "Human", path: "/human", question: "Do the scores agree with people?"},
      {name: "Annotate", path: "/annotate", question: "Which of two answers is better? Vote blind."},
      {name: "Claims", path: "/claims", question: "Do a report's figures follow from its own tables?"},
      {name: "Reproductions", path: "/reproductions", question: "Do leaderboards and papers print what the answers give?"}
    ]
  },
  {
    name: "Data",
    pages: [
      {
        name: "Samples",
        question: "What did models answer, how was it read, and when?",
        tabs: [
          {name: "Samples", path: "/samples", question: "What did a model answer? Find, filter, compare and correct."},
          {name: "Extraction", path: "/extraction", question: "Does a score depend on how answers are found in the text?"},
          {name: "Runs", path: "/runs", question: "Where do the numbers come from, and how did the latest run go?"},
          {name: "History", path: "/history", question: "Does a model still answer as it did?"}
        ]
      },
      {name: "Explore", path: "/explore", question: "How are length, difficulty and outcome related?"},
      {name: "SQL", path: "/sql", question: "Ask the published tables anything."},
      {name: "Notebook", path: "/notebook", question: "Load, reshape and draw: five cells to copy."},
      {name: "Glossary", path: "/glossary", question: "What do the terms mean?"},
      {name: "About", path: "/about", question: "What is this, how were the numbers made, and how is it cited?"}
    ]
  }
];

export default {
  root: siteFolder(),
  title,
  header,
  footer,
  // Links name files as they lie in dist/: a plain server adds neither an ending nor an index.
  preserveIndex: true,
  preserveExtension: true,
  pages: sections(GROUPS),
  markdownIt: <Md>(md: Md): Md => pageTabs(GROUPS)(glossaryLinks({forms: LINKED_FORMS, terms: TERMS, termOf, anchorOf})(md)),
  /** Compiled once; the build writes it for each model (pipelines/site/modelPages.ts). */
  dynamicPaths: [MODEL_PAGE],
  style: "style.css", // light and dark
  globalStylesheets: [],
  duckdb: {platforms: {eh: true}, extensions: {parquet: null, json: null}},
  head: `<link rel="icon" href="data:,">${head}${navigationScript(GROUPS)}${percentScript()}${isPreview ? `<script>document.documentElement.lang = "${LANGUAGE}"</script><script type="module" src="/components/shared/openWorkbook.js"></script>` : ""}`, // the build states the language in the page
  toc: false, // long pages ask for one
  pager: false,
  search: true
};
