import { hashOf } from '../domain/hash.ts';
import type { Json } from './reply.ts';

/** The sign-up time of an account. It is derived from the name, between 2012 and 2024. */
function signedUpAt(name: string): number {
  return 1_325_376_000 + (hashOf(`signup:${name.toLowerCase()}`) % 378_000_000);
}

/** The fields that the site returns for any account. */
function presentAccount(name: string): { readonly [key: string]: Json } {
  const luck = hashOf(`karma:${name.toLowerCase()}`);
  const link = luck % 4_000;
  const comment = (luck >>> 8) % 20_000;
  return {
    is_employee: false,
    is_friend: false,
    name,
    id: hashOf(`account:${name.toLowerCase()}`).toString(36),
    created: signedUpAt(name),
    created_utc: signedUpAt(name),
    link_karma: link,
    comment_karma: comment,
    total_karma: link + comment,
    awardee_karma: 0,
    awarder_karma: 0,
    is_gold: false,
    is_mod: false,
    verified: true,
    has_verified_email: true,
    hide_from_robots: false,
    is_blocked: false,
    accept_followers: true,
    has_subscribed: true,
    icon_img: '',
    snoovatar_img: '',
  };
}

/** `/api/v1/me`: the account without the wrapper of a thing. */
export function presentMe(name: string, suspended: boolean): Json {
  return {
    ...presentAccount(name),
    has_mail: false,
    has_mod_mail: false,
    inbox_count: 0,
    is_suspended: suspended,
    suspension_expiration_utc: null,
    over_18: false,
    in_beta: false,
    gold_creddits: 0,
    gold_expiration: null,
    pref_nightmode: false,
    pref_autoplay: true,
    num_friends: 0,
    coins: 0,
    features: {},
  };
}
