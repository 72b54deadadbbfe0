import { join } from 'node:path';
import type { Rollup } from 'vite';

/** A page that people open first: the document or module that it starts from, and the starts that precede it. */
interface Start {
  readonly name: string;
  readonly file: string;
  readonly after: readonly string[];
}

const starts: readonly Start[] = [
  { name: 'scores', file: 'scores.html', after: [] },
  { name: 'landing', file: 'index.html', after: [] },
  { name: 'app', file: 'app.html', after: [] },
  { name: 'auth', file: 'src/app/pages/auth-page.tsx', after: ['app'] },
  { name: 'dashboard', file: 'src/app/shell/dashboard.tsx', after: ['app'] },
  { name: 'leads', file: 'src/app/pages/leads-page.tsx', after: ['app', 'dashboard'] },
];

interface Chunk {
  readonly name: string;
  /** How many of the first loads fetch it. */
  readonly loads: number;
}

type GetModuleInfo = Rollup.PluginContext['getModuleInfo'];
type Context = Readonly<{ getModuleInfo: GetModuleInfo }>;

/** Returns these modules and every module that they lead to. */
function reached(from: readonly string[], next: (id: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    next(id).forEach(visit);
  };
  from.forEach(visit);
  return found;
}

/** Returns the chunk of each module that a first load shares with another page. */
function sharedChunks(root: string, getModuleInfo: GetModuleInfo): ReadonlyMap<string, Chunk> {
  const imports = (id: string) => getModuleInfo(id)?.importedIds ?? [];
  const later = (id: string) => getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const entries = starts.map(({ file }) => join(root, file));
  const modules = reached(entries, (id) => [...imports(id), ...later(id)]);
  const pages = new Set([...entries, ...[...modules].flatMap(later)]);
  const needs = new Map([...pages].map((id) => [id, reached([id], imports)]));
  const chunks = new Map<string, Chunk>();
  for (const id of modules) {
    const isShared = [...needs.values()].filter((need) => need.has(id)).length > 1;
    const users = new Set(starts.flatMap(({ name, file }) => (needs.get(join(root, file))?.has(id) ? [name] : [])));
    const has = (name: string) => users.has(name);
    const first = starts.filter(({ name, after }) => has(name) && !after.some(has)).map(({ name }) => name);
    const loads = starts.filter(({ name, after }) => has(name) || after.some(has)).length;
    if (isShared && loads > 0) chunks.set(id, { name: first.join('-'), loads });
  }
  return chunks;
}

/**
 * Puts what first loads share with other pages into one chunk for each set of first loads. Without this the bundler makes
 * a chunk for each set of pages: the leads page fetched 61 scripts and 22 styles, many smaller than the headers of their
 * answer. What only one page needs stays in its own chunk.
 */
export function firstLoadChunks(root: string) {
  let chunks: ReadonlyMap<string, Chunk> | undefined;
  const chunkOf = (id: string, { getModuleInfo }: Context) => (chunks ??= sharedChunks(root, getModuleInfo)).get(id);
  // A group also takes what its modules import. At least the same loads fetch that, so the largest sets come first.
  return starts.map((_, index) => ({
    debugName: `chunks of ${index + 1} first loads`,
    priority: index,
    name: (id: string, context: Context) => {
      const chunk = chunkOf(id, { getModuleInfo: (module) => context.getModuleInfo(module) });
      return chunk?.loads === index + 1 ? chunk.name : null;
    },
  }));
}
