import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin, type UserConfig } from 'vite';
import { appPages } from './build/app-pages.ts';
import { firstLoadChunks } from './build/first-load-chunks.ts';
import { headTags } from './build/head-tags.ts';
import { prerendered } from './build/prerendered.ts';
import { routeManifest } from './build/route-manifest.ts';
import { sourceModules } from './build/source-modules.ts';
import { withoutSummaries } from './build/without-summaries.ts';
import { faviconSvg } from './src/config/favicon.ts';
import { tokensCss } from './src/config/tokens-css.ts';

const tokensId = 'virtual:tokens.css';

/** Serves the colour tokens as CSS variables, so that style sheets and antd use the same file. */
function tokens(): Plugin {
  return {
    name: 'earshot-tokens',
    resolveId: (id) => (id === tokensId ? `\0${tokensId}` : undefined),
    load: (id) => (id === `\0${tokensId}` ? tokensCss() : undefined),
  };
}

/** Generates the favicon from the brand mark and the tokens, so that neither is duplicated. */
function favicon(): Plugin {
  const fileName = 'favicon.svg';
  return {
    name: 'earshot-favicon',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: faviconSvg() });
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_, response) => {
        response.setHeader('content-type', 'image/svg+xml');
        response.end(faviconSvg());
      });
    },
  };
}

/** Writes a compressed copy of each script and style sheet, so that the gateway does not compress for each visitor. */
function compressed(): Plugin {
  return {
    name: 'earshot-compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = join(dir, 'assets');
      const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
      for (const name of names) {
        const file = join(folder, name);
        await writeFile(`${file}.gz`, gzipSync(await readFile(file), { level: 9 }));
      }
    },
  };
}

/** The address of the Earshot that `npm run dev` started. The Host header is unchanged, because the gateway compares it with the origin. */
const { PORT = '8080' } = loadEnv('', import.meta.dirname, 'PORT');
const backend = { target: `http://127.0.0.1:${PORT}`, changeOrigin: false };

/** Shared by the build of the pages and the prerendering of their parts. */
const shared: UserConfig = {
  root: import.meta.dirname,
  css: { modules: { generateScopedName: '[name]_[local]_[hash:base64:5]' } },
};
const modules = sourceModules({ ...shared, plugins: [react(), tokens()] });

export default defineConfig({
  ...shared,
  appType: 'mpa',
  plugins: [
    react(),
    tokens(),
    withoutSummaries(),
    favicon(),
    appPages(),
    prerendered(modules),
    headTags(),
    routeManifest(modules, import.meta.dirname),
    compressed(),
  ],
  // The gateway replaces this word with a new nonce in each HTML answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 1500,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'scores.html', 'app.html'],
      output: { codeSplitting: { groups: firstLoadChunks(import.meta.dirname) } },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': backend,
      '/sandbox': backend,
      '/ws': { ...backend, ws: true },
    },
  },
});
