// Columns of the table of abilities without contaminated tests. docs/reference.md is generated from them.
import {type Column, double, evaluation, integer, key, simulated, type Table} from "../../../store/columns.js";

const ability = (prefix: string, tests: string): Record<string, Column> => ({
  [`${prefix}n`]: integer(`${tests} that it answered without truncation`),
  [`${prefix}correct`]: integer("of these, right ones"),
  [`${prefix}theta`]: double("ability by them, on the scale of irt_ability; null without an answer"),
  [`${prefix}se`]: double("its standard error, the items taken as known"),
  [`${prefix}low`]: double("lower end of its 95 % interval, the items taken as known"),
  [`${prefix}high`]: double("upper end")
});

export const adjustedAbilityTables = {
  adjusted_ability: {
    description:
      "one row per evaluation, and suite where suites are fitted apart: its ability under the items of irt_items, by the tests that are not in a corpus and by all; tests that cannot be tested remain in both",
    columns: {
      suite: key("as in irt_items"),
      ...evaluation,
      ...ability("", "fitted tests that are not contaminated and"),
      ...ability("all_", "fitted tests"),
      simulated
    },
    order: ["suite", "model", "template", "sampler"]
  }
} satisfies Record<string, Table>;
