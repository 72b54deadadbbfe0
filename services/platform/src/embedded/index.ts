export type { EmbeddedOptions } from './host.ts';
export { embeddedHost } from './host.ts';
export type { PlatformSettings } from './settings.ts';
export { platformSettings } from './settings.ts';
