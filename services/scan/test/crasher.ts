/** Thrown in place of a step: the process died there. */
export class Crash extends Error {}

/** One step of the work under test: does its effect, unless the crash comes first. */
export type Step = <T>(effect: () => Promise<T>) => Promise<T>;

/** Fails the call number `at`, before its effect or after it; counts all calls. */
export function crasher(at: number, when: 'before' | 'after'): { readonly step: Step; reached(): boolean } {
  let calls = 0;
  const step: Step = async (effect) => {
    calls += 1;
    const hit = calls === at;
    if (hit && when === 'before') throw new Crash();
    const result = await effect();
    if (hit) throw new Crash();
    return result;
  };
  return { step, reached: () => calls >= at };
}
