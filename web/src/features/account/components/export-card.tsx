import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Icon } from '../../../components/icon.tsx';
import { isSignedOut, messageOf } from '../../../lib/api-error.ts';
import { isCancelled } from '../../../lib/confirmed.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useToaster } from '../../../lib/toaster-context.ts';
import { useExportData } from '../api/export-data.ts';
import { texts } from '../texts.ts';

/** Downloads all data that is stored about the user. */
export function ExportCard() {
  const toaster = useToaster();
  const exporting = useExportData();
  const start = () =>
    exporting.mutate(undefined, {
      onSuccess: ({ name, bytes }) => {
        saveFile(bytes, name ?? texts.fileName);
        toaster.show({ kind: 'success', ...texts.exported });
      },
      onError: (error) => {
        if (isSignedOut(error) || isCancelled(error)) return;
        toaster.show({ kind: 'destructive', title: texts.exportFailed, description: messageOf(error) });
      },
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
