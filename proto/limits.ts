/** How many of one thing an account, a lead or a session can have. */
export interface Limit {
  readonly most: number;
  readonly per: 'account' | 'configuration' | 'lead' | 'session';
  /**
   * What happens to one more: `conflict` is a 409 that names the number, `invalid` a 400 because the list is one field
   * of a form, `replaces oldest` drops the one that was used longest ago, and `closed` closes a new socket with 1008.
   */
  readonly beyond: 'conflict' | 'invalid' | 'replaces oldest' | 'closed';
}

/**
 * The one table of limits. Without them the calls of one user could fill the storage, or make each later call of
 * everybody slower. A conflict is decided in the write that adds, so concurrent calls cannot exceed it.
 */
export const limits = {
  communities: { most: 200, per: 'account', beyond: 'conflict' },
  /** Of the communities. A search costs a site's search API more than a listing costs. */
  searches: { most: 50, per: 'account', beyond: 'conflict' },
  savedViews: { most: 50, per: 'account', beyond: 'conflict' },
  drafts: { most: 50, per: 'lead', beyond: 'conflict' },
  linkedAccounts: { most: 20, per: 'account', beyond: 'conflict' },
  /** Sent from Earshot. */
  messages: { most: 50, per: 'lead', beyond: 'conflict' },
  passkeys: { most: 20, per: 'account', beyond: 'conflict' },
  ownTones: { most: 3, per: 'configuration', beyond: 'invalid' },
  draftFacts: { most: 12, per: 'configuration', beyond: 'invalid' },
  /** Also the entries of each other list of the business profile, such as problems. */
  keywords: { most: 20, per: 'configuration', beyond: 'invalid' },
  sessions: { most: 50, per: 'account', beyond: 'replaces oldest' },
  sockets: { most: 100, per: 'account', beyond: 'closed' },
  /** Browsers in which somebody signed in. A script that keeps no cookies is a new one at each sign-in. */
  devices: { most: 100, per: 'account', beyond: 'replaces oldest' },
  scans: { most: 500, per: 'account', beyond: 'replaces oldest' },
  /** What a user did with posts, for learning: about a year of an active user. */
  ratings: { most: 500, per: 'account', beyond: 'replaces oldest' },
} as const satisfies Record<string, Limit>;

/** The longest texts of forms, in characters. */
export const longest = {
  /** A field of the business profile, and an entry of its lists. */
  profileText: 200,
  profileEntry: 80,
  location: 80,
  toneName: 30,
  toneExample: 2_000,
  draftFact: 200,
  closingLine: 120,
  viewName: 60,
} as const;

export type LimitName = keyof typeof limits;

/**
 * Which limits each call with POST or PUT keeps, by the call's name in `contracts`; or why the call needs none. A test
 * fails for a call that is missing here.
 */
export const limitsOfCalls: Readonly<Record<string, readonly LimitName[] | string>> = {
  register: 'registrations are limited by network and hour',
  login: ['sessions', 'devices'],
  finishLoginWithPassword: ['sessions', 'devices'],
  finishSecondStep: ['sessions', 'devices'],
  beginPasskeySignIn: 'the challenge expires',
  signInByPasskey: ['sessions', 'devices'],
  forgotPassword: 'mails are limited by address and hour, and a new link replaces the old one',
  resetPassword: ['sessions', 'devices'],
  changePassword: 'replaces the password',
  sendVerification: 'mails are limited by address and hour, and a new link replaces the old one',
  unsubscribe: 'replaces the choice',
  becomeFirstAdmin: 'works once',
  savePreferences: 'replaces the preferences',
  confirmSession: 'is a fact of the session',
  confirmByPasskey: 'is a fact of the session',
  confirmAtProvider: 'the state of the sign-in expires',
  linkProvider: 'replaces the linked identity',
  changeAddress: 'replaces the address that waits',
  confirmAddress: 'replaces the address',
  beginTotp: 'stores nothing',
  setTotp: 'replaces the authenticator app',
  newRecoveryCodes: 'replaces the codes',
  beginPasskey: 'the challenge expires',
  addPasskey: ['passkeys'],
  disableUser: 'is a fact of the account',
  discoverSubreddits: 'answers are kept by description until they expire, and calls are limited by network and day',
  proposeProfile: 'stores nothing',
  describeByWebsite: 'stores nothing',
  rankCommunities: 'stores nothing',
  checkCommunity: 'stores nothing',
  forgetAddress: 'deletes',
  describeRequests: 'reads',
  joinWaitlist: 'sign-ups are limited by network and hour',
  saveDraft: 'one draft a lead and type',
  setReminder: 'one reminder a lead',
  logout: 'deletes',
  devAuth: 'attempts are limited by network',
  listLeadWords: 'reads',
  listFoundPosts: 'reads',
  applyScores: 'changes the scores of leads',
  rateLead: ['ratings'],
  changeLeads: ['ratings'],
  addSubreddit: ['communities', 'searches'],
  saveConfiguration: ['ownTones', 'draftFacts', 'keywords'],
  connectModelServer: 'replaces the model server',
  generateMessage: ['drafts'],
  readNotifications: 'is a fact of the notifications',
  checkAccount: 'is a fact of the linked account',
  sendDirectMessage: ['messages'],
  sendComment: ['messages'],
  settleMessage: 'is a fact of the message',
  startScan: ['scans'],
  cancelScan: 'is a fact of the scan',
  rescuePost: 'each post of a scan once, and the posts of a scan are limited',
  previewScan: 'stores nothing, and calls are limited by minute',
  testModel: 'stores nothing',
  findModelServers: 'stores nothing',
  addView: ['savedViews'],
};
