// Facts about models from the table `models`: columns of tables, the choice by weights, and a model's facts with links to their sources.
import {html} from "npm:htl";
import type {Column} from "./sortable.js";

/** A row of the table `models`; null = unknown. */
export interface ModelFacts {
  model: string;
  developer: string | null;
  developer_source: string | null;
  parameters: number | null;
  parameters_source: string | null;
  weights: "open" | "closed" | null;
  weights_source: string | null;
  released: string | null;
  released_source: string | null;
  price_input: number | null;
  price_output: number | null;
  price_month: string | null;
  price_source: string | null;
}

type FactsOf = ReadonlyMap<string, ModelFacts>;

const UNKNOWN = "unknown";
/** Values of the filter by weights. */
export const WEIGHTS_SHOWN = ["all", "open", "closed", UNKNOWN] as const;
type Weights = (typeof WEIGHTS_SHOWN)[number];

/** Whether a model's weights are the chosen ones. */
export const hasWeights = (facts: FactsOf, model: string, weights: Weights): boolean =>
  weights === "all" || (facts.get(model)?.weights ?? UNKNOWN) === weights;

const formatParameters = (billions: number): string => `${billions.toLocaleString("en")} billion`;
const unknown = () => html`<span class="rb-muted">${UNKNOWN}</span>`;

/** Columns for tables with a row per evaluation; none where nothing is known about any model. */
export function factColumns<Row extends {model: string}>(facts: FactsOf): Column<Row>[] {
  if (facts.size === 0) return [];
  const column = (key: "developer" | "weights" | "released", label: string, description: string): Column<Row> => ({
    key,
    label,
    description,
    by: ({model}) => facts.get(model)?.[key] ?? null,
    show: ({model}) => facts.get(model)?.[key] ?? unknown()
  });
  return [
    column("developer", "Developer", "organisation that developed the model"),
    {
      key: "parameters",
      label: "Parameters",
      numeric: true,
      description: "of all experts",
      by: ({model}) => facts.get(model)?.parameters ?? null,
      show: ({model}) => {
        const billions = facts.get(model)?.parameters ?? null;
        return billions === null ? unknown() : formatParameters(billions);
      }
    },
    column("weights", "Weights", "open: they can be downloaded"),
    column("released", "Released", "month of the release; the model's page has the source of each fact")
  ];
}

/** Facts of one model, each with a link to its source. */
export function factList(facts: ModelFacts): HTMLElement {
  const {developer, parameters, weights, released, price_input, price_output, price_month} = facts;
  const price =
    price_input === null || price_output === null
      ? null
      : `$${price_input} per million prompt tokens, $${price_output} per million completion tokens (list price, ${price_month})`;
  const entries: [string, string | null, string | null][] = [
    ["Developer", developer, facts.developer_source],
    ["Parameters", parameters === null ? null : formatParameters(parameters), facts.parameters_source],
    ["Weights", weights, facts.weights_source],
    ["Released", released, facts.released_source],
    ["Price at the time", price, facts.price_source]
  ];
  const value = (text: string | null, source: string | null) => (text === null ? unknown() : html`<a href=${source}>${text}</a>`);
  return html`<dl class="rb-facts" id="model-facts">${entries.map(([name, text, source]) => html.fragment`<dt>${name}</dt><dd>${value(text, source)}</dd>`)}</dl>`;
}
