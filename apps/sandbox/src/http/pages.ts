import type { Request, RequestHandler, Response } from 'express';
import type { Post } from '../domain/types.ts';
import type { Comment, Message } from '../domain/write.ts';
import { pathOf, type SandboxDependencies } from './call.ts';
import { nameLink, rootOf, safe, showPage, showSignIn, whenOf } from './page.ts';
import { permalinkOf } from './present-post.ts';

const MOST_POSTS = 50;
const MOST_WRITINGS = 200;

/** Whether the request comes from a browser: it accepts HTML and has no token. */
export function isBrowser(request: Request): boolean {
  return request.get('authorization') === undefined && (request.get('accept') ?? '').includes('text/html');
}

function factsOf(post: Post, root: string): string {
  const flair = post.flair === null ? '' : ` · ${safe(post.flair)}`;
  const community = `<a href="${root}r/${safe(post.community)}/">r/${safe(post.community)}</a>`;
  const author = nameLink(post.author, root);
  return `<p class="facts">${community} · ${author} · ${whenOf(post.createdAt)} · ${post.score} points · ${post.numComments} comments${flair}</p>`;
}

function commentHtml(comment: Comment, root: string, extra = ''): string {
  return `<article id="t1_${safe(comment.id)}"><p class="facts">${nameLink(comment.author, root)} · ${whenOf(comment.createdAt)}${extra}</p>
<div class="text">${safe(comment.body)}</div></article>`;
}

function messageHtml(message: Message, root: string): string {
  const inbox = `<a href="${root}message/inbox/${encodeURIComponent(message.recipient)}/">u/${safe(message.recipient)}</a>`;
  return `<article><p class="facts">${nameLink(message.sender, root)} to ${inbox} · ${whenOf(message.createdAt)}</p>
<h2>${safe(message.subject)}</h2><div class="text">${safe(message.body)}</div></article>`;
}

const sectionOf = (heading: string, items: readonly string[], nothing: string): string =>
  `<h2>${heading}</h2>${items.length === 0 ? `<p>${nothing}</p>` : items.join('\n')}`;

/**
 * Pages with the written texts: by one account, to one account, and all that the signed-in user sent. Comments of an
 * account are public, as on the site. Messages are shown only to the user who sent them.
 */
function writingPages(dependencies: SandboxDependencies): Record<'bySender' | 'inbox' | 'everything', RequestHandler> {
  const { posts, writings, viewer } = dependencies;
  const withPost = (comment: Comment, root: string): string => {
    const post = posts.byIds([comment.postId])[0];
    const link =
      post === undefined ? '' : ` · below <a href="${safe(root + permalinkOf(post).slice(1))}">${safe(post.title)}</a>`;
    return commentHtml(comment, root, link);
  };
  const sent = (root: string, comments: readonly Comment[], messages: readonly Message[]): string =>
    sectionOf(
      'Messages',
      messages.map((message) => messageHtml(message, root)),
      'No messages.',
    ) +
    sectionOf(
      'Comments',
      comments.map((comment) => withPost(comment, root)),
      'No comments.',
    );
  return {
    bySender(request, response) {
      const name = pathOf(request).name ?? '';
      const root = rootOf(request);
      const title = `Sent by u/${name}`;
      const inbox = `<p><a href="${root}message/inbox/${encodeURIComponent(name)}/">Your messages to u/${safe(name)}</a></p>`;
      const owner = viewer(request);
      const messages = owner === null ? [] : writings.messages({ owner, sender: name }, MOST_WRITINGS);
      const content = `<h1>${safe(title)}</h1>${inbox}${sent(root, writings.commentsBy(name, MOST_WRITINGS), messages)}`;
      showPage(request, response, { status: 200, title, content });
    },
    inbox(request, response) {
      const owner = viewer(request);
      if (owner === null) return showSignIn(request, response);
      const name = pathOf(request).name ?? '';
      const title = `Your messages to u/${name}`;
      const messages = writings.messages({ owner, recipient: name }, MOST_WRITINGS);
      const items = messages.map((message) => messageHtml(message, rootOf(request)));
      const content = `<h1>${safe(title)}</h1>${items.length === 0 ? '<p>No messages.</p>' : items.join('\n')}`;
      return showPage(request, response, { status: 200, title, content });
    },
    everything(request, response) {
      const owner = viewer(request);
      if (owner === null) return showSignIn(request, response);
      const root = rootOf(request);
      const all = sent(root, writings.commentsOf(owner, MOST_WRITINGS), writings.messages({ owner }, MOST_WRITINGS));
      const title = 'What you sent';
      return showPage(request, response, { status: 200, title, content: `<h1>${title}</h1>${all}` });
    },
  };
}

/** Pages for people who open the link of a post in a browser. API clients never get them. */
export interface Pages extends Record<'bySender' | 'inbox' | 'everything', RequestHandler> {
  showPost(request: Request, response: Response, id: string): void;
  showCommunity(request: Request, response: Response, name: string): void;
}

export function createPages(dependencies: SandboxDependencies): Pages {
  const { posts, communities, writings } = dependencies;
  const notFound = (request: Request, response: Response): void =>
    showPage(request, response, { status: 404, title: 'Not found', content: '<h1>There is nothing here</h1>' });

  return {
    ...writingPages(dependencies),
    showPost(request, response, id) {
      const post = posts.byIds([id.toLowerCase()])[0];
      if (post === undefined) return notFound(request, response);
      const root = rootOf(request);
      const comments = writings.commentsBelow(post.id, MOST_WRITINGS).map((comment) => commentHtml(comment, root));
      const thread = comments.length === 0 ? '' : sectionOf('Comments', comments, '');
      const text = `<h1>${safe(post.title)}</h1>${factsOf(post, root)}<div class="text">${safe(post.selftext)}</div>${thread}`;
      return showPage(request, response, { status: 200, title: post.title, content: text });
    },
    showCommunity(request, response, name) {
      const community = name === 'all' ? null : communities.find(name);
      const open = name === 'all' || community?.status === 'public' || community?.status === 'unlisted';
      if (!open) return notFound(request, response);
      posts.catchUp(Math.floor(dependencies.clock() / 1000));
      const root = rootOf(request);
      const newest = posts.newest(community === null ? null : [community.name], MOST_POSTS);
      const items = posts
        .byIds(newest)
        .map(
          (post) =>
            `<h2><a href="${safe(root + permalinkOf(post).slice(1))}">${safe(post.title)}</a></h2>${factsOf(post, root)}`,
        );
      const title = community === null ? 'All communities' : `r/${community.name}`;
      const about = community === null ? '' : `<p>${safe(community.publicDescription)}</p>`;
      const content = `<h1>${safe(title)}</h1>${about}${items.join('\n')}`;
      return showPage(request, response, { status: 200, title, content });
    },
  };
}
