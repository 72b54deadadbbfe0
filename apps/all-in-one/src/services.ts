import { analyticsService } from '@earshot/analytics';
import { authService } from '@earshot/auth';
import { discoveryService } from '@earshot/discovery';
import { gatewayService } from '@earshot/gateway';
import { leadService } from '@earshot/lead';
import { outreachService } from '@earshot/outreach';
import type { Service } from '@earshot/service-kit';
import { realtimeService } from '@earshot/realtime';
import { sandboxService } from '@earshot/sandbox';
import { scanIngest, scanService, scanWorker } from '@earshot/scan';

/**
 * All services in start order. Each may call the services before it. The gateway starts last, when the others are
 * ready.
 */
export const allServices: readonly Service[] = [
  sandboxService,
  authService,
  discoveryService,
  leadService,
  outreachService,
  analyticsService,
  scanService,
  scanWorker,
  scanIngest,
  realtimeService,
  gatewayService,
];
