import { Card } from '../../../components/card.tsx';
import { LinkButton } from '../../../components/link-button.tsx';
import { paths } from '../../../config/paths.ts';
import { texts } from '../texts.ts';

/** Shown to users who are not administrators: why they see nothing, and a link back. */
export function AccessDenied() {
  return (
    <Card title={texts.denied} help={texts.deniedReason}>
      <div>
        <LinkButton to={paths.leads}>{texts.toLeads}</LinkButton>
      </div>
    </Card>
  );
}
