import type { Control } from './control.ts';

const leadStore = 'services/lead/src/store/lead-store.ts';
const leadStatus = ['services/lead/test/lead-status.service.test.ts'];
const setUp = ['services/lead/test/set-up.service.test.ts'];
const communityStore = 'services/lead/src/store/community-store.ts';

/** Users reach only their own objects. */
export const ownershipControls: readonly Control[] = [
  {
    name: 'a user reads only own leads',
    file: leadStore,
    find: 'find: async (userId, id) => {\n      const found = await model.findOne({ _id: id, userId })',
    replace: 'find: async (_userId, id) => {\n      const found = await model.findOne({ _id: id })',
    suites: leadStatus,
  },
  {
    name: 'a user lists and exports only own leads',
    file: 'services/lead/src/store/lead-pages.ts',
    find: 'return {\n    userId,\n    ...(wanted.ids',
    replace: "return {\n    ...(userId === '' && { userId }),\n    ...(wanted.ids",
    suites: ['services/lead/test/lead-list.service.test.ts', 'services/lead/test/lead-export.service.test.ts'],
  },
  {
    name: 'a message makes only a lead of its own user contacted',
    file: leadStore,
    find: 'findWithMessages: async (userId, id) => {\n      const found = await model.findOne({ _id: id, userId })',
    replace: 'findWithMessages: async (_userId, id) => {\n      const found = await model.findOne({ _id: id })',
    suites: ['services/lead/test/lead-contact.service.test.ts'],
  },
  {
    name: 'a user removes only own communities',
    file: communityStore,
    find: 'await model.updateOne({ _id: id, userId, ...listed }, update)',
    replace: 'await model.updateOne({ _id: id, ...listed }, update)',
    suites: setUp,
  },
  {
    name: 'a user stars only own communities',
    file: communityStore,
    find: '.findOneAndUpdate({ _id: id, userId, ...listed }, { $set: { isStarred } }, options)',
    replace:
      '.findOneAndUpdate({ _id: id, ...listed, ...(userId === id && { userId }) }, { $set: { isStarred } }, options)',
    suites: setUp,
  },
  {
    name: 'a user sees and cancels only own scans',
    file: 'services/scan/src/store/job-store.ts',
    find: 'findOwn: (userId, jobId) => jobBy({ _id: jobId, userId }),',
    replace: 'findOwn: (_userId, jobId) => jobBy({ _id: jobId }),',
    suites: ['services/scan/test/scan-service.service.test.ts', 'services/scan/test/funnel.service.test.ts'],
  },
  {
    name: 'a user unlinks and uses only own linked accounts',
    file: 'services/outreach/src/store/linked-account-store.ts',
    find: 'find: async (userId, id) => {\n      const found = await model.findOne({ _id: id, userId })',
    replace: 'find: async (_userId, id) => {\n      const found = await model.findOne({ _id: id })',
    suites: ['services/outreach/test/linking.service.test.ts'],
  },
  {
    name: 'the state of a link belongs to the user who began it',
    file: 'services/outreach/src/store/link-state-store.ts',
    find: '.findOneAndDelete({ _id: digestOf(state), userId })',
    replace: '.findOneAndDelete({ _id: digestOf(state) })',
    suites: ['services/outreach/test/linking.service.test.ts'],
  },
  {
    name: 'a user lists only own drafts',
    file: 'services/outreach/src/store/generated-message-store.ts',
    find: 'const newestFirst = model.find({ userId }).sort({ createdAt: -1, _id: -1 })',
    replace: 'const newestFirst = model.find({}).sort({ createdAt: -1, _id: -1 })',
    suites: ['services/outreach/test/messages.service.test.ts'],
  },
  {
    name: 'a user marks only own notifications as read',
    file: 'services/outreach/src/store/notification-store.ts',
    find: 'await model.updateMany({ userId, isRead: false, ...filter },',
    replace: 'await model.updateMany({ isRead: false, ...filter },',
    suites: ['services/outreach/test/notifications.service.test.ts'],
  },
  {
    name: 'a user removes only own passkeys',
    file: 'services/auth/src/store/passkey-store.ts',
    find: 'model.deleteOne({ _id: id, userId })',
    replace: 'model.deleteOne({ _id: id, ...(userId === id && { userId }) })',
    suites: ['services/auth/test/passkeys.service.test.ts'],
  },
  {
    name: 'a user sees only own security events',
    file: 'services/auth/src/http/security-routes.ts',
    find: 'const page = await events.list({ userId }, query);',
    replace: "const page = await events.list(userId === '' ? { userId } : {}, query);",
    suites: ['services/auth/test/security-events.service.test.ts'],
  },
];
