import type { APIError } from 'openai';
import { isApiError } from './open-ai-errors.ts';

/** The forms of the API that a model's server supports. */
export interface Dialect {
  /** How the answer follows a schema: as the response format, or as the arguments of a function call. */
  readonly output: 'format' | 'function';
  readonly strict: boolean;
  readonly singleCall: boolean;
  readonly cacheKey: boolean;
  readonly outputLimit: 'max_completion_tokens' | 'max_tokens';
}

/** Models older than schemas for answers. The forms of other models are learnt from their servers' errors. */
const WITHOUT_FORMAT = /^(?:gpt-3\.5|gpt-4)(?:-|$)/;

const complaints: readonly { readonly about: RegExp; readonly change: (known: Dialect) => Dialect | null }[] = [
  {
    about: /parallel_tool_calls/i,
    change: (known) => (known.singleCall ? { ...known, singleCall: false } : null),
  },
  { about: /prompt_cache_key/i, change: (known) => (known.cacheKey ? { ...known, cacheKey: false } : null) },
  {
    about: /max_completion_tokens/i,
    change: (known) => (known.outputLimit === 'max_completion_tokens' ? { ...known, outputLimit: 'max_tokens' } : null),
  },
  {
    about: /response_format|json_schema|structured output/i,
    change: (known) => (known.output === 'format' ? { ...known, output: 'function' } : null),
  },
  { about: /\bstrict\b/i, change: (known) => (known.strict ? { ...known, strict: false } : null) },
];

/** The known dialect of each model's server. Each error is learnt once, so that it costs one failed call. */
export interface Dialects {
  of(model: string): Dialect;
  /** Returns true if the error was understood and the request can be repeated in another form. */
  learn(model: string, used: Dialect, error: unknown): boolean;
}

export function dialects(): Dialects {
  const known = new Map<string, Dialect>();
  const of = (model: string): Dialect => {
    const dialect = known.get(model) ?? firstGuess(model);
    known.set(model, dialect);
    return dialect;
  };
  return {
    of,
    learn: (model, used, error) => {
      if (!isApiError(error) || (error.status !== 400 && error.status !== 422)) return false;
      // A concurrent call has already learnt it.
      if (of(model) !== used) return true;
      const changed = changedBy(used, error);
      if (changed === null) return false;
      known.set(model, changed);
      return true;
    },
  };
}

function firstGuess(model: string): Dialect {
  return {
    output: WITHOUT_FORMAT.test(model) ? 'function' : 'format',
    strict: true,
    singleCall: true,
    cacheKey: true,
    outputLimit: 'max_completion_tokens',
  };
}

/** Checks the parameter that the error names first, then the message. */
function changedBy(used: Dialect, { param, message }: APIError): Dialect | null {
  for (const text of [param ?? '', message]) {
    for (const { about, change } of complaints) {
      const changed = about.test(text) ? change(used) : null;
      if (changed !== null) return changed;
    }
  }
  return null;
}
