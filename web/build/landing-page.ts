import type { Plugin } from 'vite';
import type { SourceModules } from './source-modules.ts';

const entry = '/src/landing/prerender.tsx';
const place = '<div id="landing">';

/** Renders the landing page into its document at build time, so that it shows before any script runs. */
export function landingPage(modules: SourceModules): Plugin {
  return {
    name: 'earshot-landing-page',
    transformIndexHtml: {
      order: 'post',
      handler: async (document, { path, server }) => {
        if (path !== '/index.html') return document;
        const { landingHtml } = await (server ? server.ssrLoadModule(entry) : modules.load(entry));
        if (typeof landingHtml !== 'string') throw new Error(`${entry} gives no landingHtml`);
        if (!document.includes(place)) throw new Error(`index.html has no ${place}`);
        return document.replace(place, () => place + landingHtml);
      },
    },
  };
}
