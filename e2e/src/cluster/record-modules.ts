import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Preloaded by `--import`: writes the URL of each module that the process loads to the file LOADED_MODULES. */
const file = process.env['LOADED_MODULES'];
if (file !== undefined) {
  registerHooks({
    load: (url, context, next) => {
      appendFileSync(file, `${url}\n`);
      return next(url, context);
    },
  });
}
