import { useCallback, useEffect, useRef } from 'react';

const channelName = 'earshot-saved';

/** Notifies the user's other tabs that something was saved, and calls `onNews` for their messages. Returns the function that notifies. */
export function useTabNews(name: string, onNews: () => void): () => void {
  const channel = useRef<BroadcastChannel | null>(null);
  const latestHandler = useRef(onNews);
  useEffect(() => {
    latestHandler.current = onNews;
  });
  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return;
    const opened = new BroadcastChannel(channelName);
    opened.onmessage = ({ data }) => {
      if (data === name) latestHandler.current();
    };
    channel.current = opened;
    return () => {
      opened.close();
      channel.current = null;
    };
  }, [name]);
  return useCallback(() => channel.current?.postMessage(name), [name]);
}
