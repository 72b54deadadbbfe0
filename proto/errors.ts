import { limits } from './limits.ts';

/**
 * The table of all error codes, each with its HTTP status and the message for people. A service throws `appError(code,
 * details)`; only this table decides the status.
 */
export const errorTable = {
  'host.ambiguous': { status: 400, message: 'The request must have one Host header' },
  'host.unknown': {
    status: 421,
    message:
      'Earshot does not answer under this name: open it as localhost or 127.0.0.1 on its own machine, or set EARSHOT_URL to the address that browsers use',
  },
  'route.not-found': { status: 404, message: 'There is nothing at this address' },
  'route.method-not-allowed': { status: 405, message: 'This address does not support that method' },
  'origin.forbidden': { status: 403, message: 'Requests from another site are refused' },
  'request.invalid': { status: 400, message: 'Some fields are not right' },
  'request.malformed': { status: 400, message: 'The request body is not valid JSON' },
  'request.too-large': { status: 413, message: 'The request body is over 100 KB' },
  'request.unsupported-media': { status: 415, message: 'Send the body as application/json' },
  'rate.limited': { status: 429, message: 'Too many requests; try again in a moment' },
  'auth.unauthorized': { status: 401, message: 'Unauthorized' },
  'auth.forbidden': { status: 403, message: 'You do not have permission to do this' },
  'auth.confirm': { status: 403, message: 'Confirm that it is you, then try again' },
  'auth.second-factor': { status: 401, message: 'Complete the second step of the sign-in' },
  'auth.sign-in-expired': { status: 401, message: 'This sign-in took too long; enter your password again' },
  'auth.wrong-code': { status: 400, message: 'This code is wrong or was already used' },
  'auth.passkey-invalid': { status: 400, message: 'This passkey could not be used; try again' },
  'auth.passkeys-unavailable': {
    status: 400,
    message: 'Passkeys work only under https, or on this machine under http://localhost',
  },
  'passkey.limit': {
    status: 409,
    message: `You have reached the limit of ${limits.passkeys.most} passkeys. Remove one to add another`,
  },
  'factor.not-found': { status: 404, message: 'This passkey does not exist' },
  'auth.factor-required': {
    status: 403,
    message: 'Administrators need two-step sign-in here; set it up in the settings first',
  },
  'auth.disabled': { status: 403, message: 'An administrator disabled this account' },
  'auth.invalid-credentials': { status: 401, message: 'Invalid email or password' },
  'auth.email-taken': { status: 409, message: 'An account with this email already exists' },
  'auth.password-common': {
    status: 400,
    message: 'This password is among the most used ones and would be guessed first; choose another',
  },
  'auth.password-weak': { status: 400, message: 'This password would be guessed first; choose another' },
  'auth.wrong-password': { status: 400, message: 'The current password is wrong' },
  'auth.provider-unavailable': {
    status: 503,
    message: 'The identity provider does not answer; try again in a moment',
  },
  'auth.login-expired': { status: 400, message: 'This sign-in took too long; start it again' },
  'auth.link-invalid': { status: 400, message: 'This link is no longer valid; request a new one' },
  'user.not-found': { status: 404, message: 'This account does not exist' },
  'session.not-found': { status: 404, message: 'This session does not exist' },
  'gate.closed': { status: 403, message: 'Earshot is not open yet: enter the password first' },
  'gate.wrong-password': { status: 401, message: 'Invalid password. Access denied.' },
  'waitlist.already': { status: 409, message: 'This email is already on the waitlist' },
  'website.unreadable': { status: 404, message: 'Earshot could not read the website' },
  'discovery.failed': { status: 503, message: 'Failed to discover subreddits' },
  'account.not-found': { status: 404, message: 'This account is not linked' },
  'account.inactive': {
    status: 409,
    message: 'The community site no longer accepts this link; link the account again',
  },
  'model.set-by-environment': {
    status: 409,
    message:
      'The environment variable OPENAI_API_KEY sets the model server. To connect one here, remove the variable and restart Earshot',
  },
  'activity.not-found': { status: 404, message: 'This activity does not exist' },
  'message.not-found': { status: 404, message: 'This message does not exist' },
  'message.settled': { status: 409, message: 'This message is already marked as sent or not sent' },
  'message.key-reused': { status: 409, message: 'This Idempotency-Key belongs to another message' },
  'message.limit': {
    status: 409,
    message: `You have sent ${limits.messages.most} messages for this lead, which is the limit. Write to the author on the site of the post`,
  },
  'message.already-sent': {
    status: 409,
    message: 'The same message was just sent or is being sent; change it, or find it in your messages',
  },
  'lead.not-found': { status: 404, message: 'This lead does not exist' },
  'lead.removed': {
    status: 409,
    message: 'The post was removed from its site, so you can no longer reply to it. Choose another lead',
  },
  'lead.no-author': {
    status: 409,
    message:
      'The author of this post deleted their account, so nobody can read a direct message; write a comment instead',
  },
  'lead.status-transition': { status: 409, message: 'The lead cannot change to this status' },
  'view.not-found': { status: 404, message: 'This saved view does not exist' },
  'view.name-taken': { status: 409, message: 'You already have a view with this name' },
  'view.limit': {
    status: 409,
    message: `You have reached the limit of ${limits.savedViews.most} saved views. Delete one to save another`,
  },
  'subreddit.not-found': { status: 404, message: 'This community is not on your list' },
  'scan.not-found': { status: 404, message: 'This scan does not exist' },
  'scan.ended': { status: 409, message: 'This scan has already ended' },
  'scan.no-business': {
    status: 400,
    message: 'Describe your business on the Configuration page before you start a scan',
  },
  'scan.no-communities': {
    status: 400,
    message: 'Add at least one active community on the Configuration page before you start a scan',
  },
  'post.not-found': { status: 404, message: 'The scan did not drop this post' },
  'post.gone': { status: 409, message: 'The text of this post is no longer kept, so no lead can be made of it' },
  'community.limit': {
    status: 409,
    message: `You have reached the limit of ${limits.communities.most} communities. Remove one to add another`,
  },
  'community.search-limit': {
    status: 409,
    message: `You have reached the limit of ${limits.searches.most} searches. Remove one to add another`,
  },
  'community.unknown': { status: 400, message: 'This community does not exist' },
  'source.unknown': {
    status: 404,
    message: 'This source is not set up on this installation. Ask your administrator to set it up',
  },
  'source.no-sending': {
    status: 409,
    message: 'Nothing can be sent to this site from here: copy your text and open the post',
  },
  'source.not-found': { status: 404, message: 'This community does not exist' },
  'source.private': { status: 403, message: 'This community is private' },
  'source.quarantined': {
    status: 403,
    message: 'This community is quarantined: its site shows it only to people who opt in',
  },
  'source.banned': { status: 404, message: 'This community was banned by its site' },
  'source.rate-limited': { status: 503, message: 'The community site asks us to wait; try again in a moment' },
  'source.unavailable': { status: 503, message: 'The community site does not answer; try again in a moment' },
  'source.refused': { status: 503, message: 'The community site refused our credentials' },
  'draft.no-business': {
    status: 400,
    message: 'Describe your business on the Configuration page before you generate a message',
  },
  'draft.no-tone': { status: 400, message: 'This tone is not among your own tones any more; choose another one' },
  'draft.limit': {
    status: 409,
    message: `This lead already has ${limits.drafts.most} drafts, which is the limit. Edit one of them in Messages`,
  },
  'draft.changed': { status: 409, message: 'This draft was changed in another tab or browser' },
  'draft.failed': { status: 503, message: 'No message could be written just now; try again' },
  'service.unavailable': { status: 503, message: 'This part of Earshot is not answering; try again in a moment' },
  'storage.full': { status: 507, message: 'There is no space left to save this; tell the operator of this Earshot' },
  internal: { status: 500, message: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; message: string }>;

/** A key of the table. Answers contain no other codes. */
export type ErrorCode = keyof typeof errorTable;

/** Whether a text is a code of the table. Another version's answer may contain other codes. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}
