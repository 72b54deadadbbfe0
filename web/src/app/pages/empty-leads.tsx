import type { ScanJob } from '@earshot/proto/http/scan';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { BrandMark } from '../../components/brand-mark.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { paths } from '../../config/paths.ts';
import { configurationQuery } from '../../features/configuration/api/configuration.ts';
import { allStatuses, isNarrowed } from '../../features/leads/filters.ts';
import { texts } from '../../features/leads/texts.ts';
import { closePostsQuery } from '../../features/scan/api/scan-posts.ts';
import { StartScanButton } from '../../features/scan/components/start-scan-button.tsx';
import { whyNoLeads } from '../../features/scan/no-leads.ts';
import { texts as scanTexts } from '../../features/scan/texts.ts';
import type { TrackedScan } from '../../features/scan/use-tracked-scan.ts';
import { communitiesQuery } from '../../features/communities/api/communities.ts';
import { useOpenPicker } from '../shell/picker-context.ts';
import { texts as appTexts } from '../texts.ts';
import styles from './empty-leads.module.css';
import { useBroader } from './use-broader.ts';
import type { LeadAddress } from './use-lead-address.ts';

interface EmptyLeadsProps {
  readonly address: LeadAddress;
  /** The account has leads that this list does not show. */
  readonly hasLeads: boolean;
  readonly scan: TrackedScan;
  /** Shows where the posts of the last scan went. */
  readonly onWhy: () => void;
}

/** Explains why the list is empty and offers the action that fixes it. */
export function EmptyLeads({ address: { filters, change, clear }, hasLeads, scan, onWhy }: EmptyLeadsProps) {
  const { job, last } = scan;
  const showAll = filters.status !== allStatuses && (
    <Button onClick={() => change({ status: allStatuses })}>{texts.showAllStatuses}</Button>
  );
  if (job !== null) return <Box title={texts.empty} detail={texts.emptyScanning} />;
  if (hasLeads && isNarrowed(filters)) {
    return (
      <Box title={texts.empty} detail={texts.emptyFiltered}>
        {showAll}
        <Button onClick={clear}>{texts.clear}</Button>
      </Box>
    );
  }
  if (hasLeads) {
    return (
      <Box title={texts.noneNew} detail={texts.noneNewDetail} isResult>
        {showAll}
      </Box>
    );
  }
  if (last !== null) return <Result job={last} onWhy={onWhy} />;
  return (
    <Box title={texts.empty} detail={<FirstSteps />}>
      <StartScanButton running={false} label={texts.startFirst} />
    </Box>
  );
}

interface ResultProps extends Pick<EmptyLeadsProps, 'onWhy'> {
  readonly job: ScanJob;
}

/** A scan has ended without a lead: what it searched, why it found none, and what the user can do. The closest posts follow. */
function Result({ job, onWhy }: ResultProps) {
  const openPicker = useOpenPicker();
  const { data } = useQuery(closePostsQuery(job.id));
  const isMain = useBroader(job)?.findsLeads !== true;
  return (
    <Box title={texts.empty} detail={data && whyNoLeads(job, data).join(' ')} isResult>
      <Button aria-haspopup="dialog" onClick={onWhy}>
        {scanTexts.whyNothing}
      </Button>
      <LinkButton to={paths.configuration}>{appTexts.firstSteps.changeBusiness}</LinkButton>
      <Button aria-haspopup="dialog" onClick={openPicker}>
        {appTexts.firstSteps.communities}
      </Button>
      <StartScanButton running={false} isMain={isMain} />
    </Box>
  );
}

interface BoxProps {
  readonly title: string;
  readonly detail?: React.ReactNode;
  /** One row, because posts follow. */
  readonly isResult?: boolean;
  readonly children?: React.ReactNode;
}

function Box({ title, detail, isResult = false, children }: BoxProps) {
  return (
    <div className={isResult ? styles.result : styles.box}>
      {!isResult && <BrandMark size={40} />}
      <div>
        <h2 className={styles.title}>{title}</h2>
        {typeof detail === 'string' ? <p className={styles.detail}>{detail}</p> : detail}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}

/** The steps that a first scan needs; each links to its page. */
function FirstSteps() {
  const configuration = useQuery(configurationQuery);
  const communities = useQuery(communitiesQuery);
  const openPicker = useOpenPicker();
  const hasBusiness = (configuration.data?.businessDescription ?? '').trim() !== '';
  const active = (communities.data ?? []).filter(({ isActive }) => isActive).length;
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
