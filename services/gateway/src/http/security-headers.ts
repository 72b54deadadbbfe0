import { pathOf, type ServiceParts } from '@earshot/service-kit';
import helmet from 'helmet';
import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { policyReportsPath } from './policy-reports.ts';

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

type Directives = Readonly<Record<string, string[]>>;

/** Features that no page of Earshot uses. */
const unusedFeatures = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'];
const moreUnusedFeatures = ['microphone', 'midi', 'payment', 'serial', 'usb', 'xr-spatial-tracking'];
const permissionsPolicy = [...unusedFeatures, ...moreUnusedFeatures].map((name) => `${name}=()`).join(', ');

/**
 * Sets the security headers of every answer. Pages may turn text into markup or scripts only through the policy of
 * `web/public/boot.js`; the API's viewer does not run that script. Only pages have styles with a nonce.
 */
export function securityHeaders(options: Options): NonNullable<ServiceParts['answerHeaders']> {
  const api = constantHeaders(helmetFor(options, {}));
  const pages = constantHeaders(helmetFor(options, policyOfPages));
  return (req, res) => {
    const isPage = !pathOf(req).startsWith('/api/');
    const [policy, others] = isPage ? pages : api;
    res.setHeader(policyHeader, isPage ? policy.replace(noncePlace, nonceOf(res)) : policy);
    for (const [name, value] of others) res.setHeader(name, value);
  };
}

const policyHeader = 'Content-Security-Policy';
/** Stands for the nonce in the policy. */
const noncePlace = 'NONCE';
const policyOfPages: Directives = {
  styleSrcElem: ["'self'", `'nonce-${noncePlace}'`],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['default'],
};

/** Helmet's headers are the same for all answers of a kind, except for the nonce in the policy of pages. */
function constantHeaders(setHeaders: ReturnType<typeof helmet>): [policy: string, others: [string, string][]] {
  const req = new IncomingMessage(new Socket());
  const res = new ServerResponse(req);
  res.setHeader('Permissions-Policy', permissionsPolicy);
  res.setHeader('Reporting-Endpoints', `csp="${policyReportsPath}"`);
  setHeaders(req, res, () => undefined);
  const policy = String(res.getHeader(policyHeader));
  res.removeHeader(policyHeader);
  return [policy, Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)])];
}

/** antd writes style attributes, hence style-src-attr. */
function helmetFor({ secure, usageUrl }: Options, ofPages: Directives) {
  const usage = usageUrl === undefined ? [] : [new URL(usageUrl).origin];
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcElem: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...usage],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        reportUri: [policyReportsPath],
        reportTo: ['csp'],
        ...ofPages,
      },
    },
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
}
