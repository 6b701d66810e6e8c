import "./pipelines/site/cdn.js";
import {modelPaths} from "./pipelines/charts/shared/modelPath.js";
import {frame} from "./pipelines/site/frame.js";
import {LANGUAGE} from "./pipelines/site/policy.js";

const {title, header, models} = await frame();

export default {
  root: "src",
  title,
  header,
  // Links name files as they lie in dist/: a plain server adds neither an ending nor an index.
  preserveIndex: true,
  preserveExtension: true,
  pages: [
    {name: "Leaderboard", path: "/"},
    {name: "Report", path: "/report"},
    {name: "ReasonScore", path: "/reasonscore"},
    {name: "Categories", path: "/categories"},
    {name: "Manifold", path: "/manifold"},
    {name: "Clusters", path: "/clusters"},
    {name: "Compare", path: "/compare"},
    {name: "Tokens", path: "/tokens"},
    {name: "Truncation", path: "/truncation"},
    {name: "Compression", path: "/compression"},
    {name: "Hazard", path: "/hazard"},
    {name: "Replay", path: "/replay"},
    {name: "Spectrum", path: "/spectrum"},
    {name: "Narratives", path: "/narratives"},
    {name: "Long context", path: "/long-context"},
    {name: "Calibration", path: "/calibration"},
    {name: "Agents", path: "/agents"},
    {name: "Code", path: "/code"},
    {name: "Safety", path: "/safety"},
    {name: "Hallucination", path: "/hallucination"},
    {name: "Languages", path: "/languages"},
    {name: "Multimodal", path: "/multimodal"},
    {name: "Extraction", path: "/extraction"},
    {name: "Contamination", path: "/contamination"},
    {name: "Item response", path: "/irt"},
    {name: "Adaptive", path: "/adaptive"},
    {name: "Human", path: "/human"},
    {name: "Annotate", path: "/annotate"},
    {name: "Claims", path: "/claims"},
    {name: "Samples", path: "/samples"},
    {name: "SQL", path: "/sql"},
    {name: "Notebook", path: "/notebook"},
    {name: "History", path: "/history"},
    {name: "Runs", path: "/runs"}
  ],
  /** A page for each model of the store that is shown. */
  async *dynamicPaths() {
    yield* modelPaths(await models());
  },
  style: "style.css", // light and dark
  globalStylesheets: [],
  duckdb: {platforms: {eh: true}, extensions: {parquet: null, json: null}},
  head: `<link rel="icon" href="data:,">${process.argv.includes("preview") ? `<script>document.documentElement.lang = "${LANGUAGE}"</script>` : ""}`, // the build states it in the page
  footer: "reasonbook: how well language models reason, with n and interval.",
  toc: false,
  pager: false,
  search: false
};
