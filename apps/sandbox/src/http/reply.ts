import type { Response } from 'express';
import type { Delivery } from '../domain/write.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The answer of a handler. '' is an empty body. */
export interface Reply {
  status: number;
  body: Json;
  headers?: Readonly<Record<string, string>>;
  /** How the answer is sent. Defaults to `whole`. */
  delivery?: Delivery;
}

export const ok = (body: Json): Reply => ({ status: 200, body });

const MESSAGES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

/** The site's bare error body, with a machine-readable reason where the site has one. */
export function refusal(status: number, extra: Readonly<Record<string, Json>> = {}): Reply {
  return { status, body: { ...extra, message: MESSAGES[status] ?? 'Error', error: status } };
}

const COMMON_HEADERS = {
  'cache-control': 'private, s-maxage=0, max-age=0, must-revalidate, no-store, max-age=0, must-revalidate',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'x-xss-protection': '1; mode=block',
} as const;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Writes a reply as the site does: `& < >` are escaped everywhere unless the request has `raw_json=1`. */
export function send(response: Response, reply: Reply, rawJson: boolean): void {
  response
    .status(reply.status)
    .set(COMMON_HEADERS)
    .set({ ...reply.headers });
  if (!response.hasHeader('content-type')) response.set('content-type', 'application/json; charset=UTF-8');
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
  const escape = typeof reply.body !== 'string' && !rawJson;
  const bytes = Buffer.from(escape ? text.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign) : text);
  // Uses end() because Express's send() would rewrite the charset and add an ETag, which the site does not have.
  response.set('content-length', String(bytes.length)).end(bytes);
}
