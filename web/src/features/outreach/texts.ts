import { limits } from '@earshot/proto/limits';
import type {
  DraftVariant,
  LinkError,
  MessageLength,
  MessageState,
  MessageType,
  RuleVerdict,
  Tone,
} from '@earshot/proto/values';

const messageTypes: Record<MessageType, string> = { dm: 'Direct message', comment: 'Comment' };
const tones: Record<Tone, string> = {
  professional: 'Professional',
  casual: 'Casual',
  direct: 'Direct',
  consultative: 'Consultative',
};
const lengths: Record<MessageLength, string> = {
  multiple_paragraphs: '3-4 paragraphs',
  single_paragraph: 'One paragraph',
  sentences: '2-3 sentences',
};
const variants: Record<DraftVariant, string> = {
  'help-first': 'Their post',
  'question-first': 'Another fact about you',
  'offer-first': 'Your offer',
};
const states: Record<MessageState, string> = { sent: 'Sent', failed: 'Failed', pending: 'Not confirmed' };
const sendButton: Record<MessageType, string> = { dm: 'Send DM', comment: 'Post Comment' };
const verdicts: Record<RuleVerdict, string> = { safe: 'Safe', borderline: 'Borderline', avoid: 'Avoid' };
const linkErrors: Record<LinkError, string> = {
  denied: 'You did not allow access, so no account was linked.',
  expired: 'This link has expired or was already used. Link the account again.',
  unavailable: 'The site does not answer. Try again later.',
  refused: 'The site did not accept the request. Try again later.',
  full: `You have ${limits.linkedAccounts.most} linked accounts. Unlink one, then link this one again.`,
};

/** Texts of the composer. */
const composer = {
  messageType: 'Message type',
  messageTypes,
  tone: 'Tone',
  tones,
  generate: 'Generate',
  generating: 'Generating',
  noDraft: 'No good draft for this post.',
  connectModel: 'Connect a model',
  draftAnyway: 'Draft anyway',
  composer: 'the composer',
  draft: 'Draft',
  savedDraft: 'your saved draft',
  notSaved: 'Not saved yet. Your text stays in this tab; the next change saves it.',
  draftPlaceholder: 'Generate a draft, or write your own message.',
  length: (characters: string, most: string) => `${characters} of ${most} characters`,
  tooLong: (excess: string, most: string) =>
    `A message has at most ${most} characters. Shorten it by ${excess} before you send it.`,
  variant: 'Start with',
  variants,
  former: 'Previous draft',
  restoreMine: 'Restore my text',
  otherTone: (tone: string) => `This draft is in the tone ${tone}. Generate again to change it.`,
  messageLength: 'Length',
  lengths,
  authorDeleted: 'The author deleted the account, so you cannot send a direct message.',
  changedElsewhere: 'This draft was changed in another tab or browser:',
  keepMine: 'Keep the text below',
  takeOther: 'Use this text',
  markContacted: 'Mark as Contacted',
  skip: 'Skip',
  fullyEngaged: 'Mark as Fully Engaged',
  replied: 'They replied',
  backToContacted: 'Back to contacted',
  backToNew: 'Back to new',
  generated: { title: 'Message Generated', description: 'Read it once before you send it.' },
  generationFailed: 'Generation Failed',
  describeBusiness: 'Describe your business',
  copied: 'Copied!',
  copiedToast: { title: 'Copied to Clipboard', description: 'The message is ready to paste.' },
} as const;

/** Texts about the check against the community's rules and about the origin of a draft. */
const checks = {
  rulesOf: (community: string) => `Rules of ${community}`,
  verdicts,
  changedSince: 'You have changed the draft since this check.',
  forbidden: (community: string) => `The rules of ${community} forbid this.`,
  conditional: (community: string) => `Check the rules of ${community} before you send this.`,
  sendAnyway: 'I have read the rule and want to send this anyway',
  withoutModel:
    'Written without your model. It did not answer, or its drafts made claims that are not in your business description.',
} as const;

/** Texts about sending. */
const sending = {
  sendButton,
  sendingNow: 'Sending',
  sendFrom: 'Send from',
  from: (name: string) => `From ${name}`,
  accounts: 'your linked accounts',
  sentWhat: 'what you have sent',
  noAccount: (sourceLabel: string) => `Link a ${sourceLabel} account to send from here.`,
  linkOne: 'Link an account',
  inactiveAccount: (name: string, sourceLabel: string) => `${sourceLabel} no longer accepts the link of ${name}.`,
  linkAgain: 'Link it again',
  limited: (name: string, sourceLabel: string) => `${sourceLabel} asks ${name} to slow down.`,
  sendAgain: (when: string) => `You can send again ${when}.`,
  suspended: (name: string, sourceLabel: string, until: string | null) =>
    `${sourceLabel} has suspended ${name}${until === null ? '' : ` until ${until}`}. Sign in at ${sourceLabel} to see why, then check the account again here.`,
  check: 'Check again',
  checkNamed: (name: string) => `Check again whether ${name} is suspended`,
  checked: 'Account Checked',
  mayWrite: (name: string) => ({ title: 'Account Checked', description: `You can send from ${name} again.` }),
  stillSuspended: (name: string, sourceLabel: string) => `${sourceLabel} still reports ${name} as suspended.`,
  checkFailed: 'Check Failed',
  subjectLabel: 'Subject',
  subject: 'Following up on your post',
  dialogTitle: { dm: 'Send this direct message?', comment: 'Post this comment?' },
  rows: { to: 'To', from: 'From', subject: 'Subject', below: 'Below' },
  copyAndOpen: 'Copy and open',
  noSending: (sourceLabel: string) =>
    `Earshot cannot send to ${sourceLabel}. Copy the draft and post it there yourself.`,
  whatSources: 'the sources',
  sent: {
    dm: { title: 'DM Sent Successfully' },
    comment: { title: 'Comment Posted Successfully' },
  },
  failed: {
    dm: { title: 'Send Failed', description: 'Failed to send direct message. Please try again.' },
    comment: { title: 'Post Failed', description: 'Failed to post comment. Please try again.' },
  },
  unknown: 'It may have been sent. You can try again: the same text is never sent twice.',
  notConfirmed: 'Not Confirmed',
  noReason: 'The site gave no reason',
  notSent: (reason: string) => `Not sent: ${reason}`,
  onItsWay: 'It is on its way.',
  sentTo: (authorLabel: string, messageType: MessageType) =>
    messageType === 'dm' ? `Sent to ${authorLabel}` : `Posted below the post of ${authorLabel}`,
  /** The text with which the user wrote to the author. */
  yourText: { dm: 'Your direct message', comment: 'Your comment' },
  recorded: { dm: 'Marked as contacted with this direct message', comment: 'Marked as contacted with this comment' },
  sameText: 'This text was already sent. Change it to send another one.',
  settleFirst: 'First tell us whether your last message was sent.',
  unconfirmedFor: {
    dm: 'We could not confirm it; check your chat',
    comment: 'We could not confirm it; look at the post, and tell us whether it is there',
  },
  arrived: 'It arrived',
  notArrived: 'It did not arrive',
  settled: {
    sent: { title: 'Status Updated', description: 'The message is marked as sent.' },
    failed: { title: 'Status Updated', description: 'The message is marked as not sent.' },
  },
  settleFailed: 'Update Failed',
} as const;

/** Texts of the activity feed. */
const feed = {
  feed: 'Activity Feed',
  open: 'Activity',
  close: 'Close the activity feed',
  tabs: { dm: 'DMs', comment: 'Comments' },
  what: { dm: 'your direct messages', comment: 'your comments' },
  empty: 'No direct messages or comments sent yet.',
  emptyTab: { dm: 'No direct messages sent yet.', comment: 'No comments sent yet.' },
  states,
  byHand: 'Marked as contacted',
  more: 'Show more',
  less: 'Show less',
  unconfirmed: 'Messages to confirm',
} as const;

/** Texts of the linked accounts. */
const linking = {
  linkedAccounts: 'Linked accounts',
  linkedHelp:
    'Earshot sends direct messages and comments from your linked account. It sends nothing without your click.',
  link: 'Link an account',
  linkedSince: 'Linked',
  noneLinked: 'No account is linked yet.',
  cannotLink: 'No account can be linked on this installation. Copy your message and open the post to send it.',
  unlink: 'Unlink',
  unlinkNamed: (name: string) => `Unlink ${name}`,
  unlinkTitle: (name: string) => `Unlink ${name}?`,
  unlinkHelp: 'Earshot deletes its access and can no longer send from this account. Sent messages stay where they are.',
  inactive: 'The site no longer accepts this link. Link it again to send from it.',
  linked: (name: string) => ({ title: 'Account Linked', description: `You can now send from ${name}.` }),
  linkFailed: 'Link Failed',
  linkErrors,
  unlinked: (name: string) => ({
    title: 'Account Unlinked',
    description: `Earshot no longer sends from ${name}.`,
  }),
  unlinkFailed: 'Unlink Failed',
} as const;

export const texts = { ...composer, ...checks, ...sending, ...feed, ...linking } as const;
