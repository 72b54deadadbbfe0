import type { CommunityRule } from '@earshot/sources';
import type { RulesCheck } from '@earshot/proto/http/outreach';
import type { MessageType, RuleVerdict } from '@earshot/proto/values';
import { LINK, discloses, languageOf, promotes, splitSentences } from '@earshot/drafting';
import {
  AI_MADE,
  ALLOWS,
  BANS,
  CONDITIONS,
  DISCLOSING,
  INVITES_DM,
  isAbout,
  LINKS,
  MESSAGES,
  speaksOfPostsOnly,
  PROMOTION,
  VENDORS,
} from './rule-words.ts';

export interface RuledDraft {
  readonly message: string;
  /** The owner's description, which contains the name of the business. */
  readonly business: string;
}

type Found = RulesCheck & { readonly rule: string };

const severity: Readonly<Record<RuleVerdict, number>> = { safe: 0, borderline: 1, avoid: 2 };

/**
 * Judges a draft by the words of a community's rules (docs/decisions/0036-community-rules-by-keywords.md). The
 * strictest rule decides, the first of equals, and is quoted verbatim (its name or one sentence). `rules` is null when
 * they could not be read, which is `borderline`.
 */
export function judgeRules(rules: readonly CommunityRule[] | null, draft: RuledDraft, type: MessageType): RulesCheck {
  if (rules === null) {
    const reason = 'The rules of this community could not be read just now; look at them before you send this';
    return { verdict: 'borderline', rule: null, reason };
  }
  const found = rules.flatMap((rule) => judgeRule(rule, draft, type));
  const worst = found.reduce<Found | null>(
    (strictest, one) => (strictest === null || severity[one.verdict] > severity[strictest.verdict] ? one : strictest),
    null,
  );
  if (worst !== null) return worst;
  const reason =
    rules.length === 0
      ? 'This community has no rules of its own'
      : 'No rule of this community is about a message like this';
  return { verdict: 'safe', rule: null, reason };
}

function judgeRule(rule: CommunityRule, draft: RuledDraft, type: MessageType): Found[] {
  const whole = `${rule.shortName}. ${rule.description}`;
  const language = languageOf(whole);
  if (language !== null && language !== 'en') {
    if (!promotes(draft.message, draft.business)) return [];
    const reason = 'This rule is in another language, so it was not judged; read it before you send this';
    return [{ verdict: 'borderline', rule: rule.shortName || rule.description, reason }];
  }
  const units = [rule.shortName, ...splitSentences(rule.description)]
    .map((unit) => unit.trim())
    .filter((unit) => unit !== '');
  const findings = units.flatMap((unit) => judgeUnit(unit, { rule, whole, draft, type }));
  return findings.length > 0 ? findings : bareName(rule, units, draft, type);
}

interface Case {
  readonly rule: CommunityRule;
  readonly whole: string;
  readonly draft: RuledDraft;
  readonly type: MessageType;
}

function judgeUnit(unit: string, about: Case): Found[] {
  const { draft, type } = about;
  const found = (verdict: RuleVerdict, reason: string): Found[] => [{ verdict, rule: unit, reason }];
  const bans = BANS.test(unit);
  if (isAbout(unit, MESSAGES) && bans) {
    if (type === 'dm') return found('avoid', 'This rule forbids messages to members that they did not ask for');
    if (INVITES_DM.test(draft.message))
      return found('avoid', 'This rule forbids moving to private messages, and the draft offers it');
    if (!isAbout(unit, PROMOTION)) return [];
  }
  if (isAbout(unit, PROMOTION) && promotes(draft.message, draft.business)) {
    const verdict = judgePromotion(unit, bans, about);
    if (verdict !== null) return found(...verdict);
  }
  if (isAbout(unit, VENDORS) && promotes(draft.message, draft.business)) {
    if (bans && !CONDITIONS.test(about.whole))
      return found('avoid', 'This rule keeps businesses out, and the draft names yours');
    return found('borderline', 'This rule sets conditions for businesses; check that you meet them');
  }
  if (isAbout(unit, LINKS) && bans && LINK.test(draft.message)) {
    if (CONDITIONS.test(about.whole)) return found('borderline', 'This rule limits links, and the draft has one');
    return found('avoid', 'This rule forbids such links, and the draft has one');
  }
  if (isAbout(unit, AI_MADE) && bans && type === 'comment') {
    return found('borderline', 'This rule forbids generated texts: put the draft in your own words before you post it');
  }
  return [];
}

function judgePromotion(unit: string, bans: boolean, { rule, whole, draft, type }: Case): [RuleVerdict, string] | null {
  const conditional = CONDITIONS.test(unit) || (bans && CONDITIONS.test(whole.replace(unit, ' ')));
  if (!bans && !conditional) return null;
  if (conditional && onlyDisclosure(whole) && discloses(draft.message, draft.business)) {
    return ['safe', 'This rule asks for openness about your affiliation, and the draft is open about it'];
  }
  const postsOnly = rule.kind === 'link' || speaksOfPostsOnly(unit);
  if (type === 'dm') {
    if (postsOnly) return null;
    return ['borderline', 'This rule is about what is public, but members may see a private offer the same way'];
  }
  if (conditional) return ['borderline', 'This rule allows promotion only on a condition; check that it is met'];
  if (postsOnly) return ['borderline', 'This rule speaks of posts, but moderators may hold comments to it too'];
  return ['avoid', 'This rule forbids promotion, and the draft names your business'];
}

/** Whether disclosing one's affiliation is the only condition. */
function onlyDisclosure(whole: string): boolean {
  return DISCLOSING.test(whole) && !CONDITIONS.test(whole.replace(new RegExp(DISCLOSING, 'gi'), ' '));
}

/**
 * Judges a rule named "Self-promotion" or similar whose text does not mention promotion, or does not state whether it
 * is allowed.
 */
function bareName(rule: CommunityRule, units: readonly string[], draft: RuledDraft, type: MessageType): Found[] {
  const name = rule.shortName.trim();
  const rest = units.filter((unit) => unit !== name);
  const named = isAbout(name, PROMOTION) && !ALLOWS.test(name) && name.split(/\s+/).length <= 5;
  const decided = rest.some((unit) => isAbout(unit, PROMOTION) && (ALLOWS.test(unit) || BANS.test(unit)));
  const postsOnly = rule.kind === 'link' && type === 'dm';
  if (!named || decided || postsOnly || !promotes(draft.message, draft.business)) return [];
  const condition = rest.find((unit) => CONDITIONS.test(unit));
  if (condition !== undefined) {
    const reason = 'This rule allows promotion only on a condition; check that it is met';
    return [{ verdict: 'borderline', rule: condition, reason }];
  }
  if (rest.some((unit) => BANS.test(unit))) {
    if (type === 'comment') {
      return [
        { verdict: 'avoid', rule: name, reason: 'This rule forbids promotion, and the draft names your business' },
      ];
    }
    const reason = 'This rule is about what is public, but members may see a private offer the same way';
    return [{ verdict: 'borderline', rule: name, reason }];
  }
  if (rest.some((unit) => ALLOWS.test(unit))) return [];
  const reason = 'This rule is about promotion without saying what is allowed; ask the moderators';
  return [{ verdict: 'borderline', rule: name, reason }];
}
