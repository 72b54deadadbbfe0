import { cp, mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** One change to the sources that breaks a guarantee. */
interface Patch {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Deliberately broken builds. They must fail, which proves that the fault tests can detect an error.
 * `unique`: nothing prevents a post from becoming a lead of the same user twice.
 * `commit`: a record is committed before its effect is stored.
 */
export const brokenBuilds = {
  unique: [
    {
      file: 'services/lead/src/store/lead-schema.ts',
      from: 'leadSchema.index({ userId: 1, redditPostId: 1, source: 1 }, { unique: true });',
      to: 'leadSchema.index({ userId: 1, redditPostId: 1, source: 1 });',
    },
  ],
  commit: [
    {
      file: 'packages/event-bus/src/partition-cursor.ts',
      from: 'if (fresh !== null) return [fresh, ...this.#following(fresh, limit - 1)];',
      to: `if (fresh !== null) {
        const turns = [fresh, ...this.#following(fresh, limit - 1)];
        this.#moveTo((turns.at(-1)?.record.offset ?? 0) + 1);
        return turns;
      }`,
    },
    { file: 'packages/event-bus/src/kafka/timing.ts', from: 'commitEveryMs: 50,', to: 'commitEveryMs: 1,' },
  ],
} as const satisfies Readonly<Record<string, readonly Patch[]>>;
export type BrokenBuild = keyof typeof brokenBuilds;

/** Whether the text is the name of a broken build. */
export function isBrokenBuild(name: string): name is BrokenBuild {
  return Object.hasOwn(brokenBuilds, name);
}

const project = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Copies the sources to a temporary folder and patches them there. Resolves with the folder's path, which is a root for
 * `startCluster`. Throws when the text to patch is missing, so a broken build is never silently a correct one.
 */
export async function breakBuild(name: BrokenBuild): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), `earshot-broken-${name}-`));
  for (const part of ['packages', 'services', 'proto', 'package.json']) {
    await cp(join(project, part), join(root, part), { recursive: true, verbatimSymlinks: true });
  }
  const modules = join(root, 'node_modules');
  await mkdir(modules);
  for (const entry of await readdir(join(project, 'node_modules'))) {
    if (entry === '@earshot') continue;
    await symlink(join(project, 'node_modules', entry), join(modules, entry));
  }
  // These are relative links, so in the copy they point to the copied packages.
  await cp(join(project, 'node_modules/@earshot'), join(modules, '@earshot'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const patch of brokenBuilds[name]) await apply(root, patch);
  return root;
}

async function apply(root: string, { file, from, to }: Patch): Promise<void> {
  const path = join(root, file);
  const text = await readFile(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} no longer has the text that this build breaks: ${from}`);
  await writeFile(path, text.replace(from, to));
}
