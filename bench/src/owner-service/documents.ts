import { startEmbeddedDocuments } from '../../../packages/embedded-mongo/src/index.ts';

/** The documents of both servers, in a process of its own, so that only the servers' work is measured. */
const folder = process.env['FOLDER'];
if (folder === undefined) throw new Error('FOLDER is missing');
const { uri } = await startEmbeddedDocuments({ folder });
console.log(`ready at ${uri}`);
process.once('SIGTERM', () => process.exit(0));
