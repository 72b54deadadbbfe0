/** An area of the window, in pixels from its top left corner. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Corners of the window. On narrow screens, where a toast is as wide as the window, only the edge matters. */
export type Place = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left';

/** Where a toast is shown, and whether it covers none of the areas there. */
interface Fit {
  readonly place: Place;
  readonly isFree: boolean;
}

/** Style sheets use the same width. */
const narrowBelow = 768;

/** The style sheet of the toasts has the same margins. */
const placesOn = (
  { width }: Size,
  isCompact: boolean,
): { readonly places: readonly Place[]; readonly margin: number } =>
  width < narrowBelow
    ? { places: ['top-right', 'bottom-right'], margin: isCompact ? 2 : 8 }
    : { places: ['bottom-right', 'bottom-left', 'top-right', 'top-left'], margin: 16 };

function areaAt(place: Place, { width, height }: Size, screen: Size, margin: number): Area {
  const left = place.endsWith('left') ? margin : screen.width - margin - width;
  const top = place.startsWith('top') ? margin : screen.height - margin - height;
  return { left, top, right: left + width, bottom: top + height };
}

function overlap(a: Area, b: Area): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(width, 0) * Math.max(height, 0);
}

/** The first corner in which a box covers none of these areas, or else the one in which it covers least of them. */
export function freePlace(box: Size & { readonly isCompact?: boolean }, screen: Size, areas: readonly Area[]): Fit {
  const { places, margin } = placesOn(screen, box.isCompact ?? false);
  const covered = places.map((place) => {
    const area = areaAt(place, box, screen, margin);
    return { place, size: areas.reduce((sum, other) => sum + overlap(area, other), 0) };
  });
  const [best] = covered.toSorted((a, b) => a.size - b.size);
  return { place: best?.place ?? 'bottom-right', isFree: best?.size === 0 };
}
