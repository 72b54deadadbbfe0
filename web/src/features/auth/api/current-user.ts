import { authContract } from '@earshot/proto/http/auth';
import { callQuery } from '../../../lib/call-query.ts';

export const currentUserQuery = callQuery(authContract.currentUser);

/** Whether the signed-in user is an administrator. The admin figures are only requested after this confirms it. */
export const checkAdminQuery = callQuery(authContract.checkAdmin);
