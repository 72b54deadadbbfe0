export type { EmbeddedOptions } from './host.ts';
export { embeddedHost } from './host.ts';
