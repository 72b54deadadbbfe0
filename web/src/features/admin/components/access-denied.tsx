import { Card } from '../../../components/card.tsx';
import { LinkButton } from '../../../components/link-button.tsx';
import { paths } from '../../../config/paths.ts';
import { texts } from '../texts.ts';

/** For whoever is no administrator: why nothing shows, and the way back. */
export function AccessDenied() {
  return (
    <Card title={texts.denied} help={texts.deniedReason}>
      <div>
        <LinkButton to={paths.leads}>{texts.toLeads}</LinkButton>
      </div>
    </Card>
  );
}
