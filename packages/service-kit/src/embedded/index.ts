export type { DocumentsWith } from './count-documents.ts';
export { countDocumentsWith } from './count-documents.ts';
export { askRunning } from './control.ts';
export type { EmbeddedOptions } from './host.ts';
export { embeddedHost } from './host.ts';
export { makeSealingKeys } from '../vault/sealing-keys.ts';
