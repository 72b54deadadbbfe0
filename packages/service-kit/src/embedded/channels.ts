import type { Listener, Listening } from '@earshot/core';

/** Channels within this process. No message is missed, so `onGap` is never called. */
export function embeddedChannels() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    /** Calls the listeners after the caller's current step, as a network would. */
    publish: (channel: string, message: string): void => {
      for (const listener of listeners.get(channel) ?? []) {
        queueMicrotask(() => {
          if (listeners.get(channel)?.has(listener) === true) listener.onMessage(message);
        });
      }
    },
    listen: (channel: string, { onMessage, onGap }: Listener): Listening => {
      // A separate object, so that the same listener can listen twice.
      const own: Listener = { onMessage, onGap };
      const others = listeners.get(channel) ?? new Set();
      listeners.set(channel, others.add(own));
      return {
        live: () => others.has(own),
        stop: async () => {
          others.delete(own);
          if (others.size === 0 && listeners.get(channel) === others) listeners.delete(channel);
        },
      };
    },
    stop: (): void => {
      for (const some of listeners.values()) some.clear();
      listeners.clear();
    },
  };
}
