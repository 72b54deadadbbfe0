import { platformSettings } from '@earshot/service-kit';
import { z } from 'zod';

/** The operator's settings for the search for communities. */
export const discoveryConfig = z.object({ EARSHOT_URL: platformSettings.shape.EARSHOT_URL });
