import { type ErrorCode, errorTable } from '@earshot/proto/errors';
import { type Endpoint, errorsOf } from '@earshot/proto/http';
import type { CallExamples } from '@earshot/proto/http/examples';
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

interface Content {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: JsonSchema }>>;
  readonly content?: Readonly<Record<string, Content>>;
}

/** One call as an OpenAPI operation. */
export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** The name of the security scheme for browsers. */
export const sessionScheme = 'session';

const confirmNote =
  'Answers 403 `auth.confirm` unless `POST /api/auth/confirm` confirmed the session in the last 10 minutes.';

/** Describes a call for the document. */
export function operationOf(name: string, endpoint: Endpoint, examples: CallExamples = {}): Operation {
  const body = jsonSchemaOf(endpoint.body, 'input');
  const required = (body.required ?? []).length > 0;
  const hasBody = endpoint.method !== 'GET' && Object.keys(body.properties ?? {}).length > 0;
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.confirm && { description: confirmNote }),
    tags: [endpoint.service],
    security: endpoint.access === 'public' ? [] : [{ [sessionScheme]: [] }],
    parameters: parametersOf(endpoint, examples),
    ...(hasBody && {
      requestBody: { required, content: { 'application/json': { schema: body, ...exampleOf(examples.body) } } },
    }),
    responses: { ...successesOf(endpoint, examples), ...failuresOf(endpoint) },
  };
}

function exampleOf(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example };
}

function parametersOf(endpoint: Endpoint, examples: CallExamples): Parameter[] {
  const text: JsonSchema = { type: 'string' };
  const headers = Object.entries(endpoint.headers).map(
    ([name, description]) => ({ name, description, in: 'header' }) as const,
  );
  const cookies = endpoint.cookies.map(
    (name) => ({ name, description: 'Set by an earlier answer', in: 'cookie' }) as const,
  );
  return [
    ...fieldsOf(endpoint.params, 'path', examples.params),
    ...fieldsOf(endpoint.query, 'query', examples.query),
    ...[...headers, ...cookies].map((one) => ({ ...one, required: false, schema: text })),
  ];
}

function fieldsOf(schema: Endpoint['query'], place: 'path' | 'query', examples: CallExamples['query']): Parameter[] {
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: typeof property === 'boolean' ? {} : property,
    ...exampleOf(examples?.[name]),
  }));
}

const usual = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted; the work continues in the background',
  204: 'Done, without content',
  302: 'Redirect to the address in the Location header',
} as const;

function isUsual(status: number): status is keyof typeof usual {
  return Object.hasOwn(usual, status);
}

function successesOf(endpoint: Endpoint, examples: CallExamples): Record<string, ResponseObject> {
  const made = endpoint.statuses.map((status): [string, ResponseObject] => {
    const description = isUsual(status) ? usual[status] : 'Done';
    if (status === 204) return [String(status), { description }];
    const location = { Location: { description: 'Address to continue at', schema: { type: 'string' } as const } };
    if (status === 302) return [String(status), { description, headers: location }];
    const schema =
      endpoint.produces === 'application/json' ? jsonSchemaOf(endpoint.response, 'output') : fileSchema(endpoint);
    const content = { [endpoint.produces]: { schema, ...exampleOf(examples.response) } };
    return [String(status), { description, content }];
  });
  return Object.fromEntries(made);
}

/** OpenAPI 3.1 needs no schema for binary content; a text is a string. */
function fileSchema({ produces }: Endpoint): JsonSchema {
  return produces.startsWith('text/') ? { type: 'string' } : {};
}

function failuresOf(endpoint: Endpoint): Record<string, ResponseObject> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(endpoint)) {
    const { status } = errorTable[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [String(status), failure(status, codes, endpoint)]));
}

function failure(status: number, codes: readonly ErrorCode[], { reportsSuccess }: Endpoint): ResponseObject {
  const closed: JsonSchema = { type: 'object', properties: { code: { enum: [...codes] } } };
  const successFields = { required: ['success', 'error'] };
  const example = (code: ErrorCode) => {
    const { message } = errorTable[code];
    const also = reportsSuccess ? { success: false, error: message } : {};
    return { value: { code, message, requestId: '019ad6f2-7c1e-7000-8a51-3f0a5d7c9b42', ...also } };
  };
  const schema: JsonSchema = {
    allOf: [{ $ref: '#/components/schemas/Error' }, reportsSuccess ? { ...closed, ...successFields } : closed],
  };
  return {
    description: codes.map((code) => errorTable[code].message).join('; '),
    ...(status === 429 && {
      headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } } },
    }),
    ...(status === 405 && {
      headers: { Allow: { description: 'The allowed methods', schema: { type: 'string' } } },
    }),
    content: {
      'application/json': { schema, examples: Object.fromEntries(codes.map((code) => [code, example(code)])) },
    },
  };
}
