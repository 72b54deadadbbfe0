import { createLogger, systemClock } from '@earshot/core';
import { platformSettings, processMetrics, runServices, type Service } from '@earshot/service-kit';
import { embeddedHost } from '@earshot/service-kit/embedded';
import { gatewayService } from '../../../services/gateway/src/service.ts';
import { addSession } from './session.ts';

/** The gateway alone over embedded adapters, with one session, limits and the request log. Every owner is the upstream. */
const { UPSTREAM: upstream, FOLDER: folder, SECRET: secret } = process.env;
if (upstream === undefined || folder === undefined || secret === undefined) throw new Error('settings are missing');
const { meters } = processMetrics([gatewayService.name]);
const log = (name: string) => createLogger({ name, level: 'info' });
const settings = { PORT: '0', CALLS_PER_MINUTE: '100000000', SOCKETS_PER_SESSION: '1000' };
const host = await embeddedHost({ folder, settings: platformSettings.parse({}), clock: systemClock, meters, log });
const platformFor = async (service: Service) => {
  const platform = await host.platformFor(service);
  await addSession(platform.documents, secret);
  return { ...platform, directory: { urlOf: () => upstream, hasStarted: () => true } };
};
const announce = (_service: string, url: string) => console.log(`ready at ${url}`);
await runServices([gatewayService], { ...host, platformFor, announce }, settings);
process.once('SIGTERM', () => process.exit(0));
