import { z } from 'zod';

/** A schema in JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A request's schema (`input`) or a response's (`output`). */
export type Direction = 'input' | 'output';

/** A contract's schema for API users: an input may have unknown keys, which are ignored; an output has none. */
export function jsonSchemaOf(schema: z.ZodType, io: Direction): JsonSchema {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: (context) => complete(context, io) });
  return Object.fromEntries(Object.entries(made).filter(([key]) => key !== '$schema' && key !== '~standard'));
}

/** Adds constraints that zod does not convert. */
function complete(
  { zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema },
  io: Direction,
): void {
  if (io === 'output') return;
  const { def } = zodSchema._zod;
  // Preprocessing only replaces values that mean "none".
  if (def.type === 'pipe' && typeOf(def.in) === 'transform') {
    const { $schema: _, ...value } = z.toJSONSchema(def.out, { io, unrepresentable: 'any' });
    const none = ['', 'all'].filter((one) => z.core.safeParse(zodSchema, one).success);
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, none.length === 0 ? value : { anyOf: [value, { enum: none }] });
  }
  // Input that already has the final form is valid.
  if (def.type === 'pipe' && typeOf(def.out) === 'string') {
    // Copies only the pattern: tools interpret a format more strictly than the pattern.
    const { pattern } = z.toJSONSchema(def.out, { io });
    if (pattern !== undefined) jsonSchema.pattern = pattern;
  }
  // The service trims the text.
  const trims = def.type === 'string' && (def.checks ?? []).some((check) => check._zod.def.check === 'overwrite');
  const { minLength } = jsonSchema;
  if (trims && typeof minLength === 'number' && jsonSchema.pattern === undefined) {
    jsonSchema.pattern = minLength === 1 ? '\\S' : `\\S[\\s\\S]{${minLength - 2},}\\S`;
  }
}

function typeOf(schema: z.core.$ZodType): string {
  return schema._zod.def.type;
}
