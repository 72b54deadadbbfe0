#!/usr/bin/env -S node --disable-warning=ExperimentalWarning
import { parseArgs } from 'node:util';
import { messageOf } from './errors.ts';
import { type EmbeddedDocuments, startEmbeddedDocuments } from './server.ts';

const USAGE = 'usage: embedded-mongo FOLDER';

/** Parses the folder from the command line. Exits with 2 if the arguments are wrong. */
function readFolder(): string {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [folder, ...others] = positionals;
    if (values.help === true) {
      console.log(
        `${USAGE}\nServes the MongoDB data in FOLDER on a Unix socket until SIGTERM or SIGINT, and prints its URI.`,
      );
      process.exit(0);
    }
    if (folder !== undefined && folder !== '' && others.length === 0) return folder;
    return fail(`name one folder; ${USAGE}`, 2);
  } catch (error) {
    return fail(`${messageOf(error)}; ${USAGE}`, 2);
  }
}

function fail(message: string, code: number): never {
  console.error(`embedded-mongo: ${message}`);
  process.exit(code);
}

async function serve(folder: string): Promise<EmbeddedDocuments> {
  try {
    return await startEmbeddedDocuments({ folder, log: (line) => console.error(line) });
  } catch (error) {
    return fail(`cannot serve ${folder}: ${messageOf(error)}`, 1);
  }
}

const server = await serve(readFolder());
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.stop().catch((error: unknown) => fail(`cannot stop: ${messageOf(error)}`, 1));
  });
}
console.log(server.uri);
