/** The answer to a call. Its body is unvalidated: the caller must check it. */
export interface JsonAnswer {
  readonly ok: boolean;
  readonly status: number;
  /** Undefined if the answer contains no JSON. */
  readonly body: unknown;
}

/** Sends JSON without the contract's schemas, for pages that must stay small. Throws TypeError if there is no answer. */
export async function postJson(path: string, body: unknown): Promise<JsonAnswer> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { ok: response.ok, status: response.status, body: parsed(await response.text()) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a field of an answer that should be an object. */
export function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return new Map<string, unknown>(Object.entries(value)).get(name);
}

/** Returns a text field; empty if it is missing or not a text. */
export function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : '';
}
