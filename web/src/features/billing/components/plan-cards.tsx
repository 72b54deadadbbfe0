import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useJoinWaitlist } from '../api/join-waitlist.ts';
import { texts } from '../texts.ts';
import styles from './plan-cards.module.css';

/** The plan, its price, and planned features. */
export function PlanCards({ email }: { readonly email: string }) {
  return (
    <div className={styles.cards}>
      <Card title={texts.plan} help={texts.planHelp}>
        <p className={styles.price}>
          {texts.free}
          <span className={styles.left}>{texts.remaining}</span>
        </p>
        <ul className={styles.facts}>
          {texts.facts.map((fact) => (
            <li key={fact}>
              <Icon name="check" />
              {fact}
            </li>
          ))}
        </ul>
      </Card>
      <Card title={texts.launch} help={texts.launchHelp}>
        <p className={styles.detail}>{texts.launchDetail(email)}</p>
        <Join email={email} />
      </Card>
    </div>
  );
}

function Join({ email }: { readonly email: string }) {
  const join = useJoinWaitlist();
  return (
    <div className={styles.join} role="status">
      {join.isSuccess ? (
        <p className={styles.joined}>
          <Icon name="check" />
          {texts.joined}
        </p>
      ) : (
        <Button type="primary" loading={join.isPending} onClick={() => join.mutate(email)}>
          {join.isPending ? texts.joining : texts.join}
        </Button>
      )}
    </div>
  );
}
