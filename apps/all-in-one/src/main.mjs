// What `npm start` runs. It is JavaScript, so that Node loads its TypeScript parser, which takes 20 MB, only to fill the
// cache: for files that changed since the last start.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps the code with stripped types between starts, so that every start after the first one is faster.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url)));
await import('./main.ts');
// Otherwise a process that is killed would leave nothing for the next start.
flushCompileCache();
// A start leaves garbage in every page of the heap, and V8 gives back only pages that are empty. `--expose-gc` adds `gc`.
globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
