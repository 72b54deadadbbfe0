import { brandArcs, brandDot } from './brand-paths.ts';

interface BrandMarkProps {
  readonly size?: number;
}

/** Three arcs opening from a dot: sound reaching an ear. Decorative, because the name is next to it. */
export function BrandMark({ size = 24 }: BrandMarkProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="var(--primary)"
      strokeWidth="2.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle {...brandDot} fill="var(--primary)" stroke="none" />
      <path d={brandArcs} />
    </svg>
  );
}
