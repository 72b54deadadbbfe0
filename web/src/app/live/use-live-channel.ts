import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leadListsKey } from '../../features/leads/api/list-leads.ts';
import { createLeadNews } from '../../features/leads/lead-news.ts';
import { openLiveChannel } from '../../lib/live-channel.ts';
import { throttle } from '../../lib/throttle.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { applyFrame, refetchMissed } from './apply-frame.ts';

const refreshEveryMs = 1000;

/** Keeps the live channel open while `userId` is known. */
export function useLiveChannel(userId: string, onSignedOut: () => void): void {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  useEffect(() => {
    const lists = throttle(() => void queryClient.invalidateQueries({ queryKey: leadListsKey }), refreshEveryMs);
    const leadNews = createLeadNews(toaster);
    const close = openLiveChannel({
      url: `${location.origin.replace(/^http/, 'ws')}/ws`,
      userId,
      openSocket: (url) => new WebSocket(url),
      onFrame: (frame) => applyFrame(frame, { queryClient, toaster, leadNews, refreshLists: lists.run }),
      onListening: () => refetchMissed(queryClient),
      onSignedOut,
    });
    return () => {
      close();
      lists.stop();
      leadNews.drop();
    };
  }, [userId, queryClient, toaster, onSignedOut]);
}
