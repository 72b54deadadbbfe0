import { join, relative } from 'node:path';
import { writeDashboards } from './dashboards/index.ts';
import { generatedFiles } from './files.ts';
import { formatted, write, written } from './generated.ts';

for (const file of await generatedFiles()) {
  const isNew = (await written(file.path)) !== (await formatted(file));
  if (isNew) await write(file);
  console.log(`${isNew ? 'wrote' : 'kept '} ${join('charts', file.path)}`);
}
for (const path of writeDashboards()) console.log(`wrote ${relative(process.cwd(), path)}`);
