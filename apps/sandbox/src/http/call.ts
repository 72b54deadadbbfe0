import type { Request } from 'express';
import { z } from 'zod';
import type { OauthDependencies, Token } from '../domain/oauth.ts';
import type { CommunityStore, PostStore } from '../domain/types.ts';
import type { WritingStore } from '../domain/write.ts';

export interface SandboxDependencies {
  posts: PostStore;
  communities: CommunityStore;
  writings: WritingStore;
  oauth: OauthDependencies;
  /** Whether the authorize page may redirect to this address. */
  isRegistered: (address: string) => boolean;
  /** The signed-in Earshot user for whom the gateway forwarded this request; null for everybody else. */
  viewer: (request: Request) => string | null;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Averaged over ten minutes. */
  requestsPerMinute: number;
}

/** One authorized request, reduced to the fields that the handlers use. */
export interface Call {
  /** Query and form fields together, as the site reads them. For a repeated field, the first value. */
  input: Readonly<Record<string, string>>;
  /** Parameters of the path. */
  path: Readonly<Record<string, string>>;
  grant: Token;
  /** Unix seconds. */
  now: number;
  /** The path prefix under which the site is mounted. */
  base: string;
}

const fields = z.record(z.string(), z.unknown()).catch({});

function firstTexts(source: unknown): [string, string][] {
  return Object.entries(fields.parse(source)).flatMap(([key, value]): [string, string][] => {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return typeof first === 'string' ? [[key, first]] : [];
  });
}

export function inputOf(request: Request): Record<string, string> {
  return Object.fromEntries([...firstTexts(request.query), ...firstTexts(request.body)]);
}

export function pathOf(request: Request): Record<string, string> {
  return Object.fromEntries(firstTexts(request.params));
}

export const wantsRawJson = (request: Request): boolean => inputOf(request).raw_json === '1';
