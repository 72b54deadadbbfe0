import { readFileSync } from 'node:fs';

export type ImageName = 'KAFKA_IMAGE' | 'MONGO_IMAGE' | 'REDIS_IMAGE' | 'NODE_IMAGE';

const images = new URL('../../../.env', import.meta.url);

/** The image's name and tag from `.env`, the single list of images. Throws for a missing one. */
export function imageOf(name: ImageName): string {
  const line = readFileSync(images, 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${name}=`));
  if (line === undefined) throw new Error(`.env does not name ${name}`);
  return line.slice(name.length + 1).trim();
}
