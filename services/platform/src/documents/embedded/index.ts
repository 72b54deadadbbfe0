export { type EmbeddedDocuments, type EmbeddedDocumentsOptions, startEmbeddedDocuments } from './server.ts';
