import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { escapeAngles } from '../domain/markup.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
header, footer, .facts { font-size: .875rem; opacity: .75; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 1.25rem 0 0; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
article { border-left: 3px solid light-dark(#c9cdd3, #4a4f57); margin: 1rem 0; padding: 0 0 0 .75rem; overflow-wrap: anywhere; }
a { color: light-dark(#0f5cc0, #8ab8ff); }
label { display: block; font-weight: 600; }
input:not([type=checkbox]) { box-sizing: border-box; font: inherit; padding: .4rem .6rem; width: 100%; }
button { font: inherit; margin: 1rem .5rem 0 0; padding: .4rem 1.25rem; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { border-bottom: 1px solid light-dark(#d8dbe0, #3a3e45); padding: .3rem .75rem .3rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
footer { margin-top: 3rem; border-top: 1px solid; padding-top: .75rem; }
`;

const styleHash = createHash('sha256').update(STYLE).digest('base64');

/** Escapes text for HTML content and attribute values, so that user text is never markup. */
export const safe = (text: string): string => escapeAngles(text).replace(/"/g, '&quot;').replace(/'/g, '&#39;');

/** The relative path from this page to the site's root, so that links work under any prefix. */
export function rootOf(request: Request): string {
  return '../'.repeat(Math.max(0, request.path.split('/').length - 2)) || './';
}

export function whenOf(seconds: number): string {
  const written = new Date(seconds * 1000).toISOString();
  return `<time datetime="${written}">${written.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** An account name that links to everything this account sent. */
export function nameLink(name: string, root: string): string {
  return `<a href="${root}user/${encodeURIComponent(name)}/">u/${safe(name)}</a>`;
}

export interface Page {
  status: number;
  title: string;
  /** HTML in which all texts are escaped with `safe`. */
  content: string;
  /** The foreign origin to which the page's form may redirect, or '' for none; null for a page without a form. */
  formLeadsTo?: string | null;
}

/** The parts of any page of the sandbox. All except the title are HTML. */
export interface PageParts {
  title: string;
  header: string;
  content: string;
  footer: string;
}

export function pageHtml({ title, header, content, footer }: PageParts): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${safe(title)}</title><style>${STYLE}</style></head>
<body><header>${header}</header>
<main>${content}</main>
<footer>${footer}</footer>
</body></html>`;
}

/** These pages show texts of other people, so scripts, external resources and framing are blocked. */
export function pageHeaders(formLeadsTo: string | null): Record<string, string> {
  const form = formLeadsTo === null ? "'none'" : `'self' ${formLeadsTo}`.trim();
  return {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${form}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    // With no-referrer, browsers would send forms with the origin 'null'.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

/** Asks the visitor to sign in, on a page that shows texts of the signed-in user only. */
export function showSignIn(request: Request, response: Response): void {
  const content =
    '<h1>Sign in to see this page</h1><p>It shows only what belongs to your account. Sign in to Earshot, then open this page again.</p>';
  showPage(request, response, { status: 401, title: 'Sign in', content });
}

/** Sends a page to a browser. */
export function showPage(request: Request, response: Response, page: Page): void {
  const root = rootOf(request);
  const html = pageHtml({
    ...page,
    header: `<a href="${root}r/all/">Sandbox community</a> · <a href="${root}sent/">What you sent</a>`,
    footer:
      'A stand-in for Reddit that comes with Earshot: its posts are samples or were loaded from a file, and nobody reads answers here.',
  });
  response
    .status(page.status)
    .set(pageHeaders(page.formLeadsTo ?? null))
    .type('html')
    .send(html);
}
