import { z } from 'zod';

const port = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a port number')
  .min(0, 'must be a port number')
  .max(65_535, 'must be a port number, 65535 at most');

/** What the operator may set of the door. */
export const gatewayConfig = z.object({
  PORT: port.default(8080).describe('Port that browsers reach'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  EARSHOT_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address that begins with http:// or https://' })
    .optional()
    .describe('Address under which browsers reach Earshot'),
  WEB_ROOT: z.string().min(1).optional().describe('Folder of the built web app; without it only the API is served'),
  SANDBOX_PUBLIC: z.stringbool().default(false).describe('Serve the sandbox to browsers under /sandbox/'),
});
export type GatewayConfig = z.infer<typeof gatewayConfig>;
