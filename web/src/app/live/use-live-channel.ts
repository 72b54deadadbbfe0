import { analyticsContract } from '@earshot/proto/http/analytics';
import { draftContract } from '@earshot/proto/http/drafts';
import { scanContract } from '@earshot/proto/http/scan';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { leadListsKey } from '../../features/leads/api/list-leads.ts';
import { createLeadNews } from '../../features/leads/lead-news.ts';
import { notificationsQuery } from '../../features/notifications/api/notifications.ts';
import { activityKeys } from '../../features/outreach/api/list-activity.ts';
import { openLiveChannel } from '../../lib/live-channel.ts';
import { debounce } from '../../lib/debounce.ts';
import type { LiveLink } from '../../lib/live-link.ts';
import { network } from '../../lib/network.ts';
import { throttle } from '../../lib/throttle.ts';
import { useToaster } from '../../lib/toaster-context.ts';
import { watchForWake } from '../../lib/wake-watch.ts';
import { applyFrame } from './apply-frame.ts';
import { distrustCache, refetchMissed } from './refetch-missed.ts';

const refreshEveryMs = 1000;
/** The service that writes notifications and the feed receives the event of the frame a little later. */
const lagMs = 1500;
/** Figures are counted from events, up to two seconds after the frame. */
const countedAfterMs = 2000;
/** The longest time that a stream of frames puts off a late refetch. */
const refetchWithinMs = 5000;
const notificationKeys = [notificationsQuery.queryKey];
const figureKeys = [
  analyticsContract.stats,
  analyticsContract.leadFigures,
  scanContract.latestScan,
  scanContract.listening,
  scanContract.listScanPosts,
].map(({ path }) => [path]);
/** The feed, and the other lists in which a message to a lead appears. */
const messageKeys = [...activityKeys, [draftContract.listReminders.path]];

/** Keeps the live channel open for `userId` and returns its state. */
export function useLiveChannel(userId: string, onSignedOut: () => void): LiveLink {
  const queryClient = useQueryClient();
  const toaster = useToaster();
  const [link, setLink] = useState<LiveLink>('connecting');
  const refreshNotifications = useLateRefresh(notificationKeys);
  const refreshActivity = useLateRefresh(messageKeys);
  const refreshFigures = useLateRefresh(figureKeys, countedAfterMs);
  useSettledSend(refreshNotifications);
  useEffect(() => {
    const lists = listRefresh(queryClient, refreshFigures);
    const leadNews = createLeadNews(toaster);
    const channel = openLiveChannel({
      origin: location.origin,
      userId,
      openSocket: (url) => new WebSocket(url),
      mayConnect: network.isOnline,
      onFrame: (frame) =>
        applyFrame(frame, {
          queryClient,
          toaster,
          leadNews,
          refreshLists: lists.run,
          refreshNotifications,
          refreshActivity,
        }),
      onListening: (after) => {
        setLink('live');
        if (after !== 'replay') refetchMissed(queryClient, after);
      },
      onLost: () => {
        setLink('reconnecting');
        distrustCache(queryClient);
        network.failed();
      },
      onSignedOut,
    });
    const stopWatching = watchForWake({ onBeat: () => channel.check(), onWake: () => channel.check(true) });
    const unsubscribe = network.subscribe(() => {
      if (network.isOnline()) channel.check();
    });
    return () => {
      stopWatching();
      unsubscribe();
      channel.close();
      lists.stop();
      leadNews.drop();
    };
  }, [userId, queryClient, toaster, onSignedOut, refreshNotifications, refreshActivity, refreshFigures]);
  return link;
}

/** Refetches the visible lists of leads at once, and their figures a little later. */
function listRefresh(queryClient: QueryClient, refreshFigures: () => void) {
  return throttle(() => {
    void queryClient.invalidateQueries({ queryKey: leadListsKey });
    refreshFigures();
  }, refreshEveryMs);
}

/**
 * Refetches lists after the data that a frame announced can have been written. Several calls within the delay cause one
 * refetch; while frames keep arriving, the lists are refetched every `refetchWithinMs`.
 */
function useLateRefresh(keys: readonly QueryKey[], afterMs = lagMs): () => void {
  const queryClient = useQueryClient();
  const refresh = useMemo(
    () =>
      debounce(
        () => {
          for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
        },
        { afterMs, mostMs: refetchWithinMs },
      ),
    [queryClient, keys, afterMs],
  );
  useEffect(() => refresh.stop, [refresh]);
  return refresh.run;
}

/** Calls back when a send attempt ends: no frame reports a message that could not be sent. */
function useSettledSend(onSettled: () => void): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        const isSettled = mutation?.state.status === 'success' || mutation?.state.status === 'error';
        if (type === 'updated' && isSettled && mutation.options.mutationKey?.[0] === 'send') onSettled();
      }),
    [queryClient, onSettled],
  );
}
