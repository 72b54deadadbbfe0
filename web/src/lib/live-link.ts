import { createContext, use } from 'react';

/** The state of the live channel. `connecting` is the first attempt, which is not shown to the user. */
export type LiveLink = 'connecting' | 'live' | 'reconnecting';

export const LiveLinkContext = createContext<LiveLink>('connecting');

export const useLiveLink = (): LiveLink => use(LiveLinkContext);
