import { Link } from 'react-router-dom';
import { Card } from '../../../components/card.tsx';
import { Icon } from '../../../components/icon.tsx';
import { paths } from '../../../config/paths.ts';
import type { Advice } from '../figures/recommendations.ts';
import { describeAdvice, texts } from '../texts.ts';
import styles from './advice-list.module.css';

const placeOf: Readonly<Record<Advice['kind'], string>> = {
  start: paths.configuration,
  quality: paths.configuration,
  expand: paths.configuration,
  messages: paths.messages,
};

/** Suggestions for getting more or better leads, each with a link to the page for it. */
export function AdviceList({ advice }: { readonly advice: readonly Advice[] }) {
  return (
    <Card title={texts.recommendations}>
      {advice.length === 0 ? (
        <p className={styles.well}>{texts.allWell}</p>
      ) : (
        <ul className={styles.list}>
          {advice.map((item) => (
            <Item key={item.kind} advice={item} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Item({ advice }: { readonly advice: Advice }) {
  const { title, detail, action, isWarning = false } = describeAdvice(advice);
  return (
    <li className={styles.item}>
      <span className={styles.icon} data-warning={isWarning}>
        <Icon name={isWarning ? 'help' : 'spark'} />
      </span>
      <div>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.detail}>{detail}</p>
        <Link to={placeOf[advice.kind]}>{action}</Link>
      </div>
    </li>
  );
}
