// What `npm start` runs. It is JavaScript, so that Node loads its TypeScript parser, which takes 20 MB, only to fill the
// cache: for files that changed since the last start.
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// A start leaves much garbage. V8 collects it at once and moves the rest together, instead of spreading over 20 MB more.
setFlagsFromString('--optimize-for-size');
// Keeps the code with stripped types between starts, so that every start after the first one is faster.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/compile', import.meta.url)));
await import('./main.ts');
// Otherwise a process that is killed would leave nothing for the next start.
flushCompileCache();
// From here on, collecting that often would cost a scan twice the processor time.
setFlagsFromString('--no-optimize-for-size');
