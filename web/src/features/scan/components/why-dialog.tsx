import { Dialog } from '../../../components/dialog.tsx';
import { whyTitle } from '../why-title.ts';
import { WhyPanel, type WhyPanelProps } from './why-panel.tsx';

interface WhyDialogProps extends Omit<WhyPanelProps, 'onLeave'> {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The dialog over the leads page that shows where the posts of the scan went. */
export function WhyDialog({ job, open, onClose, ...rest }: WhyDialogProps) {
  return (
    <Dialog
      open={open}
      onCancel={onClose}
      title={whyTitle(job)}
      width={760}
      centered
      scrolls={{ maxHeight: 'min(720px, 78vh)' }}
    >
      <WhyPanel job={job} onLeave={onClose} {...rest} />
    </Dialog>
  );
}
