interface BrandMarkProps {
  readonly size?: number;
}

/** Three arcs opening from a dot: sound reaching an ear. Decorative; the name stands beside it. */
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
      <circle cx="5.5" cy="12" r="2.2" fill="var(--primary)" stroke="none" />
      <path d="M10.2 8.2a5.4 5.4 0 0 1 0 7.6M13.8 5.4a9.4 9.4 0 0 1 0 13.2M17.4 2.8a13.2 13.2 0 0 1 0 18.4" />
    </svg>
  );
}
