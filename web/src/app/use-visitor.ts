import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../features/auth/api/current-user.ts';
import { hasSessionMarker } from '../lib/session-marker.ts';

/** Whether the visitor of a public page has a session; asked only where the marker cookie says so. */
export function useVisitor(): 'asking' | 'signed-in' | 'signed-out' {
  const hasMarker = hasSessionMarker(document.cookie);
  const user = useQuery({ ...currentUserQuery, enabled: hasMarker });
  if (!hasMarker || user.isError) return 'signed-out';
  return user.data ? 'signed-in' : 'asking';
}
