import type { RulesCheck } from '@earshot/proto/http/outreach';
import type { RuleVerdict } from '@earshot/proto/values';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { sentence } from '../../../lib/format.ts';
import { texts } from '../texts.ts';
import styles from './rules-note.module.css';

const icons: Readonly<Record<RuleVerdict, IconName>> = { safe: 'shield', borderline: 'help', avoid: 'alert' };

interface RulesNoteProps {
  readonly community: string;
  readonly rules: RulesCheck;
  /** The text has changed since the check. */
  readonly isChanged?: boolean;
}

/** The check of a draft against the community's rules: the verdict, the reason, and the text of the rule. */
export function RulesNote({ community, rules: { verdict, rule, reason }, isChanged = false }: RulesNoteProps) {
  const name = texts.rulesOf(community);
  return (
    <div className={styles.note} data-verdict={verdict} role="group" aria-label={name}>
      <p className={styles.head}>
        <span className={styles.verdict}>
          <Icon name={icons[verdict]} />
          {texts.verdicts[verdict]}
        </span>
        <span className={styles.name}>{name}</span>
      </p>
      <p>{sentence(reason)}</p>
      {rule !== null && <blockquote className={styles.rule}>{rule}</blockquote>}
      {isChanged && <p className={styles.changed}>{texts.changedSince}</p>}
    </div>
  );
}
