import { earlier, type Examples, later, userId } from './call-examples.ts';

const user = {
  id: userId,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: null,
  profileImageUrl: null,
  authProvider: 'email',
  isEmailVerified: false,
  isAdmin: false,
  createdAt: earlier,
  updatedAt: earlier,
};
const preferences = {
  id: '019ad6f2-9a00-7000-9d00-51e0a1b2c3d4',
  userId,
  leadScoringModel: 'gpt-5-mini',
  messageGenerationModel: 'gpt-5',
  maxLeadsPerDay: 100,
  emailNotifications: true,
  createdAt: earlier,
  updatedAt: later,
};
const securityEvent = {
  id: '019ad6f2-9a00-7000-9d00-51e0a1b2c3d5',
  at: earlier,
  event: 'sign-in',
  outcome: 'failure',
  reason: 'wrong-secret',
  network: '192.0.2.7',
  count: 3,
};
const token = 'Zm9yIGEgbWFpbCdzIGxpbms';

/** Accounts, preferences, sessions, the development gate. */
export const accountExamples: Examples = {
  register: { body: { email: 'ada@example.com', password: 'a quiet harbour', firstName: 'Ada' }, response: user },
  login: { body: { email: 'ada@example.com', password: 'a quiet harbour' }, response: user },
  currentUser: { response: user },
  providers: { response: [{ name: 'Sandbox ID', loginPath: '/api/login', demo: true }] },
  finishLoginWithPassword: { body: { password: 'a quiet harbour' }, response: user },
  startLogin: { query: { return: '/dashboard/leads' } },
  confirmMethods: { response: { methods: ['password'], provider: null } },
  confirmSession: {
    body: { password: 'a quiet harbour' },
    response: { message: 'This session is confirmed for 10 minutes' },
  },
  confirmAtProvider: {
    body: { return: '/dashboard/settings' },
    response: { url: 'https://id.example.com/authorize?prompt=login' },
  },
  linkProvider: {
    body: { return: '/dashboard/settings' },
    response: { url: 'https://id.example.com/authorize' },
  },
  changeAddress: {
    body: { email: 'ada@example.org' },
    response: { message: 'If this address can be used, a mail with a link is on its way to it' },
  },
  confirmAddress: { body: { token }, response: { message: 'Your account has the new email address' } },
  forgotPassword: {
    body: { email: 'ada@example.com' },
    response: { message: 'If there is an account with this address, a mail is on its way' },
  },
  resetPassword: { body: { token, password: 'a quieter harbour' }, response: { message: 'The password is set' } },
  changePassword: {
    body: { currentPassword: 'a quiet harbour', newPassword: 'a quieter harbour' },
    response: user,
  },
  verifyEmail: { query: { token }, response: { message: 'Your address is verified' } },
  sendVerification: { response: { message: 'A mail is on its way' } },
  unsubscribe: { query: { token }, response: { message: 'No more mails about new leads' } },
  checkAdmin: { response: { isAdmin: false } },
  getPreferences: { response: preferences },
  savePreferences: { body: { maxLeadsPerDay: 100, emailNotifications: true }, response: preferences },
  listSessions: {
    response: [
      {
        id: 'hJ0kW3l0m5p9q2r7s8t1u4v6w0x3y5z7A9B2C4D6E8F',
        current: true,
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
        createdAt: earlier,
        lastUsedAt: later,
        expiresAt: '2026-11-28T12:00:00.000Z',
      },
    ],
  },
  endSession: { params: { id: 'hJ0kW3l0m5p9q2r7s8t1u4v6w0x3y5z7A9B2C4D6E8F' } },
  devAuth: { body: { password: 'the password before the release' }, response: { success: true } },
  listSecurityEvents: {
    query: { limit: 20 },
    response: { events: [securityEvent], next: null },
  },
  listAllSecurityEvents: {
    query: { event: 'sign-in', outcome: 'failure', account: 'ada@example.com', from: earlier, limit: 20 },
    response: { events: [{ ...securityEvent, account: { id: userId, email: 'ada@example.com' } }], next: null },
  },
  openApi: { response: { openapi: '3.1.0' } },
};
