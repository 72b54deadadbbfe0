import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../features/auth/api/current-user.ts';
import { hasSessionMarker } from '../lib/session-marker.ts';

/** Whether the visitor of a public page has a session. Asks the server only if the marker cookie exists. */
export function useVisitor(): 'asking' | 'signed-in' | 'signed-out' {
  const hasMarker = hasSessionMarker(document.cookie);
  const user = useQuery({ ...currentUserQuery, enabled: hasMarker });
  if (!hasMarker || user.isError) return 'signed-out';
  return user.data ? 'signed-in' : 'asking';
}
