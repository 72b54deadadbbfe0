import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from './run.ts';

type Json = z.infer<typeof json>;
const json = z.record(z.string(), z.unknown());
const index = z.object({ paths: z.record(z.string(), z.object({ serverRelativeURL: z.string() })) });
const kinds = z.array(z.object({ group: z.string(), version: z.string(), kind: z.string() }));
const document = z.object({ components: z.object({ schemas: z.record(z.string(), json) }) });

/** Paths of the API server's OpenAPI, by group and version: `api/v1`, `apis/apps/v1`. */
export async function publishedGroups(): Promise<ReadonlyMap<string, string>> {
  const { paths } = index.parse(JSON.parse(await run('kubectl', ['get', '--raw', '/openapi/v3'])));
  return new Map(Object.entries(paths).map(([name, { serverRelativeURL }]) => [name, serverRelativeURL]));
}

/**
 * Writes a JSON schema for each kind of some API versions (`v1`, `apps/v1`) into a folder. The schemas come from the
 * API server, and kubeconform reads them with `-schema-location FOLDER/{{.ResourceKind}}{{.KindSuffix}}.json`. Unknown
 * fields are errors. Throws for a version that the API server does not know.
 */
export async function writeSchemas(folder: string, apiVersions: ReadonlySet<string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const published = await publishedGroups();
  for (const apiVersion of apiVersions) {
    const url = published.get(apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`);
    if (url === undefined) throw new Error(`the API server does not know ${apiVersion}`);
    const { components } = document.parse(JSON.parse(await run('kubectl', ['get', '--raw', url])));
    const definitions = json.parse(asJsonSchema(components.schemas));
    for (const [name, schema] of Object.entries(components.schemas)) {
      for (const { group, version, kind } of kinds.safeParse(schema['x-kubernetes-group-version-kind']).data ?? []) {
        const suffix = [group.split('.')[0] ?? '', version].filter((part) => part !== '').join('-');
        const text = JSON.stringify({ $ref: `#/definitions/${name}`, definitions });
        await writeFile(join(folder, `${kind.toLowerCase()}-${suffix}.json`), text);
      }
    }
  }
}

/** Converts OpenAPI to JSON schema where they differ, and forbids unlisted properties. */
function asJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(asJsonSchema);
  const read = json.safeParse(node);
  if (!read.success) return node;
  const entries = Object.entries(read.data).map(([key, value]): [string, unknown] => [key, asJsonSchema(value)]);
  return closed(withoutDialect(Object.fromEntries(entries)));
}

function withoutDialect(schema: Json): Json {
  const { $ref, nullable, type, ...rest } = schema;
  if (typeof $ref === 'string') return { $ref: $ref.replace('#/components/schemas/', '#/definitions/') };
  if (schema['x-kubernetes-int-or-string'] === true) return { ...rest, type: ['integer', 'string'] };
  if (nullable === true && typeof type === 'string') return { ...rest, type: [type, 'null'] };
  return { ...rest, ...(type !== undefined && { type }) };
}

function closed(schema: Json): Json {
  const { type, properties, additionalProperties } = schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (type !== 'object' || properties === undefined || additionalProperties !== undefined || isOpen) return schema;
  return { ...schema, additionalProperties: false };
}
