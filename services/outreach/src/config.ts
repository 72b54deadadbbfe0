import { platformSettings, sealingKeysFile } from '@earshot/service-kit';
import { z } from 'zod';

/** The settings of the outreach service. */
export const outreachConfig = z.object({
  SEALING_KEYS_FILE: sealingKeysFile,
  EARSHOT_URL: platformSettings.shape.EARSHOT_URL,
  EARSHOT_DEMO: platformSettings.shape.EARSHOT_DEMO,
});
