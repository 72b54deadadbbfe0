import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { BrandMark } from '../../components/brand-mark.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { paths } from '../../config/paths.ts';
import { configurationQuery } from '../../features/configuration/api/get-configuration.ts';
import { texts } from '../../features/leads/texts.ts';
import { StartScanButton } from '../../features/scan/components/start-scan-button.tsx';
import { texts as scanTexts } from '../../features/scan/texts.ts';
import { subredditsQuery } from '../../features/subreddits/api/list-subreddits.ts';
import { useOpenPicker } from '../shell/picker-context.ts';
import { texts as appTexts } from '../texts.ts';
import styles from './empty-leads.module.css';

interface EmptyLeadsProps {
  readonly isNarrowed: boolean;
  readonly isScanning: boolean;
  readonly onClear: () => void;
  /** Shows where the posts of the last scan went; null if there was no scan. */
  readonly onWhy: (() => void) | null;
}

/** Explains why the list is empty and offers the action that fixes it. */
export function EmptyLeads({ isNarrowed, isScanning, onClear, onWhy }: EmptyLeadsProps) {
  return (
    <div className={styles.box}>
      <BrandMark size={40} />
      <h2 className={styles.title}>{texts.empty}</h2>
      {isScanning ? (
        <p className={styles.detail}>{texts.emptyScanning}</p>
      ) : isNarrowed ? (
        <>
          <p className={styles.detail}>{texts.emptyFiltered}</p>
          <Button onClick={onClear}>{texts.clear}</Button>
        </>
      ) : (
        <>
          <FirstSteps />
          <div className={styles.actions}>
            {onWhy && (
              <Button aria-haspopup="dialog" onClick={onWhy}>
                {scanTexts.whyNothing}
              </Button>
            )}
            <StartScanButton running={false} label={onWhy ? scanTexts.start : texts.startFirst} />
          </div>
        </>
      )}
    </div>
  );
}

/** The steps that a first scan needs; each links to its page. */
function FirstSteps() {
  const configuration = useQuery(configurationQuery);
  const subreddits = useQuery(subredditsQuery);
  const openPicker = useOpenPicker();
  const hasBusiness = (configuration.data?.businessDescription ?? '').trim() !== '';
  const active = (subreddits.data ?? []).filter(({ isActive }) => isActive).length;
  return (
    <ol className={styles.steps}>
      <li className={styles.step} data-done={hasBusiness}>
        <Icon name={hasBusiness ? 'check' : 'right'} />
        <Link to={paths.configuration}>{appTexts.firstSteps.business}</Link>
      </li>
      <li className={styles.step} data-done={active > 0}>
        <Icon name={active > 0 ? 'check' : 'right'} />
        <button type="button" className={styles.open} onClick={openPicker}>
          {appTexts.firstSteps.communities}
        </button>
        {active > 0 && <span className={styles.count}>{appTexts.firstSteps.chosen(active)}</span>}
      </li>
    </ol>
  );
}
