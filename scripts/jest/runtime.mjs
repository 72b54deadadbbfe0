// Loads test files with Node's `import`, so that shared modules load once per worker and not once per file. Jest's runtime loads
// a new copy of every module for each file; for tests that start services, that takes half of the time.
import JestRuntime from 'jest-runtime';
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { setGlobals } from './globals.mjs';

const require = createRequire(import.meta.url);
const globalsUrl = new URL('globals.mjs', import.meta.url).href;
const eventHandlers = Symbol.for('EVENT_HANDLERS');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globalsUrl, shortCircuit: true } : next(specifier, context),
});

let loads = 0;

export default class NativeRuntime extends JestRuntime {
  /** Jest's test framework keeps state and event handlers, which belong to one test file. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[eventHandlers];
    return require(path);
  }

  /** Loads a file again when it runs again, as `--watch` does. */
  async unstable_importModule(path) {
    loads += 1;
    return import(`${pathToFileURL(path)}?load=${loads}`);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  setGlobalsForRuntime(globals) {
    setGlobals({ ...globals, jest: this.#jestObject() });
  }

  #jestObject() {
    const { fakeTimersModern: timers, moduleMocker: mocks } = this._environment;
    return {
      fn: (...args) => mocks.fn(...args),
      spyOn: (...args) => mocks.spyOn(...args),
      restoreAllMocks: () => mocks.restoreAllMocks(),
      useFakeTimers: (options) => timers.useFakeTimers(options),
      useRealTimers: () => timers.useRealTimers(),
      advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    };
  }
}
