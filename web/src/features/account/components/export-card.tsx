import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Icon } from '../../../components/icon.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useFailureToast } from '../../../lib/use-failure-toast.ts';
import { useExportData } from '../api/account.ts';
import { texts } from '../texts.ts';

/** Downloads all data that is stored about the user. */
export function ExportCard() {
  const toaster = useToaster();
  const failed = useFailureToast();
  const exporting = useExportData();
  const start = () =>
    exporting.mutate(undefined, {
      onSuccess: ({ name, bytes }) => {
        saveFile(bytes, name ?? texts.fileName);
        toaster.show({ kind: 'success', ...texts.exported });
      },
      onError: failed(texts.exportFailed),
    });
  return (
    <Card id="data" title={texts.data} help={texts.dataHelp}>
      <div>
        <Button icon={<Icon name="download" />} loading={exporting.isPending} onClick={start}>
          {exporting.isPending ? texts.exporting : texts.export}
        </Button>
      </div>
    </Card>
  );
}
