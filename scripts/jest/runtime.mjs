// Loads test files with Node's own `import`: what they share is loaded once per worker, not once per file. Jest's own
// runtime gives each file a new copy of all its modules; for tests that start services, that is half of the time.
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
  /** Jest's test framework: its state and its handlers of events are one test file's. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[eventHandlers];
    return require(path);
  }

  /** A file that is run again, as `--watch` does, is loaded again. */
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
