import type { Plugin } from 'vite';

/** Serves the app document for every page but the landing page during development. In production the gateway does this. */
export function appPages(): Plugin {
  return {
    name: 'earshot-app-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const [path = '/'] = (request.url ?? '/').split('?');
        const isDocument = request.headers.accept?.includes('text/html') ?? false;
        if (isDocument && path !== '/' && !/^\/(api|sandbox|ws|@|src|node_modules)/.test(path))
          request.url = '/app.html';
        next();
      });
    },
  };
}
