// Replaces `@jest/globals` where modules outlive a test file: each export forwards to the test file that is running.
let current = {};

/** Sets the globals that the exports forward to. */
export function setGlobals(globals) {
  current = globals;
}

const passOn = (name) =>
  new Proxy(() => {}, {
    apply: (_, self, args) => Reflect.apply(current[name], self, args),
    get: (_, key) => current[name][key],
  });

export const afterAll = passOn('afterAll');
export const afterEach = passOn('afterEach');
export const beforeAll = passOn('beforeAll');
export const beforeEach = passOn('beforeEach');
export const describe = passOn('describe');
export const expect = passOn('expect');
export const it = passOn('it');
export const jest = passOn('jest');
export const test = passOn('test');
