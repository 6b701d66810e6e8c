// Every table of a store with its definition: those that a run writes, and those of studies.
import type {Table} from "../store/columns.js";
import {tables} from "../store/tables.js";
import {studyTables} from "./registry.js";

export const everyTable: Readonly<Record<string, Table>> = {...tables, ...studyTables};
