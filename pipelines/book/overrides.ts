// Schemas of fields that override others.
import {z} from "zod";

/**
 * The same fields, all optional (and nullable, if asked) and without their defaults: a field that is not written stays absent, so that the
 * value that it would override applies.
 */
export function overrides<Shape extends Record<string, z.ZodType>>(shape: Shape, {nullable = false} = {}) {
  const unwrapped = (field: z.ZodType): z.ZodType =>
    field instanceof z.ZodDefault || field instanceof z.ZodOptional ? unwrapped(field.unwrap() as z.ZodType) : field;
  const bare = (field: z.ZodType) => (nullable ? unwrapped(field).nullable() : unwrapped(field)).optional();
  const entries = Object.entries(shape).map(([key, field]) => [key, bare(field).describe(field.description ?? "")]);
  return Object.fromEntries(entries) as {
    [Key in keyof Shape]: z.ZodOptional<Shape[Key] extends z.ZodDefault<infer Inner extends z.ZodType> ? Inner : Shape[Key]>;
  };
}
