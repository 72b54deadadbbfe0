export { random } from './random.ts';
export type { TestAnswer, TestCall, TestOptions, TestServices } from './test-services.ts';
export { startTestServices } from './test-services.ts';
export { until } from './until.ts';
