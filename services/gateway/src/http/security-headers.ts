import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const nonces = new WeakMap<ServerResponse, string>();

/** The nonce of this answer, created on first use. */
export function nonceOf(res: ServerResponse): string {
  const known = nonces.get(res) ?? randomBytes(16).toString('base64');
  nonces.set(res, known);
  return known;
}

interface Options {
  readonly secure: boolean;
  /** An additional address that pages may report page views to. */
  readonly usageUrl: string | undefined;
}

/** Sets the security headers of every answer. antd writes style attributes, hence style-src-attr. */
export function securityHeaders({ secure, usageUrl }: Options): RequestHandler {
  const usage = usageUrl === undefined ? [] : [new URL(usageUrl).origin];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcElem: ["'self'", (_req, res) => `'nonce-${nonceOf(res)}'`],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...usage],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
}
