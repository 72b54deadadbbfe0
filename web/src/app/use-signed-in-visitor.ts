import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../features/auth/api/current-user.ts';
import { hasSessionMarker } from '../lib/session-marker.ts';

/** Whether the visitor of a public page has a session; asked only where the marker cookie says so. */
export function useSignedInVisitor(): boolean {
  const user = useQuery({ ...currentUserQuery, enabled: hasSessionMarker(document.cookie) });
  return user.data !== undefined && hasSessionMarker(document.cookie);
}
