import type { Lead } from '@earshot/proto/http/lead';
import { siteOf } from '../../../lib/sources.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { safeHref } from '../../../lib/format.ts';
import { useCopy } from '../../../lib/use-copy.ts';
import { reasons } from '../reasons.ts';
import { texts } from '../texts.ts';
import styles from './send-row.module.css';

interface CopyAndOpenProps {
  readonly lead: Pick<Lead, 'url' | 'source' | 'sourceLabel'>;
  readonly text: string;
}

/** Copies the draft and opens the post, for posts to which Earshot cannot send messages. */
export function CopyAndOpen({ lead, text }: CopyAndOpenProps) {
  const { copied, copy } = useCopy(text, texts.copiedToast);
  const href = safeHref(lead.url, location.origin);
  // Browsers only allow copying while the page has the focus, so the post opens afterwards.
  const copyAndOpen = async () => {
    if (await copy()) window.open(href, '_blank', 'noopener,noreferrer');
  };
  const isEmpty = text.trim() === '';
  return (
    <div className={styles.row}>
      <p className={styles.hint}>{texts.noSending(siteOf(lead))}</p>
      <Button
        type={isEmpty ? 'default' : 'primary'}
        icon={<Icon name={copied ? 'check' : 'open'} />}
        reason={isEmpty ? reasons.obstacles.empty : href === undefined ? reasons.noAddress : undefined}
        onClick={() => void copyAndOpen()}
      >
        {copied ? texts.copied : texts.copyAndOpen}
      </Button>
    </div>
  );
}
