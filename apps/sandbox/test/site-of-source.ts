import { createLogger, noMeters } from '@earshot/core';
import { allowedOutside, openOutbound } from '@earshot/outbound';
import { embeddedKeyValue } from '@earshot/service-kit';
import { type PollReader, sourceDefinition } from '@earshot/sources';
import { pollReader } from '@earshot/testing';
import express, { type Router } from 'express';
import { once } from 'node:events';
import { z } from 'zod';

/** A stand-in on a port of its own, and its source as a process opens it. */
export interface SiteOfSource {
  readonly url: string;
  /** The requests so far, oldest first. */
  readonly asked: { readonly path: string; readonly token: string | undefined }[];
  open(settings?: Readonly<Record<string, string>>): PollReader;
  stop(): Promise<void>;
}

interface SiteOptions {
  readonly router: Router;
  readonly clock: { now(): Date };
  /** `OUTBOUND_ALLOW`: for a source whose addresses come from users. */
  readonly allow?: string;
}

export async function siteOfSource(id: string, { router, clock, allow = '' }: SiteOptions): Promise<SiteOfSource> {
  const asked: SiteOfSource['asked'] = [];
  const kv = embeddedKeyValue({ clock });
  const app = express();
  app.use((req, _, next) => {
    asked.push({ path: req.url, token: req.get('authorization') });
    next();
  });
  app.use(router);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    open: (settings = {}) => {
      const definition = sourceDefinition(id);
      if (definition === undefined) throw new Error(`no source is called ${id}`);
      const source = definition.open({
        settings: definition.settings.parse(settings),
        clock,
        kv,
        meters: noMeters,
        log: createLogger({ name: 'test', level: 'silent' }),
        outbound: openOutbound(allowedOutside.parse(allow)),
        sandboxUrl: () => '',
        ownUrl: undefined,
      });
      return pollReader(source.read);
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await kv.stop();
    },
  };
}

/** The code of the error with which the call fails; null if it does not. */
export function codeOf(call: Promise<unknown> | undefined): Promise<string | null> {
  return Promise.resolve(call).then(
    () => null,
    (error: unknown) => z.object({ code: z.string() }).parse(error).code,
  );
}
