import type { Token } from './oauth.ts';
import { type Fault, faultOf, siteError } from './faults.ts';

export interface Comment {
  /** Base-36 id without `t1_`. */
  id: string;
  /** Base-36 id of the post that the comment belongs to. */
  postId: string;
  /** Fullname of the post or comment that it replies to. */
  parent: string;
  /** Lower-case key of the community. */
  community: string;
  author: string;
  body: string;
  /** Unix seconds. */
  createdAt: number;
  /** The Earshot user who sent it; null for everybody else. */
  owner: string | null;
}

export interface Message {
  sender: string;
  recipient: string;
  subject: string;
  body: string;
  /** Unix seconds. */
  createdAt: number;
  /** The Earshot user who sent it; null for everybody else. */
  owner: string | null;
}

/**
 * The accounts, and the texts that they wrote through the API. Lists are newest first and have at most `limit` items.
 */
export interface WritingStore {
  /** Stores an account that authorized an application. */
  addAccount(name: string, now: number): void;
  /**
   * The name in its original spelling, if the account authorized an application or wrote a post here; null otherwise.
   */
  findAccount(name: string): string | null;
  accounts(limit: number): string[];
  /** Stores a comment and increments the comment count of its post. */
  addComment(comment: Omit<Comment, 'id'>): Comment;
  findComment(id: string): Comment | null;
  /** Oldest first. */
  commentsBelow(postId: string, limit: number): Comment[];
  commentsBy(author: string, limit: number): Comment[];
  /** The comments that one Earshot user sent. */
  commentsOf(owner: string, limit: number): Comment[];
  addMessage(message: Message): void;
  /** The messages that one Earshot user sent: messages are private. */
  messages(filter: { owner: string; sender?: string; recipient?: string }, limit: number): Message[];
}

/** A post or comment that can be replied to. */
export interface Target {
  fullname: string;
  postId: string;
  community: string;
  author: string;
}

export type SiteError = readonly [code: string, message: string, field: string | null];

/** How the answer is sent after a write was stored. */
export type Delivery = 'whole' | 'slow' | 'malformed' | 'none';

export type Verdict =
  | { kind: 'allowed'; delivery: Delivery }
  | { kind: 'errors'; errors: readonly SiteError[]; ratelimit: number | null }
  | { kind: 'status'; status: 401 | 403 | 429 | 500 | 503 };

/** In characters, as the site counts them. */
const LONGEST_TEXT = 10_000;
const LONGEST_SUBJECT = 100;

const refused = (error: SiteError): Verdict => ({ kind: 'errors', errors: [error], ratelimit: null });

/** Errors that do not depend on the form: the token has no user, or the account may not write. */
function refusalOf(grant: Token): Verdict | null {
  if (grant.username === null) return refused(siteError('USER_REQUIRED'));
  const fault = faultOf(grant.username);
  if (fault?.kind === 'revoked') return { kind: 'status', status: 401 };
  // An access token that was issued for a code still contains the redirect address.
  if (fault?.kind === 'expired' && grant.redirectUri !== null) return { kind: 'status', status: 401 };
  if (fault?.kind === 'suspended') return { kind: 'status', status: 403 };
  return null;
}

function verdictOf(fault: Fault): Verdict {
  switch (fault.kind) {
    case 'error':
      return {
        kind: 'errors',
        errors: [[fault.code, fault.message, fault.field]],
        ratelimit: fault.ratelimit ?? null,
      };
    case 'status':
      return { kind: 'status', status: fault.status };
    case 'hang':
      return { kind: 'allowed', delivery: 'none' };
    case 'slow':
    case 'malformed':
      return { kind: 'allowed', delivery: fault.kind };
    case 'revoked':
    case 'expired':
    case 'suspended':
      return { kind: 'allowed', delivery: 'whole' };
  }
}

/** The first special name determines the outcome. */
function byNames(names: readonly string[]): Verdict {
  const fault = names.map(faultOf).find((each) => each !== null);
  return fault === undefined || fault === null ? { kind: 'allowed', delivery: 'whole' } : verdictOf(fault);
}

function textError(text: string): SiteError | null {
  if (text.trim() === '') return siteError('NO_TEXT', 'text');
  return [...text].length > LONGEST_TEXT ? siteError('TOO_LONG', 'text') : null;
}

/**
 * Whether a comment is accepted. `target` is null if its `thing_id` does not exist, which the site answers with 403.
 */
export function judgeComment(grant: Token, text: string, target: Target | null): Verdict {
  const refusal = refusalOf(grant);
  if (refusal !== null) return refusal;
  if (target === null) return { kind: 'status', status: 403 };
  const wrong = textError(text);
  return wrong === null ? byNames([grant.username ?? '', target.author]) : refused(wrong);
}

/**
 * Whether a message is accepted. `known` checks whether the recipient's account exists. The answer lists all errors at
 * once.
 */
export function judgeMessage(
  grant: Token,
  form: { to: string; subject: string; text: string },
  known: (name: string) => boolean,
): Verdict {
  const refusal = refusalOf(grant);
  if (refusal !== null) return refusal;
  const errors: SiteError[] = [];
  if (form.to === '') errors.push(siteError('NO_USER'));
  else if (!known(form.to)) errors.push(siteError('USER_DOESNT_EXIST'));
  if (form.subject.trim() === '') errors.push(siteError('NO_SUBJECT'));
  else if ([...form.subject].length > LONGEST_SUBJECT)
    errors.push(['TOO_LONG', `this is too long (max: ${LONGEST_SUBJECT})`, 'subject']);
  const wrong = textError(form.text);
  if (wrong !== null) errors.push(wrong);
  return errors.length > 0 ? { kind: 'errors', errors, ratelimit: null } : byNames([grant.username ?? '', form.to]);
}
