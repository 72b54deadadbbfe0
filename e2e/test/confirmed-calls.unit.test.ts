import { contracts } from '@earshot/proto/http';
import { expect, it } from '@jest/globals';

const callsWhere = (needs: boolean) =>
  Object.values(contracts)
    .filter(({ confirm }) => confirm === needs)
    .map(({ method, path }) => `${method} ${path}`);

it('exactly the sensitive actions ask for a confirmed session', () => {
  expect(new Set(callsWhere(true))).toEqual(
    new Set([
      'DELETE /api/auth/user',
      'GET /api/auth/user/export',
      'POST /api/auth/address',
      'POST /api/auth/provider',
      'DELETE /api/auth/sessions',
      'POST /api/auth/factors/totp',
      'PUT /api/auth/factors/totp',
      'DELETE /api/auth/factors/totp',
      'POST /api/auth/factors/recovery-codes',
      'POST /api/auth/factors/passkeys/options',
      'POST /api/auth/factors/passkeys',
      'DELETE /api/auth/factors/passkeys/:id',
      'PUT /api/admin/model-server',
      'DELETE /api/admin/model-server',
    ]),
  );
});

it('the export of leads and the list of sessions do not', () => {
  expect(callsWhere(false)).toEqual(expect.arrayContaining(['GET /api/leads/export', 'GET /api/auth/sessions']));
});
