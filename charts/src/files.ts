import { ruleFiles } from './alerts/rules.ts';
import { dashboardFiles } from './dashboards/index.ts';
import { edgesFile } from './edges.ts';
import type { Generated } from './generated.ts';
import { secretsFile } from './settings.ts';
import { schemaFile } from './values-schema.ts';

/** Every file of the chart that is written by `npm run chart`. */
export const generatedFiles = async (): Promise<readonly Generated[]> => [
  ...[edgesFile(), secretsFile(), schemaFile()],
  ...[...ruleFiles(), ...dashboardFiles()],
];
