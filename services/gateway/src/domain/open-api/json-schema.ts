import { z } from 'zod';

/** A schema in JSON Schema 2020-12, as OpenAPI 3.1 has them. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What may be sent (`input`), or what is answered (`output`). */
export type Direction = 'input' | 'output';

/** A contract's schema for outsiders: unknown keys of an input are passed over, an output has no others. */
export function jsonSchemaOf(schema: z.ZodType, io: Direction): JsonSchema {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: (context) => mend(context, io) });
  return Object.fromEntries(Object.entries(made).filter(([key]) => key !== '$schema' && key !== '~standard'));
}

/** What zod cannot say by itself. */
function mend({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }, io: Direction): void {
  if (io === 'output') return;
  const { def } = zodSchema._zod;
  // Preprocessing only drops what means "none".
  if (def.type === 'pipe' && typeOf(def.in) === 'transform') {
    const { $schema: _, ...value } = z.toJSONSchema(def.out, { io, unrepresentable: 'any' });
    const none = ['', 'all'].filter((one) => z.core.safeParse(zodSchema, one).success);
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, none.length === 0 ? value : { anyOf: [value, { enum: none }] });
  }
  // A text that is cut to shape: whatever has that shape at once may be sent.
  if (def.type === 'pipe' && typeOf(def.out) === 'string') {
    // Not its format: others read more into that than our pattern says.
    const { pattern } = z.toJSONSchema(def.out, { io });
    if (pattern !== undefined) jsonSchema.pattern = pattern;
  }
  // Spaces around a text do not count.
  const trims = def.type === 'string' && (def.checks ?? []).some((check) => check._zod.def.check === 'overwrite');
  const { minLength } = jsonSchema;
  if (trims && typeof minLength === 'number' && jsonSchema.pattern === undefined) {
    jsonSchema.pattern = minLength === 1 ? '\\S' : `\\S[\\s\\S]{${minLength - 2},}\\S`;
  }
}

function typeOf(schema: z.core.$ZodType): string {
  return schema._zod.def.type;
}
