import { Card } from '../../../components/card.tsx';
import { texts } from '../texts.ts';
import styles from './plan-card.module.css';

/** What the trial's texts mean on a self-hosted installation, and how to hide them. */
export function PlanCard() {
  const [before, after] = texts.hide;
  return (
    <div className={styles.page}>
      <Card title={texts.plan}>
        <p className={styles.left}>{texts.remaining}</p>
        {texts.explanation.map((sentence) => (
          <p key={sentence} className={styles.text}>
            {sentence}
          </p>
        ))}
        <p className={styles.text}>
          {before}
          <code>{texts.setting}</code>
          {after}
        </p>
      </Card>
    </div>
  );
}
