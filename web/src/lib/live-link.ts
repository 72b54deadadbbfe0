import { createContext, use } from 'react';

/** How the live channel is doing. `connecting`: for the first time, of which nothing need be said. */
export type LiveLink = 'connecting' | 'live' | 'reconnecting';

export const LiveLinkContext = createContext<LiveLink>('connecting');

export const useLiveLink = (): LiveLink => use(LiveLinkContext);
