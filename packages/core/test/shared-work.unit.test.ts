import { describe, expect, it } from '@jest/globals';
import { sharedWork } from '../src/shared-work.ts';

/** Work that ends on demand. `begun` lists its runs with their signals. */
function slowWork() {
  const begun: { readonly signal: AbortSignal; readonly end: PromiseWithResolvers<string> }[] = [];
  const work = (signal: AbortSignal) => {
    const end = Promise.withResolvers<string>();
    begun.push({ signal, end });
    signal.addEventListener('abort', () => end.reject(signal.reason), { once: true });
    return end.promise;
  };
  return { begun, work };
}

const staying = () => new AbortController().signal;

describe('shared work', () => {
  it('runs once for all concurrent callers, and again for a later one', async () => {
    const { begun, work } = slowWork();
    const share = sharedWork<string>();
    const all = [share('a', staying(), work), share('a', staying(), work), share('b', staying(), work)];
    expect(begun).toHaveLength(2);
    for (const [n, one] of begun.entries()) one.end.resolve(`result ${n}`);
    expect(await Promise.all(all)).toEqual(['result 0', 'result 0', 'result 1']);
    const later = share('a', staying(), work);
    begun[2]?.end.resolve('second');
    expect(await later).toBe('second');
  });

  it('fails for all, and starts again for the next caller', async () => {
    const { begun, work } = slowWork();
    const share = sharedWork<string>();
    const all = [share('a', staying(), work), share('a', staying(), work)];
    begun[0]?.end.reject(new Error('no'));
    expect(await Promise.allSettled(all)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    const later = share('a', staying(), work);
    begun[1]?.end.resolve('yes');
    expect(await later).toBe('yes');
  });

  it('continues while a caller waits, and is aborted when the last one leaves', async () => {
    const { begun, work } = slowWork();
    const share = sharedWork<string>();
    const [one, other] = [new AbortController(), new AbortController()];
    const waiting = [share('a', one.signal, work), share('a', other.signal, work)];
    const settled = Promise.allSettled(waiting);
    one.abort();
    await expect(waiting[0]).rejects.toMatchObject({ name: 'AbortError' });
    expect(begun[0]?.signal.aborted).toBe(false);
    other.abort();
    await settled;
    expect(begun[0]?.signal.aborted).toBe(true);
    const next = share('a', staying(), work);
    expect(begun).toHaveLength(2);
    begun[1]?.end.resolve('second');
    expect(await next).toBe('second');
  });

  it('does not start for a caller who has left already', async () => {
    const { begun, work } = slowWork();
    await expect(sharedWork<string>()('a', AbortSignal.abort(), work)).rejects.toMatchObject({ name: 'AbortError' });
    expect(begun).toHaveLength(0);
  });
});
