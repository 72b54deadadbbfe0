import { Modal } from 'antd';
import { lazy } from 'react';
import { LazyPart } from '../../../components/lazy-part.tsx';
import { Skeleton, SkeletonGroup } from '../../../components/skeleton.tsx';
import { isRunning } from '../is-running.ts';
import { texts } from '../texts.ts';
import type { WhyPanelProps } from './why-panel.tsx';

const Panel = lazy(() => import('./why-panel.tsx').then(({ WhyPanel }) => ({ default: WhyPanel })));

interface WhyDialogProps extends Omit<WhyPanelProps, 'job' | 'onLeave'> {
  /** The running scan, or the last one; null if there was none yet. */
  readonly job: WhyPanelProps['job'] | null;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The title of the dialog and of its button. */
export const whyTitle = (job: WhyPanelProps['job']) =>
  job.newLeadsFound === 0 && !isRunning(job) ? texts.whyNothing : texts.whyThese;

/** The dialog over the leads page that shows where the posts of the scan went. Its code is loaded when it is first opened. */
export function WhyDialog({ job, open, onClose, ...rest }: WhyDialogProps) {
  return (
    <Modal
      open={open && job !== null}
      onCancel={onClose}
      title={job && whyTitle(job)}
      footer={null}
      width={760}
      destroyOnHidden
      centered
      styles={{
        body: { maxHeight: 'min(720px, 78vh)', overflowY: 'auto', margin: '0 -24px -20px', padding: '4px 24px 20px' },
      }}
    >
      <LazyPart what={texts.whereWent} waiting={<Waiting />}>
        {job && <Panel job={job} onLeave={onClose} {...rest} />}
      </LazyPart>
    </Modal>
  );
}

function Waiting() {
  return (
    <SkeletonGroup label={texts.whereWent}>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <Skeleton key={row} width="60%" />
      ))}
    </SkeletonGroup>
  );
}
