import "./cdn.js";
import {currentBook} from "./pipelines/book.js";
import {readManifest} from "./pipelines/store/manifest.js";
import {modelPaths} from "./src/components/modelPath.js";

export default {
  root: "src",
  title: "reasonbook",
  pages: [
    {name: "Leaderboard", path: "/"},
    {name: "ReasonScore", path: "/reasonscore"},
    {name: "Manifold", path: "/manifold"},
    {name: "Clusters", path: "/clusters"},
    {name: "Compare", path: "/compare"},
    {name: "Tokens", path: "/tokens"},
    {name: "Truncation", path: "/truncation"},
    {name: "Compression", path: "/compression"},
    {name: "Hazard", path: "/hazard"},
    {name: "Replay", path: "/replay"},
    {name: "Spectrum", path: "/spectrum"},
    {name: "Item response", path: "/irt"},
    {name: "Adaptive", path: "/adaptive"},
    {name: "Human", path: "/human"},
    {name: "Annotate", path: "/annotate"},
    {name: "Claims", path: "/claims"},
    {name: "SQL", path: "/sql"},
    {name: "Runs", path: "/runs"}
  ],
  /** A page for each model of the store that is shown. */
  async *dynamicPaths() {
    const store = process.env.REASONBOOK_STORE;
    const models = store ? (await readManifest(store))?.models : undefined;
    yield* modelPaths(models ?? (await currentBook()).models.map(({id}) => id));
  },
  style: "style.css", // light and dark
  globalStylesheets: [],
  duckdb: {platforms: {eh: true}, extensions: {parquet: null, json: null}},
  head: `<link rel="icon" href="data:,">`,
  footer: "reasonbook: how well language models reason, with n and interval.",
  toc: false,
  pager: false,
  search: false
};
