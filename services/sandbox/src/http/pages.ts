import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { escapeAngles } from '../domain/markup.ts';
import type { Post } from '../domain/types.ts';
import type { SandboxDependencies } from './call.ts';
import { permalinkOf } from './present-post.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif; }
body { max-width: 42rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
header, footer, .facts { font-size: .875rem; opacity: .75; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 1rem 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 1.25rem 0 0; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: light-dark(#0f5cc0, #8ab8ff); }
footer { margin-top: 3rem; border-top: 1px solid; padding-top: .75rem; }
`;

const MOST_POSTS = 50;

const safe = (text: string): string => escapeAngles(text).replace(/"/g, '&quot;').replace(/'/g, '&#39;');

/** The way from this address up to the site's root, so that links work below any prefix. */
function rootOf(request: Request): string {
  return '../'.repeat(Math.max(0, request.path.split('/').length - 2)) || './';
}

function pageOf(title: string, content: string, root: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${safe(title)}</title><style>${STYLE}</style></head>
<body><header><a href="${root}r/all/">Sandbox community</a></header>
<main>${content}</main>
<footer>A stand-in for Reddit that comes with Earshot: its posts are samples or were loaded from a file, and nobody reads answers here.</footer>
</body></html>`;
}

function factsOf(post: Post, root: string): string {
  const written = new Date(post.createdAt * 1000).toISOString();
  const when = `<time datetime="${written}">${written.slice(0, 16).replace('T', ' ')} UTC</time>`;
  const flair = post.flair === null ? '' : ` · ${safe(post.flair)}`;
  const community = `<a href="${root}r/${safe(post.community)}/">r/${safe(post.community)}</a>`;
  return `<p class="facts">${community} · ${safe(post.author)} · ${when} · ${post.score} points · ${post.numComments} comments${flair}</p>`;
}

/** Pages for people who follow a post's link with a browser; clients of the API never see them. */
export interface Pages {
  showPost(request: Request, response: Response, id: string): void;
  showCommunity(request: Request, response: Response, name: string): void;
}

/** True for a browser that reads: it asks for HTML and carries no token. */
export function isBrowser(request: Request): boolean {
  return request.get('authorization') === undefined && (request.get('accept') ?? '').includes('text/html');
}

export function createPages(dependencies: SandboxDependencies): Pages {
  const { posts, communities } = dependencies;
  const styleHash = createHash('sha256').update(STYLE).digest('base64');
  // Post texts are other people's: nothing on these pages may run or load.
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

  const show = (response: Response, status: number, html: string): void => {
    const headers = {
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    };
    response.status(status).set(headers).type('html').send(html);
  };
  const notFound = (request: Request, response: Response): void =>
    show(response, 404, pageOf('Not found', '<h1>There is nothing here</h1>', rootOf(request)));

  return {
    showPost(request, response, id) {
      const post = posts.byIds([id.toLowerCase()])[0];
      if (post === undefined) return notFound(request, response);
      const root = rootOf(request);
      const text = `<h1>${safe(post.title)}</h1>${factsOf(post, root)}<div class="text">${safe(post.selftext)}</div>`;
      return show(response, 200, pageOf(post.title, text, root));
    },
    showCommunity(request, response, name) {
      const community = name === 'all' ? null : communities.find(name);
      if (name !== 'all' && community?.status !== 'public') return notFound(request, response);
      posts.catchUp(Math.floor(dependencies.clock() / 1000));
      const root = rootOf(request);
      const newest = posts.newest({ communities: community === null ? null : [community.name] }, MOST_POSTS);
      const items = posts
        .byIds(newest.map((rank) => rank.id))
        .map(
          (post) =>
            `<h2><a href="${safe(root + permalinkOf(post).slice(1))}">${safe(post.title)}</a></h2>${factsOf(post, root)}`,
        );
      const heading = community === null ? 'All communities' : `r/${community.name}`;
      const about = community === null ? '' : `<p>${safe(community.publicDescription)}</p>`;
      return show(response, 200, pageOf(heading, `<h1>${safe(heading)}</h1>${about}${items.join('\n')}`, root));
    },
  };
}
