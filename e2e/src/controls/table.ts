import { accountChangeControls } from './account-changes.ts';
import { browserControls } from './browser.ts';
import type { Control } from './control.ts';
import { factorControls } from './factors.ts';
import { identityControls } from './identity.ts';
import { injectionControls } from './injection.ts';
import { ownershipControls } from './ownership.ts';
import { requestControls } from './requests.ts';
import { secretControls } from './secrets.ts';
import { signInControls } from './sign-in.ts';

/** The security controls that the mutation check switches off one at a time. */
export const controls: readonly Control[] = [
  ...requestControls,
  ...identityControls,
  ...signInControls,
  ...factorControls,
  ...accountChangeControls,
  ...browserControls,
  ...ownershipControls,
  ...injectionControls,
  ...secretControls,
];
