import type { Lead } from '@earshot/proto/http/lead';
import type { GeneratedMessage } from '@earshot/proto/http/outreach';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { useToaster } from '../../../lib/toaster-context.ts';
import { variantsQuery } from '../api/generate-variants.ts';
import { changeDraft, type Draft, isOwn, withGenerated } from '../drafts.ts';
import { texts } from '../texts.ts';
import { RulesNote } from './rules-note.tsx';
import styles from './variants.module.css';
import { VariantsWaiting } from './variants-waiting.tsx';

interface VariantsChooserProps {
  readonly lead: Lead;
  readonly draft: Draft;
  readonly onClose: () => void;
}

/** Three drafts; the chosen one replaces the text in the editor. Asks first if the user has written there. */
export function VariantsChooser({ lead, draft, onClose }: VariantsChooserProps) {
  const { messageType, tone } = draft;
  const { data, error, isFetching, refetch } = useQuery(variantsQuery({ lead, messageType, tone }));
  const { wanted, isAsking, choose, replace, keep } = useChoice(lead, draft, onClose);
  if (error && !isFetching) {
    return <LoadError title={texts.variantsFailed} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <div className={styles.chooser}>
      <div className={styles.top}>
        <p className={styles.help}>{texts.variantsHelp(texts.messageTypes[messageType], texts.tones[tone])}</p>
        <Button size="small" loading={isFetching} onClick={() => void refetch()}>
          {texts.otherThree}
        </Button>
      </div>
      {isFetching ? (
        <VariantsWaiting />
      ) : (
        <ol className={styles.list} aria-label={texts.variantsTitle}>
          {data?.map((variant, index) => (
            <Variant key={variant.id} number={index + 1} variant={variant} lead={lead} onUse={() => choose(variant)} />
          ))}
        </ol>
      )}
      <ConfirmDialog
        open={isAsking}
        title={texts.replaceTitle}
        confirmLabel={texts.replace}
        cancelLabel={texts.keep}
        onConfirm={() => wanted && replace(wanted)}
        onCancel={keep}
      >
        {texts.replaceHelp}
      </ConfirmDialog>
    </div>
  );
}

/** Puts the chosen draft into the editor, after confirmation if that replaces the user's text. */
function useChoice(lead: Lead, draft: Draft, onClose: () => void) {
  const toaster = useToaster();
  const [wanted, setWanted] = useState<GeneratedMessage | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const replace = (variant: GeneratedMessage) => {
    setIsAsking(false);
    changeDraft(lead, (old) => withGenerated(old, variant));
    toaster.show({ kind: 'success', ...texts.chosen });
    onClose();
  };
  const choose = (variant: GeneratedMessage) => {
    if (!isOwn(draft[variant.messageType])) return replace(variant);
    setWanted(variant);
    setIsAsking(true);
  };
  return { wanted, isAsking, choose, replace, keep: () => setIsAsking(false) };
}

interface VariantProps {
  readonly number: number;
  readonly variant: GeneratedMessage;
  readonly lead: Pick<Lead, 'communityLabel'>;
  readonly onUse: () => void;
}

function Variant({ number, variant: { message, rules }, lead, onUse }: VariantProps) {
  const id = useId();
  return (
    <li className={styles.variant} aria-labelledby={id}>
      <div className={styles.head}>
        <h3 id={id} className={styles.name}>
          {texts.variant(number)}
        </h3>
        <Button size="small" aria-label={texts.useNamed(number)} onClick={onUse}>
          {texts.use}
        </Button>
      </div>
      <p className={styles.text}>{message}</p>
      {rules && <RulesNote community={lead.communityLabel} rules={rules} />}
    </li>
  );
}
