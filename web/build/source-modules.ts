import { createServer, type UserConfig, type ViteDevServer } from 'vite';

/** Evaluates modules of the web app in Node while it is built. */
export interface SourceModules {
  /** What the module at this path below `web/` exports. */
  load(path: string): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** Starts when first asked, with the configuration that the pages are built with, so that class names are the same. */
export function sourceModules(shared: UserConfig): SourceModules {
  let server: Promise<ViteDevServer> | undefined;
  const start = () =>
    createServer({
      ...shared,
      configFile: false,
      appType: 'custom',
      logLevel: 'error',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    });
  return {
    load: async (path) => (await (server ??= start())).ssrLoadModule(path),
    close: async () => {
      const running = await server;
      server = undefined;
      await running?.close();
    },
  };
}
