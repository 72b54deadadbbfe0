import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import type { SourceModules } from './source-modules.ts';

const router = '/src/app/router.tsx';

/** The part of a react-router route that this file reads. */
interface Route {
  readonly path?: string;
  readonly children?: readonly Route[];
  readonly lazy?: () => unknown;
}

/** A page of the app with the scripts and styles that it needs in addition to those of every page. */
interface Page {
  readonly path: string;
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

const isRoute = (value: unknown): value is Route => typeof value === 'object' && value !== null;

/** Returns the module that a lazy route imports, read from the source of its `lazy` function. */
function moduleOf({ lazy }: Route): string[] {
  if (!lazy) return [];
  const [, id] = /import\w*\(\s*["'`]([^"'`]+)["'`]/.exec(String(lazy)) ?? [];
  if (id === undefined) throw new Error(`a lazy route imports no module: ${String(lazy)}`);
  return [id];
}

/** Returns every path of the route tree with the modules of the routes that lead to it. */
function addresses(route: Route, base: string, above: readonly string[]): { path: string; modules: string[] }[] {
  const path = route.path?.startsWith('/') ? route.path : [base, route.path].filter(Boolean).join('/');
  const modules = [...above, ...moduleOf(route)];
  if (!route.children) return [{ path, modules }];
  return route.children.flatMap((child) => addresses(child, path, modules));
}

/** Returns the named chunks and all chunks that they import. */
function withImports(bundle: Rollup.OutputBundle, names: readonly string[]): Rollup.OutputChunk[] {
  const found = new Map<string, Rollup.OutputChunk>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || found.has(name)) return;
    found.set(name, chunk);
    chunk.imports.forEach(visit);
  };
  names.forEach(visit);
  return [...found.values()];
}

/** Writes `pages.json`, read from the router: the paths of the app and the files that each page needs. */
export function routeManifest(modules: SourceModules, root: string): Plugin {
  return {
    name: 'earshot-route-manifest',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const { routes } = await modules.load(router);
        if (!Array.isArray(routes)) throw new Error(`${router} gives no routes`);
        const chunks = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? [output] : []));
        const entry = chunks.find(
          ({ isEntry, moduleIds }) => isEntry && moduleIds.includes(join(root, 'src/main.tsx')),
        );
        if (!entry) throw new Error('the bundle has no entry for src/main.tsx');
        const always = new Set(withImports(bundle, [entry.fileName]));
        const page = ({ path, modules: ids }: { path: string; modules: string[] }): Page => {
          const own = ids.map((id) => {
            const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, id)));
            if (!chunk) throw new Error(`${id} of the route ${path} is in no chunk`);
            return chunk.fileName;
          });
          const needed = withImports(bundle, own).filter((chunk) => !always.has(chunk));
          const styles = needed.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
          return {
            path,
            scripts: needed.map(({ fileName }) => `/${fileName}`),
            styles: [...new Set(styles)].map((name) => `/${name}`),
          };
        };
        const source = JSON.stringify(
          routes
            .filter(isRoute)
            .flatMap((route) => addresses(route, '', []))
            .map(page),
        );
        this.emitFile({ type: 'asset', fileName: 'pages.json', source });
        await modules.close();
      },
    },
  };
}
