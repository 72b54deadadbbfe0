import { brandArcs, brandDot } from '../components/brand-paths.ts';
import { dark, light } from './tokens.ts';

/** The brand mark as an SVG file, in the primary colour of the system's theme. Generated at build time. */
export function faviconSvg(): string {
  const { cx, cy, r } = brandDot;
  const style = `g{color:${light.primary}}@media(prefers-color-scheme:dark){g{color:${dark.primary}}}`;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">',
    `<style>${style}</style>`,
    '<g fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round">',
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="currentColor" stroke="none"/><path d="${brandArcs.join('')}"/></g></svg>`,
  ].join('');
}
