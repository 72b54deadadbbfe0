import { useState } from 'react';

/** Whether the first answer, good or bad, is still pending. Stays false during later refetches, so shown content remains. */
export function useFirstWait(isPending: boolean): boolean {
  const [answered, setAnswered] = useState(!isPending);
  if (!isPending && !answered) setAnswered(true);
  return !answered;
}
