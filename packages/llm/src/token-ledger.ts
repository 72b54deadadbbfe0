import { type Clock, type KeyValue, unlessAway } from '@earshot/core';
import type { UserId } from '@earshot/proto/refs';
import { type Llm, LlmError } from './llm.ts';

/** The tokens each user spent today (UTC), shared by all services and processes. */
export interface TokenLedger {
  /** null without a limit. */
  readonly perDay: number | null;
  /** Tokens spent today. */
  spent(userId: UserId): Promise<number>;
  add(userId: UserId, tokens: number): Promise<void>;
  /** The end of today. */
  resetsAt(): Date;
  /** Deletes a user's counters. */
  forget(userId: UserId): Promise<void>;
}

export interface LedgerOptions {
  readonly kv: KeyValue;
  readonly clock: Clock;
  /** 0 means no limit. */
  readonly perDay: number;
}

const dayMs = 86_400_000;

/**
 * The ledger as counters in the key-value store. While the store is unavailable, this process's counts apply. If the
 * store loses its data, counting restarts: the limit prevents runaway costs and is no invoice
 * (docs/decisions/0046-token-counters-in-the-key-value-store.md).
 */
export function tokenLedger({ kv, clock, perDay }: LedgerOptions): TokenLedger {
  let own = { day: '', spent: new Map<string, number>() };
  const today = () => clock.now().toISOString().slice(0, 10);
  const seenHere = () => {
    if (own.day !== today()) own = { day: today(), spent: new Map() };
    return own.spent;
  };
  const key = (userId: UserId) => `llm-tokens:${userId}:${today()}`;
  return {
    perDay: perDay === 0 ? null : perDay,
    spent: async (userId) => {
      const here = seenHere().get(userId) ?? 0;
      return unlessAway(
        async () => Number((await kv.get(key(userId))) ?? 0),
        () => here,
      );
    },
    add: async (userId, tokens) => {
      const seen = seenHere();
      seen.set(userId, (seen.get(userId) ?? 0) + tokens);
      await unlessAway(
        () => kv.increment(key(userId), { by: tokens, ttlMs: 2 * dayMs }),
        () => 0,
      );
    },
    resetsAt: () => new Date((Math.floor(clock.now().getTime() / dayMs) + 1) * dayMs),
    forget: async (userId) => {
      seenHere().delete(userId);
      await unlessAway(
        () => kv.delete(key(userId)),
        () => undefined,
      );
    },
  };
}

/**
 * Meters the model for one user. Each answer's tokens are added to the ledger, even if the call fails later. Once the
 * day's tokens are spent, calls reject with LlmError 'over-budget' until the day ends. Running calls may exceed the
 * limit by their own cost.
 */
export function meteredLlm(llm: Llm, ledger: TokenLedger, userId: UserId): Llm {
  return {
    ...(llm.isAway && { isAway: llm.isAway }),
    ...(llm.identityOf && { identityOf: llm.identityOf }),
    complete: async (request) => {
      if (ledger.perDay !== null && (await ledger.spent(userId)) >= ledger.perDay) {
        throw new LlmError('over-budget', "The user's tokens of today are spent");
      }
      const entries: Promise<void>[] = [];
      try {
        return await llm.complete({
          ...request,
          onTokens: (tokens) => {
            entries.push(ledger.add(userId, tokens.prompt + tokens.completion));
            request.onTokens?.(tokens);
          },
        });
      } finally {
        await Promise.all(entries);
      }
    },
  };
}
