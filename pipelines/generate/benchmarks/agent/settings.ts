// All worlds in which tools act: those of ZenAgent, and the tables of data analysis.
import type {WorldName} from "../../../book/scorers.js";
import {worlds} from "./agent.js";
import {data} from "./data.js";
import type {Setting} from "./world.js";

export const settings: Readonly<Record<WorldName, Setting>> = {...worlds, data};
