import type { Plugin } from 'vite';
import type { SourceModules } from './source-modules.ts';

/** The documents that are rendered at build time: the module and its export, and the element that gets the markup. */
const pages: Readonly<Record<string, { readonly entry: string; readonly name: string; readonly place: string }>> = {
  '/index.html': { entry: '/src/landing/prerender.tsx', name: 'landingHtml', place: '<div id="landing">' },
  '/app.html': { entry: '/src/app/prerender.tsx', name: 'loadingHtml', place: '<div id="root">' },
  '/scores.html': { entry: '/src/scores/prerender.tsx', name: 'scoresHtml', place: '<div id="scores">' },
};

/** Renders the public pages and the app's start-up screen into their documents at build time, so that they show before any script runs. */
export function prerendered(modules: SourceModules): Plugin {
  return {
    name: 'earshot-prerendered',
    transformIndexHtml: {
      order: 'post',
      handler: async (document, { path, server }) => {
        const page = pages[path];
        if (!page) return document;
        const { entry, name, place } = page;
        const { [name]: html } = await (server ? server.ssrLoadModule(entry) : modules.load(entry));
        if (typeof html !== 'string') throw new Error(`${entry} gives no ${name}`);
        if (!document.includes(place)) throw new Error(`${path} has no ${place}`);
        return document.replace(place, () => place + html);
      },
    },
  };
}
