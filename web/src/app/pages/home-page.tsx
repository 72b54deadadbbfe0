import { Navigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { hasSessionMarker } from '../../lib/session-marker.ts';

/** Sends a signed-in visitor to the leads and everyone else to the sign-in page. */
export function HomePage() {
  return <Navigate to={hasSessionMarker(document.cookie) ? paths.leads : paths.auth} replace />;
}
