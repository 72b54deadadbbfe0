declare global {
  /** The calls that `public/boot.js` made, by address, with their answers; undefined for a call that got none. */
  var earshotFirstCalls: Map<string, Promise<Response | undefined>> | undefined;
}

/** Answers that nobody wanted within this time after the page was opened, in ms, may be out of date. */
const freshMs = 60_000;

/**
 * Returns the answer to a call that was made before the scripts were loaded, once; undefined if there is none. An action
 * drops all of them: it may change what they say, or whose they are.
 */
export async function firstAnswer(method: string, address: string): Promise<Response | undefined> {
  const calls = globalThis.earshotFirstCalls;
  if (method !== 'GET' || performance.now() > freshMs) calls?.clear();
  const answer = calls?.get(address);
  calls?.delete(address);
  return answer;
}
