// Schemas of option values that several commands have.
import {z} from "zod";
import {currentBookFile} from "../book/read.node.js";
import {metricsAddress} from "../run/cluster/metrics.js";
import {STORE} from "../store/publish.node.js";
import {option} from "./command.js";

/** Whole number of at least `min`. */
export const wholeNumber = (description: string, {min = 1, value = "n"} = {}) =>
  option(z.int().min(min), description, {value, expects: `a whole number of at least ${min}`});

/** Amount in US dollars. */
export const dollars = (description: string) =>
  option(z.number().min(0), description, {value: "dollars", expects: "an amount in US dollars"});

/** Address at which Prometheus metrics are served. */
export const metricsOption = (description = "serve Prometheus metrics there, on loopback unless a host is named") =>
  option(z.string().transform(metricsAddress).optional(), description, {value: "[host:]port"});

/** `--history` and `--no-history`, the record of a run. */
export const historyOption = (description: string) =>
  option(z.union([z.string(), z.literal(false)]).optional(), description, {value: "folder", negatable: true});

/** Share between 0 and 1, both excluded. */
export const shareBetween0And1 = (description: string, {value = "share"} = {}) =>
  option(z.number().gt(0).lt(1), description, {value, expects: "a share between 0 and 1 such as 0.01"});

/** `--missing`, of commands that read responses. */
export const missingOption = option(
  z
    .string()
    .transform(text => text.split(",").map(each => each.trim()))
    .optional(),
  "texts that mark a missing response in addition to a blank, NA and NaN, separated by commas: .,-,N/A",
  {value: "texts"}
);

/** Path of a file or folder. */
export const path = (description: string, {value = "file"} = {}) => option(z.string(), description, {value});

/** Option that takes no value. */
export const flag = (description: string) => option(z.boolean().optional(), description);

/** `--store`, the store that a command reads. */
export const storeOption = (description = "the store") => option(z.string().default(STORE), description, {value: "folder"});

/** `--suite`, for commands about one scale. */
export const suiteOption = () =>
  option(z.string().optional(), "the suite, where evaluations were asked different ones: each has a separate scale", {
    value: "id"
  });

/** `--book`, the book that a command reads; the default is read when the command runs. */
export const bookOption = (description = "the book") => option(z.string().default(currentBookFile), description, {value: "file"});

/** Answer to `--out` for commands that had it for the store which they read. */
export const STORE_IS_NOT_OUT = {"--out <folder>": "--out is where a command writes; the store that it reads is --store"};
