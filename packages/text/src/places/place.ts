/** A place on a map. `country` is its code, `region` that of its country's first division, such as `US.CA`. */
export interface Place {
  readonly kind: 'country' | 'region' | 'city' | 'area';
  readonly name: string;
  readonly country: string;
  /** Absent for countries. */
  readonly region?: string;
  /** Absent for countries and regions, which contain places by their codes. */
  readonly around?: Circle;
  /** How many people are likely to mean this place by its name. */
  readonly people: number;
}

/** In degrees; `km` is the distance up to which another place is inside or near. */
interface Circle {
  readonly latitude: number;
  readonly longitude: number;
  readonly km: number;
}

/** The radius of a city with its suburbs: 43 km for New York, 17 for Leeds, 11 for a town of 50,000 people. */
export function cityRadius(people: number): number {
  return 8 + 12 * Math.sqrt(people / 1_000_000);
}

/**
 * Where `other` is, seen from `home`: `inside` or near it, `around` it as a country is around its cities, or `elsewhere`.
 * `cities` are asked only for a region: it is around a home at its border too.
 */
export function relationOf(
  home: Place,
  other: Place,
  citiesIn: (region: string) => readonly Place[],
): 'inside' | 'around' | 'elsewhere' {
  if (isSame(home, other)) return 'inside';
  if (home.kind === 'country') return other.country === home.country ? 'inside' : 'elsewhere';
  if (other.kind === 'country') return other.country === home.country ? 'around' : 'elsewhere';
  if (home.kind === 'region') return other.kind !== 'region' && other.region === home.region ? 'inside' : 'elsewhere';
  if (other.kind !== 'region') return areNear(home, other) ? 'inside' : 'elsewhere';
  if (other.region === home.region) return 'around';
  return citiesIn(other.region ?? '').some((city) => areNear(home, city)) ? 'around' : 'elsewhere';
}

function isSame(a: Place, b: Place): boolean {
  return a.kind === b.kind && a.name === b.name && a.country === b.country && a.region === b.region;
}

function areNear(home: Place, other: Place): boolean {
  if (home.around === undefined || other.around === undefined) return false;
  // An area is as large as it is; of two cities, the suburbs of the larger one count.
  const km =
    home.kind === 'area' && other.kind === 'area'
      ? home.around.km + other.around.km
      : Math.max(home.around.km, other.around.km);
  return distance(home.around, other.around) <= km;
}

const KM_A_DEGREE = 111.2;

/** Kilometres on a flat map, which is close enough over the distances of a metropolitan area. */
function distance(a: Circle, b: Circle): number {
  const width = Math.cos((((a.latitude + b.latitude) / 2) * Math.PI) / 180);
  return KM_A_DEGREE * Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * width);
}
