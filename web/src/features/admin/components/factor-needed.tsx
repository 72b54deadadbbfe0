import { Card } from '../../../components/card.tsx';
import { LinkButton } from '../../../components/link-button.tsx';
import { paths } from '../../../config/paths.ts';
import { texts } from '../texts.ts';

/** Shown to administrators without a second factor where the installation requires one. */
export function FactorNeeded() {
  return (
    <Card title={texts.factorNeeded} help={texts.factorNeededReason}>
      <div>
        <LinkButton to={`${paths.settings}#two-step`}>{texts.toSettings}</LinkButton>
      </div>
    </Card>
  );
}
