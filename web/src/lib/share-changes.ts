import type { QueryClient } from '@tanstack/react-query';

/**
 * Tells the browser's other tabs after each successful mutation, and asks again for what this tab shows next when another
 * one did. Returns the function that stops it.
 */
export function shareChanges(queryClient: QueryClient): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel('earshot-changed');
  channel.onmessage = () => void queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' });
  const unsubscribe = queryClient.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') channel.postMessage(null);
  });
  return () => {
    unsubscribe();
    channel.close();
  };
}
