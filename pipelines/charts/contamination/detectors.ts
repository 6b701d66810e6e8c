// The table of detectors of contamination: input, what each can and cannot see, and simulated false alarms.
import {alarmsText, CASES, type DetectorRow} from "../../studies/contamination/detectors.js";
import type {Column} from "../shared/sortable.js";

/** Columns of the table; conditions of the simulations are descriptions of the cells. */
export function detectorColumns(): Column<DetectorRow>[] {
  const text = (key: "needs" | "sees" | "misses", label: string): Column<DetectorRow> => ({key, label, show: row => row[key]});
  return [
    {key: "name", label: "Detector", by: row => row.name, show: row => row.name},
    {key: "command", label: "Command", by: row => row.command, show: row => row.command},
    text("needs", "Needs"),
    text("sees", "Sees"),
    text("misses", "Does not see"),
    {key: "unit", label: "False alarms, of", by: row => row.unit, show: row => row.unit},
    ...CASES.map(
      (name): Column<DetectorRow> => ({
        key: name,
        label: `${name[0]!.toUpperCase()}${name.slice(1)}`,
        description: `false alarms in a simulated ${name} case, in which nothing is contaminated; Wilson's 95 % interval and number of cases`,
        by: row => (row.alarms[name] && row.alarms[name].n > 0 ? row.alarms[name].alarms / row.alarms[name].n : null),
        show: row => (row.alarms[name] ? `${alarmsText(row.alarms[name])}: ${row.alarms[name].condition}` : "–")
      })
    )
  ];
}
