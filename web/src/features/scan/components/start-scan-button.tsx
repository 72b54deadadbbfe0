import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { useStartScan } from '../api/scan.ts';
import { texts } from '../texts.ts';

interface StartScanButtonProps {
  readonly running: boolean;
  readonly label?: string;
  /** It is the page's main action. */
  readonly isMain?: boolean;
}

export function StartScanButton({ running, label = texts.start, isMain = true }: StartScanButtonProps) {
  const start = useStartScan();
  const words = running ? texts.running : start.isPending ? texts.starting : label;
  return (
    <Button
      type={isMain ? 'primary' : 'default'}
      icon={<Icon name="scan" />}
      disabled={running}
      loading={start.isPending}
      onClick={() => start.mutate()}
    >
      {words}
    </Button>
  );
}
