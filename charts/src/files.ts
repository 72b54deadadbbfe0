import { ruleFiles } from './alerts/rules.ts';
import { asvsFile } from './asvs/page.ts';
import { documentFiles } from './document-tables.ts';
import { edgesFile } from './edges.ts';
import { type Generated, written } from './generated.ts';
import { securityEventsFile } from './security-events.ts';
import { secretsFile, sourcesFile } from './settings.ts';
import { storeUsersFile } from './store-users.ts';
import { schemaFile } from './values-schema.ts';
import { withTable } from './values-table.ts';

/** Every file of the repository that `npm run chart` writes: the chart, tables of documents, and pages about security. */
export const generatedFiles = async (): Promise<readonly Generated[]> => [
  edgesFile(),
  secretsFile(),
  sourcesFile(),
  storeUsersFile(),
  schemaFile(),
  securityEventsFile(),
  await asvsFile(),
  await readmeFile(),
  ...(await documentFiles()),
  ...ruleFiles(),
];

async function readmeFile(): Promise<Generated> {
  const [readme, values] = await Promise.all(['README.md', 'values.yaml'].map((name) => written(`earshot/${name}`)));
  return { path: 'earshot/README.md', text: withTable(readme ?? '', values ?? '') };
}
