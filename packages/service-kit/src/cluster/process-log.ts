import type { Logger } from '@earshot/core';

/**
 * What Node itself would write to the terminal becomes lines of the log: whoever collects logs reads one format. An error
 * that nobody caught ends the process, as ever.
 */
export function logProcess(log: Logger): void {
  process.removeAllListeners('warning');
  process.on('warning', (err) => log.warn({ err }, 'the runtime warns'));
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'an error that nobody caught');
    process.exit(1);
  });
}
