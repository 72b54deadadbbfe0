import { useState } from 'react';

/** Whether the first answer is still awaited, good or bad: what is shown once stays, also while it is asked for again. */
export function useFirstWait(isPending: boolean): boolean {
  const [answered, setAnswered] = useState(!isPending);
  if (!isPending && !answered) setAnswered(true);
  return !answered;
}
