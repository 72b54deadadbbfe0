import { platformSettings } from '@earshot/service-kit';
import { z } from 'zod';

const { EARSHOT_URL, EARSHOT_DEMO } = platformSettings.shape;

/** The settings of the lead service. */
export const leadConfig = z.object({ EARSHOT_URL, EARSHOT_DEMO });
