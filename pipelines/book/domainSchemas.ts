// Schemas of suites that list domains of categories, and of the files of these domains (docs/categories.md).
import {z} from "zod";
import {fieldsSchema, LAYOUTS, policySchema} from "./bankSchemas.js";
import {ORIGINS} from "./categoryStates.js";
import {editionOf} from "./editions.js";
import {axesOf, nameSchema, suiteFields} from "./schemas.js";

const publishedSchema = z
  .strictObject({
    categories: z.int().min(1).describe("how many categories there are to be"),
    items: z.int().min(1).describe("how many items they are to have together")
  })
  .describe("sums that the categories must have");

const downloadSchema = z
  .strictObject({
    from: z.url({protocol: /^https$/}).describe("address of the folder of the files"),
    layout: z.enum(LAYOUTS).optional().describe("layout of the files, if the category names several"),
    bytes: z.int().min(1).describe("size of all files"),
    files: z
      .record(z.string().regex(/^[\w.-]+$/u), z.string().regex(/^[0-9a-f]{64}$/u))
      .describe("SHA-256 of each file by its name")
  })
  .describe("files of a bank's items that `items get` fetches");
export type Download = z.infer<typeof downloadSchema>;

const categoryFields = z.strictObject({
  name: z.string().min(1).max(100).describe("the category's name on pages and in tables"),
  origin: z
    .enum(ORIGINS)
    .describe(
      "published = the text that the suite follows names it, ours = chosen here to fill a place that the text leaves open"
    ),
  items: z.int().min(1).describe("items that the published suite has in a category of this domain"),
  task: z.string().min(1).optional().describe("the generated benchmark that fills it"),
  params: axesOf().describe("of a generated benchmark: the facets that belong to the category, each a value or a list"),
  bank: nameSchema
    .optional()
    .describe("instead of a task: the name of the item bank in data/banks that fills it, once it is imported"),
  layout: z
    .union([z.enum(LAYOUTS), z.array(z.enum(LAYOUTS)).min(1)])
    .optional()
    .describe("of a bank: the layout of its published files, or several; a bank of another layout does not fill the category"),
  fields: fieldsSchema.optional().describe("of a bank without a named layout: the names of the fields of its published files"),
  prompt: policySchema.optional().describe("how the bank's questions are put, where the bank's own file does not say it"),
  scorer: z.string().min(1).optional().describe("of a bank: the kind of its scorer, for the reader; the bank's own counts"),
  metric: z
    .string()
    .min(1)
    .default("accuracy")
    .describe("what it is read by: accuracy, or a measure such as f1; of a bank, where the bank's own file does not say it"),
  averaged: z
    .boolean()
    .default(true)
    .describe("whether its value enters the mean of its domain; false for a metric that is not a share of right answers"),
  licence: z.string().min(1).describe("under which the items may be used; unknown where nobody says it"),
  source: z.string().min(1).describe("where the items come from"),
  version: z.string().min(1).default("unknown").describe("which edition of the items is meant"),
  download: downloadSchema.optional(),
  notes: z.string().min(1).optional().describe("what else a reader should know")
});
const sourceFields = categoryFields
  .pick({name: true, layout: true, fields: true, prompt: true, metric: true, licence: true, source: true, version: true})
  .extend({
    task: categoryFields.shape.task.describe("the generated benchmark that it is"),
    bank: nameSchema.optional().describe("instead of a task: the name of the item bank in data/banks, once it is imported"),
    scorer: z.string().min(1).optional().describe("of a bank: the kind of its scorer, for the reader; the bank's own counts"),
    download: downloadSchema.optional(),
    notes: z.string().min(1).optional().describe("what else a reader should know")
  })
  .superRefine(checkFilling);
export type WrittenSource = z.infer<typeof sourceFields>;

const sourcedFields = categoryFields.extend({
  sources: z
    .array(sourceFields)
    .optional()
    .describe(
      "other benchmarks of the same subject, each asked by itself and never averaged with it: public ones, once they are imported as banks, and generated ones"
    )
});
export const categorySchema = sourcedFields.superRefine((category, context) => {
  checkFilling(category, context);
  if (category.bank !== undefined && Object.keys(category.params).length > 0)
    context.addIssue({
      code: "custom",
      path: ["params"],
      message: "a bank fills its category as a whole; import the part as a bank of its own"
    });
});

type Filling = Pick<z.infer<typeof categoryFields>, "task" | "bank" | "layout" | "fields" | "prompt" | "scorer">;

/** Checks that a category or source has a task, or a bank with all that a bank needs. */
function checkFilling({task, bank, layout, fields, prompt, scorer}: Filling, context: z.RefinementCtx): void {
  const fail = (path: string, message: string) => context.addIssue({code: "custom", path: [path], message});
  if (task === undefined && bank === undefined)
    context.addIssue({code: "invalid_type", expected: "string", path: ["bank"], input: undefined});
  if (task !== undefined && bank !== undefined) fail("bank", "a category has a task or a bank; leave one out");
  if (task !== undefined)
    for (const [name, value] of Object.entries({layout, fields, prompt, scorer}))
      if (value !== undefined) fail(name, `a generated benchmark has no ${name} here: it says itself how it is asked and scored`);
  if (bank === undefined) return;
  if (layout === undefined && fields === undefined) fail("bank", "say how its files are arranged: layout, or fields");
  if (layout !== undefined && fields !== undefined) fail("fields", "layout and fields exclude each other; leave one out");
  if (scorer === undefined) context.addIssue({code: "invalid_type", expected: "string", path: ["scorer"], input: undefined});
}

/** A file of one domain. */
export const domainSchema = z.strictObject({
  domain: z.string().min(1).max(100).describe("the domain's name"),
  published: publishedSchema.optional(),
  categories: z.array(categorySchema).min(1, "empty domain: give at least one category").describe("its categories, in order")
});

/** A suite that lists domains instead of tasks. */
export const domainSuiteSchema = z.strictObject({
  ...suiteFields,
  published: publishedSchema.optional(),
  edition: z
    .string()
    .refine(text => editionOf(text) !== null, "expected a quarter from 2026Q4 on, such as 2027Q1")
    .optional()
    .describe(
      "quarter of the generated items; absent = 2026Q4. Each quarter renews an eighth and keeps the rest (docs/upkeep.md)"
    ),
  domains: z
    .array(z.string())
    .min(1, "no domains: give at least one")
    .describe("paths of the files of its domains, below data/; each category is asked as one point")
});

export type WrittenCategory = z.infer<typeof categorySchema>;
export type Domain = z.infer<typeof domainSchema>;
export type DomainSuite = z.infer<typeof domainSuiteSchema>;
