import { writeFile, readFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, getFileInfo, resolveConfig } from 'prettier';

/** A generated file: its path relative to `charts/`, and its text. */
export interface Generated {
  readonly path: string;
  readonly text: string;
}

const ignorePath = fileURLToPath(new URL('../../.prettierignore', import.meta.url));
const placeOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The text formatted like `npm run format` does. */
export async function formatted(file: Generated): Promise<string> {
  const filepath = placeOf(file.path);
  const { ignored } = await getFileInfo(filepath, { ignorePath });
  if (ignored) return file.text;
  return format(file.text, { ...(await resolveConfig(filepath)), filepath });
}

/** The file's current text; empty for a missing file. */
export async function written(path: string): Promise<string> {
  return readFile(placeOf(path), 'utf8').catch(() => '');
}

export async function write(file: Generated): Promise<void> {
  await mkdir(dirname(placeOf(file.path)), { recursive: true });
  await writeFile(placeOf(file.path), await formatted(file));
}
