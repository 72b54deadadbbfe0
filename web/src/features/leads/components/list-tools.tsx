import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Tip } from '../../../components/tip.tsx';
import { useExportLeads } from '../api/export-leads.ts';
import type { LeadFilters } from '../filters.ts';
import { texts } from '../texts.ts';
import styles from './list-tools.module.css';

interface ListToolsProps {
  readonly filters: LeadFilters;
  /** There is nothing to export yet. */
  readonly isEmpty: boolean;
  /** Whether leads match the filters. */
  readonly hasLeads: boolean;
  readonly onHelp: () => void;
}

/** Actions for the whole list, and help on its keyboard shortcuts. */
export function ListTools({ filters, isEmpty, hasLeads, onHelp }: ListToolsProps) {
  const exporting = useExportLeads();
  return (
    <div className={styles.tools}>
      <Tip text={texts.keys}>
        <Button
          type="text"
          className="key-hint"
          aria-label={texts.keys}
          icon={<Icon name="keyboard" />}
          onClick={onHelp}
        />
      </Tip>
      {!isEmpty && (
        <Button
          icon={<Icon name="download" />}
          loading={exporting.isPending}
          reason={hasLeads ? undefined : texts.nothingToExport}
          onClick={() => exporting.mutate({ filters })}
        >
          <span className="wide-word">{exporting.isPending ? texts.exporting : texts.export}</span>
        </Button>
      )}
    </div>
  );
}
