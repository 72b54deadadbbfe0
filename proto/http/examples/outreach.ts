import { earlier, type Examples, later, leadId, userId } from './call-examples.ts';

const source = { source: 'reddit', sourceLabel: 'Reddit' };
const written = {
  origin: 'keyless',
  rules: { verdict: 'safe', rule: null, reason: 'No rule of r/smallbusiness is about messages like this' },
};
const helping = 'Hello bakery_owner, I read your post in r/smallbusiness: "How do others keep track of invoices?" ...';
const generated = {
  id: '019ad705-5555-7000-8000-5f60718293a4',
  leadId,
  userId,
  ...source,
  recipient: 'bakery_owner',
  recipientLabel: 'u/bakery_owner',
  leadTitle: 'What do you use to send invoices?',
  message: helping,
  messageType: 'dm',
  tone: 'professional',
  ...written,
  variants: [
    { variant: 'help-first', message: helping, ...written },
    { variant: 'question-first', message: 'Hello bakery_owner, may I ask what you have tried so far? ...', ...written },
    { variant: 'offer-first', message: 'Hello bakery_owner, I am with Crumbly, and we offer ...', ...written },
  ],
  sentAt: null,
  status: 'pending',
  createdAt: later,
};
const recipient = { ...source, recipientLabel: 'u/bakery_owner' };
const activity = {
  id: '019ad706-6666-7000-8000-60718293a4b5',
  userId,
  activityType: 'dm',
  recipient: 'bakery_owner',
  ...recipient,
  content: generated.message,
  redditPostUrl: 'https://www.reddit.com/r/smallbusiness/comments/1abcde/',
  redditPostTitle: 'What do you use to send invoices?',
  status: 'sent',
  origin: 'account',
  isPreview: false,
  createdAt: later,
};
const notification = {
  id: '019ad707-7777-7000-8000-718293a4b5c6',
  kind: 'new-leads',
  source: 'reddit',
  sourceLabel: 'Reddit',
  leads: 3,
  subreddit: 'freelance',
  communityLabel: 'r/freelance',
  title: '3 new leads found in r/freelance',
  text: 'Look at them while the posts are fresh.',
  link: '/dashboard/leads?subreddit=freelance&source=reddit',
  isRead: false,
  createdAt: later,
};
const account = {
  id: '019ad708-8888-7000-8000-8293a4b5c6d7',
  userId,
  username: 'ada_of_invoices',
  ...source,
  usernameLabel: 'u/ada_of_invoices',
  isActive: true,
  hold: null,
  createdAt: earlier,
  updatedAt: earlier,
};
const sent = {
  id: '019ad709-9999-7000-8000-93a4b5c6d7e8',
  userId,
  leadId,
  leadTitle: generated.leadTitle,
  redditAccountId: account.id,
  origin: 'account',
  variant: 'help-first',
  messageType: 'dm',
  content: generated.message,
  subject: 'Following up on your post',
  recipientUsername: 'bakery_owner',
  ...recipient,
  postUrl: null,
  redditMessageId: null,
  status: 'sent',
  code: null,
  replied: false,
  isPreview: false,
  errorMessage: null,
  sentAt: later,
  createdAt: later,
};

const draft = {
  leadId,
  userId,
  recipient: 'bakery_owner',
  ...recipient,
  leadTitle: generated.leadTitle,
  messageType: 'dm',
  tone: 'professional',
  text: 'Hello, you asked how others keep track of invoices. We had the same question...',
  subject: null,
  made: { id: generated.id, text: generated.message, origin: 'keyless', rules: generated.rules, variant: null },
  isEdited: true,
  isPreview: false,
  updatedAt: later,
};
const reminder = {
  leadId,
  recipient: 'bakery_owner',
  ...recipient,
  leadTitle: generated.leadTitle,
  remindAt: '2026-12-01T08:00:00.000Z',
  remindedAt: null,
};

/** Drafts, sent messages, linked accounts, notifications. */
export const outreachExamples: Examples = {
  generateMessage: {
    params: { id: leadId },
    body: { messageType: 'dm', tone: 'professional' },
    response: generated,
  },
  listGeneratedMessages: { response: [generated] },
  listDirectMessages: { response: [activity] },
  listComments: { response: [{ ...activity, activityType: 'comment' }] },
  getActivity: { params: { id: activity.id }, response: activity },
  listNotifications: { response: [notification] },
  readNotifications: { body: { ids: [notification.id] }, response: [{ ...notification, isRead: true }] },
  listAccounts: { response: [account] },
  checkAccount: { params: { id: account.id }, response: account },
  unlinkAccount: { params: { id: account.id } },
  sendDirectMessage: {
    body: { accountId: account.id, recipientUsername: 'bakery_owner', message: generated.message, leadId },
    response: sent,
  },
  sendComment: {
    body: { accountId: account.id, postUrl: activity.redditPostUrl, comment: 'We had the same problem...', leadId },
    response: { ...sent, messageType: 'comment', subject: null, postUrl: activity.redditPostUrl },
  },
  listSentMessages: { response: [sent] },
  getSentMessage: { params: { id: sent.id }, response: sent },
  listDrafts: { response: [draft] },
  saveDraft: {
    params: { id: leadId },
    body: {
      messageType: 'dm',
      tone: 'professional',
      text: draft.text,
      subject: null,
      made: draft.made,
      basedOn: earlier,
    },
    response: draft,
  },
  listReminders: { response: [reminder] },
  setReminder: { params: { id: leadId }, body: { remindAt: reminder.remindAt }, response: reminder },
  settleMessage: { params: { id: sent.id }, body: { status: 'sent' }, response: sent },
};
