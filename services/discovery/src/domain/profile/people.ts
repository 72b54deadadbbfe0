/** Plurals of objects with an ending of plurals of people. */
const objects =
  'clusters|newsletters|servers|computers|printers|papers|orders|numbers|documents|payments|diapers|posters|flyers|stickers|boilers|covers|dinners|trailers|letters|flowers|sweaters|jumpers|counters|corners|layers|showers|doors|floors|mirrors|motors|tractors|colou?rs|filters|scooters|routers|chargers|containers|freezers|burgers|toasters|heaters|trousers|folders|rollers|hangers|shoulders|borders|gutters|shutters|radiators|monitors|sensors|calculators|generators|drawers|slippers|quarters|headers|answers|offers|reminders|calendars|feathers|errors|fingers|towers|ladders|rivers|summers|winters|meters|spiders|indoors|outdoors';
const persons =
  '\\w*people|persons?|clerks|attorneys|owners?|users|students?|professionals?|couples?|parents?|famil(?:y|ies)|women|men|m[uo]ms|dads|kids|children|babies|toddlers|teens|teenagers|adults|seniors|pupils|patients|residents|tenants|agents|merchants|immigrants|expats|accountants|consultants|assistants|nurses|landlords|vets|hosts|brides|tradesmen|trades?|staff|chefs|cooks|florists|butchers|brokers|groomers|mechanics|coaches|guides|nannies|midwives|couriers|freelancers|beginners|retirees|employees|athletes|nomads|fans|guests|pros|dogs|cats|horses|households';
const firms =
  'business(?:es)?|compan(?:y|ies)|teams?|firms?|studios?|agenc(?:y|ies)|startups?|shops?|stores?|retailers|labels|brands|restaurants?|baker(?:y|ies)|brewer(?:y|ies)|caf[eé]s?|bars?|pubs|stalls?|salons?|spas|hotels?|practices?|offices?|gyms?|clubs?|halls|(?:care|nursing) homes|bands|groups|clinics?|pharmac(?:y|ies)|dentists|schools?|colleges|universit(?:y|ies)|nurseries|churches|libraries|museums|archives|galleries|nonprofits?|charit(?:y|ies)|co-ops|cooperatives|councils|communities|organi[sz]ations?|associations|farms|kitchens|warehouses|workshops|garages|factories|venues|(?:garden|leisure|call|care) cent(?:re|er)s|(?:building|construction|camp) ?sites|festivals|hauliers|developers|contractors|chains|chambers|hospitals|surgeries|bookshops|boutiques|caterers|theatres|smes|choirs|orchestras|congregations|vineyards|orchards|households|fleets|e-?commerce|hospitality|centres|centers';
/** A word for people, firms or animals that can be customers. */
export const peopleWord = String.raw`(?:${persons}|${firms}|(?!(?:${objects})\b)\w{3,}(?:ers|ors|ists|ians|icans|peans|smiths))`;
/** A group whose noun is a word for people: "mobile dog groomers", but not "team days" or "gym memberships". */
export const people = new RegExp(
  String.raw`\b${peopleWord}(?=$|,|\s(?:and|or|of|in|on|at|with|over|under|who|that|to|near|across|aged|online|from|without|\w+ing)\b)`,
  'i',
);
