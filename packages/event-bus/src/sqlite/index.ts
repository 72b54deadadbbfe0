export { openEmbeddedBus } from './bus.ts';
