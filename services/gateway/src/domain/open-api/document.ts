import { type Endpoint, errorBody } from '@earshot/proto/http';
import type { CallExamples } from '@earshot/proto/http/examples';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';
import { type Operation, operationOf, sessionScheme } from './operation.ts';

/** The version of the API. It grows when callers can rely on more. */
const version = '1.0.0';

const about = `Finds posts of potential customers in community discussions, scores them and drafts outreach.

Sign in with \`POST /api/auth/register\` or \`POST /api/auth/login\`; the answer sets the session's cookie. Bodies are JSON.
Unknown fields and query values are ignored, an absent body equals \`{}\`, absent fields of a saved form keep their value.
An unknown id, or another user's, is answered with 404. Calls that change data are refused when a browser reports that another site sent them.`;

export interface OpenApiOptions {
  /** All calls, by contract name. The document includes those that browsers may make. */
  readonly contracts: Readonly<Record<string, Endpoint>>;
  readonly examples: Readonly<Record<string, CallExamples>>;
  /** The API's public address. */
  readonly url: string;
  readonly sessionCookie: string;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>>;
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

/** Builds the OpenAPI 3.1 document from the contracts. */
export function openApiDocument({ contracts, examples, url, sessionCookie }: OpenApiOptions): OpenApiDocument {
  const open = Object.entries(contracts).filter(([, endpoint]) => endpoint.callers.includes('gateway'));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [name, endpoint] of open) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint, examples[name]) };
  }
  const services = [...new Set(open.map(([, endpoint]) => endpoint.service))];
  const description = 'The cookie that a sign-in sets';
  return {
    openapi: '3.1.0',
    info: {
      title: 'Earshot',
      version,
      description: about,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    tags: services.map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: jsonSchemaOf(errorBody, 'output') },
      securitySchemes: { [sessionScheme]: { type: 'apiKey', in: 'cookie', name: sessionCookie, description } },
    },
  };
}
