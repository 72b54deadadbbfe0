import type { Lead } from '@earshot/proto/http/lead';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { PlainScore, PostRow } from '../../../components/post-row.tsx';
import { count } from '../../../lib/format.ts';
import { useChangeLeadStatus, useStatusLedger } from '../api/change-lead-status.ts';
import { withdrawnQuery } from '../api/list-withdrawn.ts';
import { excerpt } from '../excerpt.ts';
import { texts } from '../texts.ts';
import styles from './withdrawn-leads.module.css';

/** The leads that a new judgement withdrew, each with its reason. Nothing if there are none. */
export function WithdrawnLeads() {
  const { data } = useQuery(withdrawnQuery);
  const ledger = useStatusLedger();
  const pending = useSyncExternalStore(ledger.subscribe, ledger.pending);
  const leads = (data?.leads ?? []).filter(({ id, status }) => status === 'skipped' && !pending.has(id));
  if (data === undefined || leads.length === 0) return null;
  const more = data.total - data.leads.length;
  return (
    <section className={styles.section} aria-label={texts.withdrawnLeads}>
      <h2 className={styles.title}>{texts.withdrawnLeads}</h2>
      <p className={styles.help}>{texts.withdrawnHelp}</p>
      <ul className={styles.list}>
        {leads.map((lead) => (
          <WithdrawnLead key={lead.id} lead={lead} />
        ))}
      </ul>
      {more > 0 && <p className={styles.help}>{texts.moreWithdrawn(count(more))}</p>}
    </section>
  );
}

function WithdrawnLead({ lead }: { readonly lead: Lead }) {
  const { mutate } = useChangeLeadStatus();
  return (
    <PostRow
      post={{ ...lead, summary: excerpt(lead.content) }}
      score={
        <>
          <PlainScore score={lead.score} />
          <span className={styles.mark}>{texts.withdrawn}</span>
        </>
      }
      community={lead.communityLabel}
      reason={lead.withdrawn?.reason}
      parts={lead.aiAnalysis.parts}
      partsLabel={texts.why}
    >
      <div>
        <Button
          size="small"
          icon={<Icon name="plus" size={14} />}
          aria-label={texts.keepNamed(lead.title)}
          onClick={() => mutate({ lead, change: { status: 'new' } })}
        >
          {texts.keep}
        </Button>
      </div>
    </PostRow>
  );
}
