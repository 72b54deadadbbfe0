import type { Listener, Listening } from '@earshot/core';

/** Channels within this process: nothing is ever missed, so there is no gap. */
export function embeddedChannels() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    /** Tells the listeners after the caller's own step, as over a network. */
    publish: (channel: string, message: string): void => {
      for (const listener of listeners.get(channel) ?? []) {
        queueMicrotask(() => {
          if (listeners.get(channel)?.has(listener) === true) listener.onMessage(message);
        });
      }
    },
    listen: (channel: string, { onMessage, onGap }: Listener): Listening => {
      // An entry of its own, so that one listener may listen twice.
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
