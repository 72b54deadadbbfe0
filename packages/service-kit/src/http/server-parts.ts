import type { Express, RequestHandler } from 'express';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Route } from './route.ts';

/** Takes over the connection of a handshake. `head` holds what the client already sent after it. */
export type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The parts of a service that its HTTP server runs. */
export interface ServerParts {
  readonly routes?: readonly Route[];
  /** Sets the headers of every answer. Runs before all checks, so that refusals have the headers too. */
  readonly answerHeaders?: ((req: IncomingMessage, res: ServerResponse) => void) | undefined;
  /** Sees every request before the routes do, after the check of its Host. */
  readonly first?: RequestHandler | undefined;
  /**
   * For endpoints that contracts cannot describe: proxies, sockets, another site's API. They get the requests that no
   * route answers.
   */
  readonly mount?: ((app: Express, server: Server) => void) | undefined;
  /** Answers a WebSocket handshake for an accepted Host. Other upgrades are answered over HTTP/1.1. */
  readonly upgrade?: UpgradeHandler | undefined;
}
