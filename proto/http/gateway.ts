import { endpoint, noContent } from './contract.ts';

/** Calls that the gateway answers itself, because it alone owns sessions. */
export const gatewayContract = {
  logout: endpoint({
    service: 'gateway',
    method: 'POST',
    path: '/api/auth/logout',
    access: 'public',
    statuses: [204],
    response: noContent,
  }),
};
