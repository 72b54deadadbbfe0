import { describe, expect, it } from '@jest/globals';
import { type Area, freePlace, type Size } from '../src/lib/free-place.ts';

const toast = { width: 368, height: 62 };
const wide = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const placeOf = (box: Size, screen: Size, areas: readonly Area[]) => freePlace(box, screen, areas).place;

describe('the place of a toast', () => {
  it('is at the bottom on the right, or at the top of a phone', () => {
    expect(placeOf(toast, wide, [])).toBe('bottom-right');
    expect(placeOf({ width: 374, height: 62 }, phone, [])).toBe('top-right');
  });

  it('is the first corner that covers nothing', () => {
    const composer = { left: 772, top: 500, right: 1408, bottom: 890 };
    expect(placeOf(toast, wide, [composer])).toBe('bottom-left');
    const dialog = { left: 340, top: 90, right: 1100, bottom: 830 };
    expect(placeOf(toast, wide, [composer, dialog])).toBe('top-right');
    const drawer = { left: 1040, top: 0, right: 1440, bottom: 900 };
    expect(placeOf(toast, wide, [drawer])).toBe('bottom-left');
    expect(placeOf({ width: 374, height: 62 }, phone, [{ left: 16, top: 60, right: 374, bottom: 600 }])).toBe(
      'bottom-right',
    );
  });

  it('covers least where no corner is free', () => {
    const page = { left: 0, top: 0, right: 390, bottom: 844 };
    const composer = { left: 16, top: 400, right: 374, bottom: 840 };
    expect(placeOf({ width: 374, height: 62 }, phone, [page, composer])).toBe('top-right');
  });

  it('is the header of a phone where the composer fills the rest, if the toast is as low as it', () => {
    const composer = { left: 16, top: 56, right: 374, bottom: 844 };
    expect(freePlace({ width: 374, height: 62 }, phone, [composer])).toMatchObject({ isFree: false });
    const compact = { width: 374, height: 52, isCompact: true };
    expect(freePlace(compact, phone, [composer])).toEqual({ place: 'top-right', isFree: true });
  });
});
