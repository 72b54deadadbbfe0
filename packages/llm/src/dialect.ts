import type { APIError } from 'openai';
import { isApiError } from './open-ai-errors.ts';

/** Which of the API's forms a model's server knows. */
export interface Dialect {
  /** How an answer is held to a schema: as the answer's own format, or as the arguments of a function to be called. */
  readonly output: 'format' | 'function';
  readonly strict: boolean;
  readonly singleCall: boolean;
  readonly cacheKey: boolean;
  readonly outputLimit: 'max_completion_tokens' | 'max_tokens';
}

/** Models from before answers could have a schema; the others are found out by what their server says. */
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

/** What is known of each model's server; every complaint is learnt once, so that it costs one failed call. */
export interface Dialects {
  of(model: string): Dialect;
  /** Whether the complaint was understood: the request can be made anew, in another form. */
  learn(model: string, spoken: Dialect, error: unknown): boolean;
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
    learn: (model, spoken, error) => {
      if (!isApiError(error) || (error.status !== 400 && error.status !== 422)) return false;
      // Another call has learnt it meanwhile.
      if (of(model) !== spoken) return true;
      const changed = changedBy(spoken, error);
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

/** The parameter that the error names decides; only where it names none its words. */
function changedBy(spoken: Dialect, { param, message }: APIError): Dialect | null {
  for (const text of [param ?? '', message]) {
    for (const { about, change } of complaints) {
      const changed = about.test(text) ? change(spoken) : null;
      if (changed !== null) return changed;
    }
  }
  return null;
}
