import { analyticsContract } from './analytics.ts';
import { authContract } from './auth.ts';
import { confirmContract } from './auth-confirm.ts';
import { ownFactorContract } from './auth-own-factors.ts';
import { usersContract } from './auth-users.ts';
import type { Endpoint } from './contract.ts';
import { discoveryContract } from './discovery.ts';
import { draftContract } from './drafts.ts';
import { gatewayContract } from './gateway.ts';
import { leadContract } from './lead.ts';
import { viewContract } from './lead-views.ts';
import { modelServerContract } from './model-server.ts';
import { outreachContract } from './outreach.ts';
import { ownDataContract } from './own-data.ts';
import { postWordsContract } from './post-words.ts';
import { scanContract } from './scan.ts';
import { securityContract } from './security.ts';
import { sourceHealthContract, sourceUsersContract } from './source-health.ts';

export {
  analyticsContract,
  authContract,
  confirmContract,
  discoveryContract,
  draftContract,
  gatewayContract,
  leadContract,
  modelServerContract,
  outreachContract,
  ownFactorContract,
  ownDataContract,
  postWordsContract,
  scanContract,
  securityContract,
  sourceHealthContract,
  sourceUsersContract,
  usersContract,
  viewContract,
};
export type { Access, Endpoint, ErrorBody } from './contract.ts';
export { errorBody } from './contract.ts';
export { errorsOf, openBeforeRelease } from './errors-of.ts';

/** Every call of the product, by name. Each path has one owner. */
export const contracts: Readonly<Record<string, Endpoint>> = {
  ...authContract,
  ...confirmContract,
  ...ownFactorContract,
  ...usersContract,
  ...gatewayContract,
  ...leadContract,
  ...viewContract,
  ...scanContract,
  ...sourceHealthContract,
  ...sourceUsersContract,
  ...outreachContract,
  ...draftContract,
  ...discoveryContract,
  ...analyticsContract,
  ...ownDataContract,
  ...securityContract,
  ...modelServerContract,
  ...postWordsContract,
};
