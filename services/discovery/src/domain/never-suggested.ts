/**
 * Communities that are never suggested, regardless of the ranker: for adults only, quarantined or closed by the site,
 * and those where people in distress support each other.
 */
const names = new Set(
  `suicidewatch suicidebereavement selfharm depression depression_help mentalhealth anxiety cptsd ptsd bpd bipolar
  stopdrinking alcoholicsanonymous alcoholism cripplingalcoholism opiates opiatesrecovery addiction redditorsinrecovery drugs
  leaves stopsmoking problemgambling gambling gamblingaddiction griefsupport widowers childloss miscarriage ttcafterloss
  rape rapecounseling adultsurvivors abuse domesticviolence narcissisticabuse raisedbynarcissists abusiverelationships
  eatingdisorders edanonymous proed bingeeatingdisorder cancer homeless assistance borrow randomkindness
  the_donald incels braincels fatpeoplehate watchpeopledie gore theredpill mgtow genzedong sino russia chodi nonewnormal`.split(
    /\s+/,
  ),
);
const adults = /nsfw|porn|gonewild|onlyfans|hentai|fetish|escort|nudes?|hookup|sexy|^sex$|milf|r4r/i;

/** Whether a community of this name must not be suggested. */
export function neverSuggested(name: string): boolean {
  return names.has(name.toLowerCase()) || adults.test(name);
}
