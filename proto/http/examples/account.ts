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
const connectedServer = {
  address: 'http://localhost:11434/v1',
  model: 'qwen3:8b',
  isKeySet: true,
  updatedAt: earlier,
};
const credentialId = 'bGFwdG9w';
const recoveryCodes = ['7KQF-2M9D-XW4T-HB6P-N3VA-8RCE-U5JG'];
const passkeyOptions = {
  challenge: 'cXVpZXQgaGFyYm91cg',
  rpId: 'earshot.example',
  timeout: 300_000,
  allowCredentials: [{ id: credentialId, type: 'public-key' }],
  userVerification: 'preferred',
};
const passkeyProof = {
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4',
    signature: 'MEUCIQ',
  },
};
const listedUser = {
  id: userId,
  email: 'ada@example.com',
  isAdmin: false,
  isDisabled: false,
  hasFactor: true,
  createdAt: earlier,
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
  confirmByPasskey: { response: passkeyOptions },
  listFactors: {
    response: {
      totp: true,
      passkeys: [
        { id: credentialId, name: 'Work laptop', domain: 'earshot.example', createdAt: earlier, usedAt: later },
      ],
      recoveryCodesLeft: 10,
      passkeysWork: true,
    },
  },
  beginTotp: {
    response: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Earshot:ada%40example.com?issuer=Earshot&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      setup: 'k1.c2VhbGVk',
    },
  },
  setTotp: { body: { setup: 'k1.c2VhbGVk', code: '287082' }, response: { recoveryCodes } },
  newRecoveryCodes: { response: { recoveryCodes } },
  beginPasskey: {
    response: {
      rp: { id: 'earshot.example', name: 'Earshot' },
      user: { id: 'MDE5YWQ2ZjI', name: 'ada@example.com', displayName: 'ada@example.com' },
      challenge: passkeyOptions.challenge,
      pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
    },
  },
  addPasskey: {
    body: {
      name: 'Work laptop',
      passkey: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0', attestationObject: 'o2NmbXRkbm9uZQ' },
      },
    },
    response: { recoveryCodes: null },
  },
  removePasskey: { params: { id: credentialId } },
  secondStep: { response: { methods: ['code', 'recoveryCode'] } },
  finishSecondStep: { body: { code: '287082' }, response: user },
  beginPasskeySignIn: { response: passkeyOptions },
  signInByPasskey: { body: { passkey: passkeyProof }, response: user },
  listUsers: { query: { search: 'ada' }, response: { users: [listedUser], next: null } },
  endUserSessions: { params: { id: userId } },
  disableUser: { params: { id: userId }, body: { disabled: true }, response: { ...listedUser, isDisabled: true } },
  changeAddress: {
    body: { email: 'ada@example.org' },
    response: { message: 'If this address can be used, we sent an email with a link to it' },
  },
  confirmAddress: { body: { token }, response: { message: 'Your account has the new email address' } },
  becomeFirstAdmin: { body: { token }, response: { message: 'You are an administrator now' } },
  forgotPassword: {
    body: { email: 'ada@example.com' },
    response: { message: 'If this address has an account, we sent an email with a link to it' },
  },
  resetPassword: { body: { token, password: 'a quieter harbour' }, response: { message: 'The password is set' } },
  changePassword: {
    body: { currentPassword: 'a quiet harbour', newPassword: 'a quieter harbour' },
    response: user,
  },
  verifyEmail: { query: { token }, response: { message: 'Your address is verified' } },
  sendVerification: { response: { message: 'We sent you an email with a link' } },
  unsubscribe: { query: { token }, response: { message: 'You no longer get emails about new leads' } },
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
  modelUsage: {
    response: {
      configured: true,
      setBy: 'settings',
      findsLocal: true,
      away: false,
      tokensToday: 48_200,
      tokensPerDay: 1_000_000,
      resetsAt: later,
    },
  },
  testModel: {
    response: { outcome: 'reached', models: ['gpt-5-mini', 'gpt-5'], missing: [], status: null, latencyMs: 180 },
  },
  findModelServers: {
    response: { servers: [{ name: 'Ollama', address: 'http://localhost:11434/v1', models: ['qwen3:8b'] }] },
  },
  getModelServer: { response: connectedServer },
  connectModelServer: {
    body: { address: connectedServer.address, key: 'the key of the server', model: connectedServer.model },
    response: connectedServer,
  },
  disconnectModelServer: {},
  openApi: { response: { openapi: '3.1.0' } },
};
