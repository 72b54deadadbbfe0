import { type DataNotes, noPostText, ofLead, type PostNotes } from '@earshot/service-kit';
import { urlWithoutTitle } from '@earshot/sources';
import { outreachModels } from './models.ts';
import { awaitsFollowUp } from './sent-message-schema.ts';

export const outreachDataNotes: DataNotes = {
  reddit_accounts: { personal: true, omit: ['accessToken', 'refreshToken', 'usernameKey'] },
  reddit_link_states: { personal: true, exported: false },
  message_history: { personal: true, omit: ['asked', 'guard', 'guardUntil', 'sweepAt', awaitsFollowUp, 'settledBy'] },
  lead_reminders: { personal: true, omit: ['dueAt'] },
};

/** What was sent is the user's own and stays, with its receiver. Drafts go, as they speak of the post. */
export const outreachPostNotes: PostNotes = {
  generated_messages: ofLead(async (lead, { documents }) => {
    const { message } = outreachModels(documents);
    await message.deleteMany({ ...lead, status: { $ne: 'sent' } }).exec();
    // Of the variants, only one was sent.
    await message.updateMany(lead, { $set: { leadTitle: '', variants: [] } }).exec();
  }),
  message_drafts: ofLead(async (lead, { documents }) => {
    await outreachModels(documents).savedDraft.deleteMany(lead).exec();
  }),
  lead_reminders: ofLead(async (lead, { documents }) => {
    await outreachModels(documents).reminder.deleteMany(lead).exec();
  }),
  message_history: ofLead(async (lead, { documents }) => {
    const { sent } = outreachModels(documents);
    for await (const one of sent.find(lead, { leadUrl: 1, postUrl: 1, leadSource: 1 }).lean().cursor()) {
      const { _id, leadUrl, postUrl, leadSource = '' } = one;
      const urls = {
        leadUrl: urlWithoutTitle(leadSource, leadUrl),
        postUrl: postUrl === null ? null : urlWithoutTitle(leadSource, postUrl),
      };
      await sent.updateOne({ _id }, { $set: { leadTitle: '', ...urls } }).exec();
    }
  }),
  activity_feed: ofLead(async (lead, { documents }) => {
    const { activity } = outreachModels(documents);
    for await (const { _id, redditPostUrl, leadSource = '' } of activity.find(lead).lean().cursor()) {
      const words = { redditPostTitle: '', redditPostUrl: urlWithoutTitle(leadSource, redditPostUrl) };
      await activity.updateOne({ _id }, { $set: words }).exec();
    }
  }),
  notifications: ofLead(async ({ userId, leadId }, { documents }) => {
    const link = `/dashboard/leads?lead=${encodeURIComponent(leadId)}`;
    const about = { userId, $or: [{ link }, { source: { $regex: `^reminder:${leadId}:` } }] };
    await outreachModels(documents).notification.deleteMany(about).exec();
  }),
  reddit_accounts: { holdsPostText: false, because: 'its texts are answers of the site about the account' },
  reddit_link_states: noPostText,
  lead_withdrawals: noPostText,
  message_templates: noPostText,
  reddit_conversations: {
    holdsPostText: false,
    because: 'messages between the user and others; nothing writes them yet',
  },
  reddit_messages: { holdsPostText: false, because: 'messages between the user and others; nothing writes them yet' },
};
