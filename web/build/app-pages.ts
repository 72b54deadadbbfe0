import type { Plugin } from 'vite';
import { paths } from '../src/config/paths.ts';

/** Serves the document of each page during development: public pages have their own. In production the gateway does this. */
export function appPages(): Plugin {
  return {
    name: 'earshot-app-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '/'] = (request.url ?? '/').split('?');
        const isDocument = request.headers.accept?.includes('text/html') ?? false;
        if (isDocument && path === paths.scores) request.url = '/scores.html';
        else if (isDocument && path !== '/' && !/^\/(api|sandbox|ws|@|src|node_modules)/.test(path))
          request.url = '/app.html';
        next();
      });
    },
  };
}
