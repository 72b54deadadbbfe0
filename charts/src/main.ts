import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ruleFiles } from './alerts/rules.ts';
import { dashboardFiles } from './dashboards/index.ts';
import { edgesFile } from './edges.ts';
import { secretsFile } from './settings.ts';

const charts = new URL('../', import.meta.url);

for (const { path, text } of [edgesFile(), secretsFile(), ...ruleFiles(), ...dashboardFiles()]) {
  const file = fileURLToPath(new URL(path, charts));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  console.log(`wrote charts/${path}`);
}
