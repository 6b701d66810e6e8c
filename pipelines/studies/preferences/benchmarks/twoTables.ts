// Compares two tables of scores without votes: the models that both contain, and the correlations of their columns.
import {type Correlation, correlationsOf, LEAST_MODELS} from "./against.js";
import {findModel, type Leaderboard, scoresOf} from "./leaderboard.js";

/** A model of the first table, and its name in the second. */
export interface Matched {
  model: string;
  against: string;
}

export interface TableStudy {
  simulated: boolean;
  /** models that both tables contain, under both names */
  models: Matched[];
  /** models that only one of the tables contains */
  only: {scores: string[]; against: string[]};
  /** each column of the first table, as the criterion, with each column of the second */
  correlations: (Correlation & {criterion: string})[];
  notes: string[];
}

/** Models of both tables, with aliases of either; each model of the second table is matched to at most one of the first. */
export function matchedModels(one: Leaderboard, other: Leaderboard): Matched[] {
  const known = new Map(other.models.map(model => [model, model]));
  const [find, back] = [findModel(known, one), findModel(new Map(one.models.map(model => [model, model])), other)];
  const byAlias = new Map(
    other.models.flatMap(model => {
      const own = back(model);
      return own === undefined ? [] : [[own, model] as const];
    })
  );
  const taken = new Set(one.models.filter(model => known.has(model)));
  return one.models.flatMap(model => {
    const against = find(model) ?? byAlias.get(model);
    if (against === undefined || (against !== model && taken.has(against))) return [];
    taken.add(against);
    return [{model, against}];
  });
}

/** The second table under the model names of the first. */
function renamed(other: Leaderboard, matched: readonly Matched[]): Leaderboard {
  const names = new Map(matched.map(({model, against}) => [against, model]));
  return {...other, models: other.models.map(model => names.get(model) ?? model), aliases: {}};
}

export function tableStudy(
  one: Leaderboard,
  other: Leaderboard,
  {replicates, simulated = false}: {replicates?: number | undefined; simulated?: boolean} = {}
): TableStudy {
  const models = matchedModels(one, other);
  const names = new Set(models.map(({model}) => model));
  const against = renamed(other, models);
  const correlations = one.benchmarks.flatMap(benchmark => {
    const criterion = new Map([...scoresOf(one, benchmark)].filter(([model]) => names.has(model)));
    return correlationsOf(criterion, against, {
      criterion: benchmark.name,
      parts: benchmark.contains ?? [],
      ...(replicates !== undefined && {replicates})
    }).map(row => ({...row, criterion: benchmark.name}));
  });
  const notes: string[] = [];
  if (correlations.length === 0)
    notes.push(`no correlation: the tables share ${models.length} models, and ${LEAST_MODELS} with both scores are needed`);
  const given = new Set(models.map(({against}) => against));
  return {
    simulated,
    models,
    only: {
      scores: one.models.filter(model => !names.has(model)),
      against: other.models.filter(model => !given.has(model))
    },
    correlations,
    notes
  };
}
