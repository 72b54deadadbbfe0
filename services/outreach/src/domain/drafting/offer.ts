import type { BusinessFacts } from './facts.ts';
import { splitSentences } from './sentences.ts';
import { stemsOf } from './stems.ts';

/** The writer's affiliation as a main clause without full stop. `am` is " am" or "'m". */
export function selfOf({ name, offer, called }: BusinessFacts, am: string): string {
  return name === null ? offer : `I${am} with ${called ?? `${name}, and ${offer}`}`;
}

/** A part of the offer in the description's own words, and as a clause that follows "it". */
export interface OfferPart {
  readonly words: string;
  readonly clause: string;
}

/**
 * The part of a description that is closest to a post, such as "covers leash pulling" or "lets you track time". Null
 * when no part shares a significant word with the post.
 */
export function closestOffer(
  description: string,
  post: { readonly title: string; readonly content: string },
): OfferPart | null {
  const title = stemsOf(post.title);
  const body = stemsOf(post.content.slice(0, 1500));
  const scored = partsOf(description)
    .map((part) => {
      const stems = [...stemsOf(part.words)];
      const met = stems.reduce((sum, one) => sum + (title.has(one) ? 2 : body.has(one) ? 1 : 0), 0);
      return { part, met: met < 2 ? 0 : met / Math.sqrt(stems.length) };
    })
    .filter(({ met }) => met > 0)
    .sort((a, b) => b.met - a.met);
  return scored[0]?.part ?? null;
}

const VERB_LIST = /^(?:we|you can|it lets you|i)\s/i;
const NOT_A_THING =
  /\b(?:that|which|who|we|you|i|our|is|are|us)\b|^(?:for|with|from|by|in|to|of|on|at|as|so|or|within|without)\b/i;

function partsOf(description: string): OfferPart[] {
  return splitSentences(description.replace(/\s+/g, ' ')).flatMap((sentence) => {
    const plain = sentence.replace(/[.!?]+$/, '');
    // Handles "Name: ..." and "... for renovation and repair: kitchens, ..." alike. Sentences such as "We ..." are
    // skipped, because the message states them elsewhere as whole clauses.
    if (VERB_LIST.test(plain)) return [];
    const list =
      plain
        .replace(/^[^:]{2,40}:\s+/, '')
        .split(/:\s+/)
        .at(-1) ?? plain;
    const items = list.split(/,\s+(?:and\s+|with\s+|including\s+|or\s+)?|\s+and\s+/).map((item) => item.trim());
    const asks = IMPERATIVE.test(items[0] ?? '');
    return items.flatMap((item) => {
      const size = item.split(' ').length;
      if (size > 7 || item.length < 4 || NOT_A_THING.test(item)) return [];
      const low = /^[A-Z]{2}/.test(item) ? item : item.charAt(0).toLowerCase() + item.slice(1);
      if (asks) return IMPERATIVE.test(item) ? [{ words: item, clause: `lets you ${low}` }] : [];
      return items.length > 1 ? [{ words: item, clause: `covers ${low}` }] : [];
    });
  });
}

const IMPERATIVE =
  /^(?:accept|automate|book|build|calculate|chase|check|choose|collect|compare|connect|create|design|download|edit|export|file|find|follow|get|handle|hire|import|improve|invite|invoice|keep|learn|list|manage|match|measure|monitor|order|organi[sz]e|pay|plan|practi[sc]e|print|publish|record|reduce|rent|repair|report|reserve|run|save|schedule|search|see|sell|send|set|share|sign|sync|test|track|train|translate|turn|upload|write)\s/i;
