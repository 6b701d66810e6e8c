// Every table of a store with its definition: those that a run writes, those of studies, and the views over estimates.
import type {Table} from "../store/columns.js";
import {estimateTables} from "../store/estimates.sql.js";
import {tables} from "../store/tables.js";
import {studyTables} from "./registry.js";

export const everyTable: Readonly<Record<string, Table>> = {...tables, ...studyTables, ...estimateTables};
