import type { LinkError, MessageState, MessageType, RuleVerdict, Tone } from '@earshot/proto/values';

const messageTypes: Record<MessageType, string> = { dm: 'Direct message', comment: 'Comment' };
const tones: Record<Tone, string> = {
  professional: 'Professional',
  casual: 'Casual',
  direct: 'Direct',
  consultative: 'Consultative',
};
const states: Record<MessageState, string> = { sent: 'Sent', failed: 'Failed', pending: 'Not confirmed' };
const sendButton: Record<MessageType, string> = { dm: 'Send DM', comment: 'Post Comment' };
const verdicts: Record<RuleVerdict, string> = { safe: 'Safe', borderline: 'Borderline', avoid: 'Avoid' };
const linkErrors: Record<LinkError, string> = {
  denied: 'You did not allow it at Reddit. No account was linked.',
  expired: 'This link was too old or already used. Link the account again.',
  unavailable: 'Reddit does not answer at the moment. Try again later.',
  refused: 'Reddit did not take the request. Try again later.',
};
const account = (name: string) => `u/${name}`;

/** Words of the composer. */
const composer = {
  messageType: 'Message type',
  messageTypes,
  tone: 'Tone',
  tones,
  generate: 'Generate',
  generating: 'Generating',
  draft: 'Draft',
  draftPlaceholder: 'Generate a draft, or write your own message.',
  length: (characters: string, most: string) => `${characters} of ${most} characters`,
  tooLong: (excess: string, most: string) =>
    `Reddit takes at most ${most} characters. Shorten it by ${excess} before you send it.`,
  former: 'Previous draft',
  markContacted: 'Mark as Contacted',
  skip: 'Skip',
  fullyEngaged: 'Mark as Fully Engaged',
  replied: 'They replied',
  backToContacted: 'Back to contacted',
  backToNew: 'Back to new',
  generated: { title: 'Message Generated', description: 'Read it once before you send it.' },
  generationFailed: 'Generation Failed',
  describeBusiness: 'Describe your business',
  copiedToast: { title: 'Copied to Clipboard', description: 'The message is ready to paste.' },
} as const;

/** Words on what a community's rules say of a draft, and on how it was made. */
const checks = {
  rulesOf: (community: string) => `Rules of r/${community}`,
  verdicts,
  changedSince: 'This is about the draft as it was written. You have changed it since.',
  forbidden: (community: string) => `The rules of r/${community} forbid this.`,
  conditional: (community: string) => `Look at the rules of r/${community} before you send it.`,
  sendAnyway: 'I have read the rule and send it all the same',
  withoutModel:
    'Written without your model: it did not answer, or its drafts claimed something that your business description does not say.',
} as const;

/** Words of the three variants. */
const variants = {
  variants: 'Show three variants',
  variantsTitle: 'Choose a draft',
  variantsHelp: (type: string, tone: string) => `${type}, ${tone.toLowerCase()}. Choosing one puts it into the editor.`,
  variant: (number: number) => `Variant ${number}`,
  use: 'Use this draft',
  useNamed: (number: number) => `Use this draft: variant ${number}`,
  threeDrafts: 'the three drafts',
  otherThree: 'Write three others',
  writingThree: 'Writing three drafts',
  variantsFailed: 'The drafts could not be written',
  replaceTitle: 'Replace your text?',
  replaceWords: 'What you wrote makes room for the draft. It stays as the previous draft, one click away.',
  replace: 'Replace it',
  keep: 'Keep my text',
  chosen: { title: 'Draft Chosen', description: 'Read it once before you send it.' },
} as const;

/** Words of sending. */
const sending = {
  sendButton,
  sendingNow: 'Sending',
  sendFrom: 'Send from',
  from: (name: string) => `From ${account(name)}`,
  accounts: 'your linked accounts',
  sentWhat: 'what you have sent',
  noAccount: 'Link a Reddit account to send from here.',
  linkOne: 'Link an account',
  inactiveAccount: (name: string) => `Reddit no longer accepts the link of ${account(name)}.`,
  linkAgain: 'Link it again',
  subject: 'Following up on your post',
  dialogTitle: { dm: 'Send this direct message?', comment: 'Post this comment?' },
  rows: { to: 'To', from: 'From', subject: 'Subject', below: 'Below' },
  account,
  sent: {
    dm: { title: 'DM Sent Successfully' },
    comment: { title: 'Comment Posted Successfully' },
  },
  failed: {
    dm: { title: 'Send Failed', description: 'Failed to send direct message. Please try again.' },
    comment: { title: 'Post Failed', description: 'Failed to post comment. Please try again.' },
  },
  unknown: 'It may have gone out all the same. Try again: the same text is never sent twice.',
  notConfirmed: 'Not Confirmed',
  notSent: (reason: string) => `Not sent: ${reason}`,
  onItsWay: 'It is on its way.',
  sentTo: (name: string, messageType: MessageType) =>
    messageType === 'dm' ? `Sent to ${account(name)}` : `Posted below the post of ${account(name)}`,
  sameText: 'This text was already sent. Change it to send another one.',
  settleFirst: 'Say first what became of the last one.',
  unconfirmedFor: {
    dm: 'We could not confirm it; check your Reddit chat',
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

/** Words of the activity feed. */
const feed = {
  feed: 'Activity Feed',
  open: 'Activity',
  close: 'Close the activity feed',
  tabs: { dm: 'DMs', comment: 'Comments' },
  what: { dm: 'your direct messages', comment: 'your comments' },
  empty: 'No direct messages or comments sent yet.',
  states,
  more: 'Show more',
  less: 'Show less',
  unconfirmed: 'Messages to confirm',
} as const;

/** Words of the linked accounts. */
const linking = {
  linkedAccounts: 'Linked accounts',
  linkedHelp:
    'Earshot sends direct messages and comments through a Reddit account of yours, one by one and only when you say so.',
  link: 'Link an account',
  linkedSince: 'Linked',
  noneLinked: 'No account is linked yet.',
  unlink: 'Unlink',
  unlinkNamed: (name: string) => `Unlink ${account(name)}`,
  unlinkTitle: (name: string) => `Unlink ${account(name)}?`,
  unlinkWords:
    'Earshot forgets its access and can no longer send from it. Messages that were sent stay where they are.',
  inactive: 'Reddit no longer accepts this link. Link it again to send from it.',
  linked: (name: string) => ({ title: 'Account Linked', description: `You can now send from ${account(name)}.` }),
  linkFailed: 'Link Failed',
  linkErrors,
  unlinked: (name: string) => ({
    title: 'Account Unlinked',
    description: `Earshot no longer sends from ${account(name)}.`,
  }),
  unlinkFailed: 'Unlink Failed',
} as const;

export const texts = { ...composer, ...checks, ...variants, ...sending, ...feed, ...linking } as const;
