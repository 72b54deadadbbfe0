import type { Logger } from '@earshot/core';

/**
 * Writes Node's warnings and uncaught errors to the log, so that log collectors read one format. An uncaught error
 * still ends the process.
 */
export function logProcess(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (err) => log.warn({ err }, 'the runtime warns'));
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'an error that nobody caught');
    process.exit(1);
  });
}
