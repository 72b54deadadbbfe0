import { sourceHealthContract } from '@earshot/proto/http/source-health';
import { callQuery } from '../../../lib/call-query.ts';

const live = { refetchInterval: 30_000, refetchOnMount: 'always' } as const;

/** The sources as the user sees them, and the user's communities from which no posts arrive. */
export const sourcesHealthQuery = callQuery(sourceHealthContract.sourcesHealth, live);

/** The sources over the communities of all users, for administrators. */
export const allSourcesHealthQuery = callQuery(sourceHealthContract.allSourcesHealth, live);
