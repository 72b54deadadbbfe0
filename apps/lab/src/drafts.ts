import { createLogger, noMeters } from '@earshot/core';
import { localEncoder } from '@earshot/encoder';
import { draftsCommand } from './drafts-command.ts';

const encoder = localEncoder({ log: createLogger({ level: 'warn', name: 'drafts' }), meters: noMeters });
process.exitCode = await draftsCommand(process.argv.slice(2), process.stdout, (texts) => encoder.encode(texts));
await encoder.close();
