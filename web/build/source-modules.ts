import { createServer, type UserConfig, type ViteDevServer } from 'vite';

/** Evaluates modules of the web app in Node during the build. */
export interface SourceModules {
  /** Returns the exports of the module at this path below `web/`. */
  load(path: string): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** Starts on first use, with the same configuration as the build, so that class names are the same. */
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
