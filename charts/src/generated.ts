import { writeFile, readFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, getFileInfo, resolveConfig } from 'prettier';

/** A file of the chart that is made from code: its path below `charts/`, and its text. */
export interface Generated {
  readonly path: string;
  readonly text: string;
}

const ignorePath = fileURLToPath(new URL('../../.prettierignore', import.meta.url));
const placeOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The text as `npm run format` leaves it. */
export async function formatted(file: Generated): Promise<string> {
  const filepath = placeOf(file.path);
  const { ignored } = await getFileInfo(filepath, { ignorePath });
  if (ignored) return file.text;
  return format(file.text, { ...(await resolveConfig(filepath)), filepath });
}

/** What is there now; empty without the file. */
export async function written(path: string): Promise<string> {
  return readFile(placeOf(path), 'utf8').catch(() => '');
}

export async function write(file: Generated): Promise<void> {
  await mkdir(dirname(placeOf(file.path)), { recursive: true });
  await writeFile(placeOf(file.path), await formatted(file));
}
