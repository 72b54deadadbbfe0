import { createLogger, systemClock } from '@earshot/core';
import { platformSettings, processMetrics, runServices, type Service } from '@earshot/service-kit';
import { embeddedHost } from '@earshot/service-kit/embedded';
import { leadService } from '../../../services/lead/src/service.ts';

/** The lead service as in a cluster, with the request log, on documents of another process. */
const { DOCUMENTS: uri, FOLDER: folder } = process.env;
if (uri === undefined || folder === undefined) throw new Error('settings are missing');
const { meters } = processMetrics([leadService.name]);
const log = (name: string) => createLogger({ name, level: 'info' });
const host = await embeddedHost({ folder, settings: platformSettings.parse({}), clock: systemClock, meters, log });
const platformFor = async (service: Service) => {
  const platform = await host.platformFor(service);
  const { base: mongoose } = platform.documents;
  const documents = await mongoose.createConnection(uri, { dbName: 'lead', autoIndex: false }).asPromise();
  return { ...platform, documents };
};
const announce = (_service: string, url: string) => console.log(`ready at ${url}`);
await runServices([leadService], { ...host, platformFor, announce }, {});
process.once('SIGTERM', () => process.exit(0));
