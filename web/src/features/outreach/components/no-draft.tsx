import type { DeclinedDraft } from '@earshot/proto/http/outreach';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { paths } from '../../../config/paths.ts';
import { texts } from '../texts.ts';
import styles from './composer.module.css';

interface NoDraftProps {
  readonly declined: DeclinedDraft['declined'];
  readonly hasModel: boolean;
  readonly onForce: () => void;
}

/** Why there is no good draft for the post, and what the user can do about it. */
export function NoDraft({ declined, hasModel, onForce }: NoDraftProps) {
  return (
    <div role="status" className={styles.noDraft}>
      <p>
        <strong>{texts.noDraft}</strong> {declined.reason}
      </p>
      <p>
        {!hasModel && <Link to={`${paths.settings}#model`}>{texts.connectModel}</Link>}
        <Button type="link" data-action="draft-anyway" onClick={onForce}>
          {texts.draftAnyway}
        </Button>
      </p>
    </div>
  );
}
