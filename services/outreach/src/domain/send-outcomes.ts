import type { SendReply } from '@earshot/sources';
import type { MessageType } from '@earshot/proto/values';

/** The meaning of a site's reply for a message. */
export type Outcome =
  | { readonly status: 'sent'; readonly siteMessageId: string | null }
  | { readonly status: 'failed' | 'pending'; readonly code: string; readonly errorMessage: string };

interface Meaning {
  /** `failed`: it did not arrive. `pending`: the outcome is unknown. */
  readonly status: 'failed' | 'pending';
  /**
   * Text for users. `{site}` is the source's label, `{wait}` the time to wait, `{words}` the site's own explanation.
   */
  readonly text: string;
}

const failed = (text: string): Meaning => ({ status: 'failed', text });
/** The outcome is unknown. Earshot looks for a comment. It cannot look for a direct message, so it asks the user. */
const unconfirmed: Meaning = { status: 'pending', text: '' };

const slowDown = '{site} asks this account to slow down: try again in {wait}. Nothing was sent';
const suspended = '{site} has suspended this account: sign in at {site} to see why. Nothing was sent';
const nobody = 'There is no {site} account of this name, or it was suspended';
const noDirectMessages = 'This person does not take direct messages from this account; a comment may still reach them';

/**
 * The meanings of all reply codes: the site's own, and ours for replies without one (`SendReply`, `AccountActor`). A
 * code that is missing here means a refusal, which is explained in the site's own words.
 */
export const meanings: Readonly<Record<string, Meaning>> = {
  RATELIMIT: failed(slowDown),
  SUBREDDIT_RATELIMIT: failed('This community asks its members to slow down: try again in {wait}. Nothing was sent'),
  USER_DOESNT_EXIST: failed(nobody),
  NO_USER: failed('A direct message needs a recipient'),
  INVALID_USER: failed(nobody),
  USER_BLOCKED: failed('One of you has blocked the other, so nothing can be sent'),
  USER_BLOCKED_MESSAGE: failed('One of you has blocked the other, so nothing can be sent'),
  NOT_WHITELISTED_BY_USER_MESSAGE: failed(noDirectMessages),
  RESTRICTED_TO_PM: failed(
    'This person takes direct messages from known accounts only, or your account is still too new to send any',
  ),
  USER_MUTED: failed('The moderators have muted this account for now'),
  NO_SUBJECT: failed('A direct message needs a subject'),
  NO_TEXT: failed('There is no text to send'),
  TOO_LONG: failed('{site} finds the text too long: shorten it and send it again'),
  TOO_OLD: failed('This post is archived: nobody can comment on it any more'),
  THREAD_LOCKED: failed('The comments of this post are locked'),
  DELETED_COMMENT: failed('The comment that you answer was deleted'),
  DELETED_LINK: failed('This post was deleted'),
  DELETED_THING: failed('This post was deleted'),
  SUBREDDIT_NOTALLOWED: failed('This community lets approved members alone write'),
  BANNED_FROM_SUBREDDIT: failed('This account is banned from the community'),
  DOMAIN_BANNED: failed('The community does not allow a link in your text: take it out and send it again'),
  IN_TIMEOUT: failed(suspended),
  SUSPENDED: failed(suspended),
  VERIFIED_USER_REQUIRED: failed('{site} wants the email address of this account to be verified first'),
  USER_REQUIRED: failed('{site} no longer accepts this link; link the account again on the Settings page'),
  BAD_CAPTCHA: failed('{site} asks this account to prove that it is no robot: sign in at {site} and write there'),
  HTTP_401: failed('{site} no longer accepts this link; link the account again on the Settings page'),
  HTTP_403: failed('{site} does not let this account write here: it may be banned from the community, or suspended'),
  HTTP_404: failed('{site} no longer has this post'),
  HTTP_429: failed('{site} receives too many requests from Earshot: try again in {wait}. Nothing was sent'),
  HTTP_OTHER: failed('{site} refused the message without a reason ({words})'),
  HTTP_5XX: unconfirmed,
  TIMED_OUT: unconfirmed,
  NO_ANSWER: unconfirmed,
  MALFORMED: unconfirmed,
  BUDGET: failed('Earshot has used up the requests that {site} allows: try again in {wait}. Nothing was sent'),
  UNREACHABLE: failed('{site} cannot be reached at the moment. Nothing was sent'),
  CLIENT_REFUSED: failed('{site} refuses the credentials of this Earshot; its operator has to look. Nothing was sent'),
  LINK_ENDED: failed('{site} no longer accepts this link; link the account again on the Settings page'),
  UNREADABLE: failed('Earshot cannot read the link of this account; link it again on the Settings page'),
  NOT_FOUND_AFTERWARDS: failed('It did not arrive: it is not among the comments of the account. Nothing was sent'),
};

/** The text for users about a message with an unknown outcome; `site` is the source's label. */
export function unconfirmedText(messageType: MessageType, site: string): string {
  if (messageType === 'dm') return `We could not confirm it; check your ${site} chat`;
  return 'We could not confirm it yet; we are looking for it among your comments';
}
/** Used when Earshot can no longer look for the message; the user still can. */
export const unconfirmedForGood = 'We could not confirm it; look at the post, and tell us whether it is there';

/** Interprets a reply with the table above; `site` is the source's label. */
export function outcomeOf(reply: SendReply, messageType: MessageType, site: string): Outcome {
  if (reply.taken) return { status: 'sent', siteMessageId: reply.id };
  const { code, words, retryAfterSeconds } = reply;
  const meaning = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  if (meaning === undefined) return { status: 'failed', code, errorMessage: inTheirWords(code, words, site) };
  const text = meaning.status === 'pending' ? unconfirmedText(messageType, site) : meaning.text;
  const errorMessage = text
    .replaceAll('{site}', site)
    .replace('{wait}', waitText(retryAfterSeconds))
    .replace('{words}', words);
  return { status: meaning.status, code, errorMessage };
}

function inTheirWords(code: string, words: string, site: string): string {
  const text = words.trim();
  return text === '' ? `${site} refused the message (${code})` : `${site} refused the message: ${text}`;
}

/** Whole seconds below two minutes, otherwise minutes rounded up. */
function waitText(seconds: number | null): string {
  if (seconds === null) return 'a few minutes';
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
