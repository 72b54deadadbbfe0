import type { LeadFigures } from '@earshot/proto/http/analytics';
import { Card } from '../../../components/card.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { count } from '../../../lib/format.ts';
import { none, texts } from '../texts.ts';
import styles from './analytics-board.module.css';

interface Stage {
  readonly found?: number;
  readonly contacted: number;
  readonly replied: number;
}

/** The share of contacted leads that replied; a dash before any was contacted. */
const rateOf = ({ contacted, replied }: Stage) =>
  contacted === 0 ? none : `${((100 * replied) / contacted).toFixed(1)}%`;

const cellsOf = (stage: Stage) => [
  ...(stage.found === undefined ? [] : [count(stage.found)]),
  count(stage.contacted),
  count(stage.replied),
  rateOf(stage),
];

const { found, contacted, replied, rate } = texts.funnelColumns;
const numbers = (titles: readonly string[]) => titles.map((title) => ({ title, isNumber: true }));

/** What became of the leads, by score, community and draft. */
export function Funnels({ figures: { bands, communities, variants } }: { readonly figures: LeadFigures }) {
  const stages = numbers([found, contacted, replied, rate]);
  return (
    <div className={styles.funnels}>
      <Card title={texts.funnelByScore} help={texts.funnelByScoreHelp}>
        <DataTable
          caption={texts.funnelByScore}
          columns={[{ title: texts.funnelColumns.score }, ...stages]}
          rows={bands.map((band) => ({ key: band.label, cells: [band.label, ...cellsOf(band)] }))}
        />
      </Card>
      <Card title={texts.funnelByVariant} help={texts.funnelByVariantHelp}>
        <DataTable
          caption={texts.funnelByVariant}
          columns={[{ title: texts.funnelColumns.variant }, ...numbers([contacted, replied, rate])]}
          rows={variants.map((row) => ({
            key: row.variant ?? 'own',
            cells: [texts.variants[row.variant ?? 'own'], ...cellsOf(row)],
          }))}
        />
      </Card>
      <Card title={texts.funnelByCommunity} help={texts.funnelByCommunityHelp}>
        <DataTable
          caption={texts.funnelByCommunity}
          columns={[{ title: texts.funnelColumns.community }, ...stages]}
          rows={communities.map((row) => ({
            key: `${row.source} ${row.name}`,
            cells: [row.communityLabel, ...cellsOf(row)],
          }))}
        />
      </Card>
    </div>
  );
}
