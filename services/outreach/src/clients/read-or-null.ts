/** The most time in ms that a draft waits for one text of a site; after it the text counts as unread. */
const patienceMs = 5_000;

/** Reads from a source, for five seconds at most. Null if that fails. Rejects only when the caller aborts. */
export async function readOrNull<T>(
  read: (signal: AbortSignal) => Promise<T>,
  { signal, failed }: { readonly signal: AbortSignal | undefined; readonly failed: (err: unknown) => void },
): Promise<T | null> {
  const patience = AbortSignal.timeout(patienceMs);
  try {
    return await read(signal === undefined ? patience : AbortSignal.any([signal, patience]));
  } catch (err) {
    signal?.throwIfAborted();
    failed(err);
    return null;
  }
}
