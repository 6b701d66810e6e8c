// What the charts, tables and sentences of pages are made of.
export * from "../../pipelines/book/plural.js";
export * from "../../pipelines/charts/shared/columns.js";
export * from "../../pipelines/charts/shared/estimate.js";
export * from "../../pipelines/charts/shared/figure.js";
export type * from "../../pipelines/charts/shared/input.js";
export * from "../../pipelines/charts/shared/interval.js";
export * from "../../pipelines/charts/shared/label.js";
export * from "../../pipelines/charts/shared/modelLink.js";
export * from "../../pipelines/charts/shared/outcome.js";
export * from "../../pipelines/charts/shared/plot.js";
export * from "../../pipelines/charts/shared/pointName.js";
export * from "../../pipelines/charts/shared/sampleLink.js";
export * from "../../pipelines/charts/shared/severalEvaluations.js";
export * from "../../pipelines/charts/shared/simulated.js";
export * from "../../pipelines/charts/shared/sortable.js";
export type * from "../../pipelines/charts/shared/sql.js";
