/** A set of 16-unit outline icons, drawn for this product. */
const drawings = {
  leads: 'M2 4.5h12M2 8h12M2 11.5h7',
  sliders: 'M2 4.5h7M12.5 4.5H14M2 11.5h1.5M7 11.5h7M9 2.8v3.4M12.5 2.8v3.4H9V2.8zM3.5 9.8H7v3.4H3.5z',
  hash: 'M6.2 2.5 4.8 13.5M11.2 2.5 9.8 13.5M2.5 5.8h11M2.5 10.2h11',
  all: 'M2.5 2.5h4.2v4.2H2.5zM9.3 2.5h4.2v4.2H9.3zM2.5 9.3h4.2v4.2H2.5zM9.3 9.3h4.2v4.2H9.3z',
  star: 'M8 1.9l1.9 3.8 4.2.6-3 3 .7 4.2L8 11.5l-3.8 2 .7-4.2-3-3 4.2-.6z',
  pin: 'M9.6 2.2l4.2 4.2-2 .6-2.2 2.2-.4 3L4 7l3-.4 2.2-2.2zM6.4 9.6 2.5 13.5',
  signOut: 'M6.5 2.5h-4v11h4M10 5l3 3-3 3M13 8H6',
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM8 1.2v1.4M8 13.4v1.4M1.2 8h1.4M13.4 8h1.4M3.2 3.2l1 1M11.8 11.8l1 1M12.8 3.2l-1 1M4.2 11.8l-1 1',
  moon: 'M13.4 9.7A5.7 5.7 0 0 1 6.3 2.6a5.7 5.7 0 1 0 7.1 7.1z',
  screen: 'M2 3h12v8H2zM6 13.5h4M8 11v2.5',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.4 10.4l3.1 3.1',
  plus: 'M8 3v10M3 8h10',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  open: 'M9 2.5h4.5V7M13.5 2.5 7.5 8.5M11.5 9.5v4h-9v-9h4',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.7 9.5h6.6L12 4M6.8 6.8v4M9.2 6.8v4',
  pen: 'M10.8 2.6l2.6 2.6-8 8-3.2.6.6-3.2z',
  skip: 'M3 3.5 9 8l-6 4.5zM12.5 3.5v9',
  down: 'M4 6l4 4 4-4',
  up: 'M8 13V3.5M4 7.5l4-4 4 4',
  keyboard: 'M1.8 4h12.4v8.5H1.8zM4.5 6.8h.1M7 6.8h.1M9.4 6.8h.1M11.8 6.8h.1M5 10h6',
  left: 'M10 4 6 8l4 4',
  right: 'M6 4l4 4-4 4',
  scan: 'M8 8m-1.2 0a1.2 1.2 0 1 0 2.4 0 1.2 1.2 0 1 0-2.4 0M4.6 11.4a4.8 4.8 0 0 1 0-6.8M11.4 4.6a4.8 4.8 0 0 1 0 6.8M2.3 13.7a8 8 0 0 1 0-11.4M13.7 2.3a8 8 0 0 1 0 11.4',
  undo: 'M6 3 2.5 6.5 6 10M2.5 6.5h7a4 4 0 0 1 0 8H7',
  message: 'M2.5 3h11v8h-6l-3 2.5V11h-2z',
  chart: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  gear: 'M8 5.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4zM8 1.8v1.6M8 12.6v1.6M1.8 8h1.6M12.6 8h1.6M3.6 3.6l1.1 1.1M11.3 11.3l1.1 1.1M12.4 3.6l-1.1 1.1M4.7 11.3l-1.1 1.1',
  bell: 'M8 2a4 4 0 0 1 4 4v3l1.5 2.5h-11L4 9V6a4 4 0 0 1 4-4zM6.5 13.5h3',
  card: 'M2 4h12v8.5H2zM2 7h12M4 10h3',
  link: 'M6.8 9.2l2.4-2.4M7 4.8l1.6-1.6a2.8 2.8 0 0 1 4 4L11 8.8M9 11.2l-1.6 1.6a2.8 2.8 0 0 1-4-4L5 7.2',
  download: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.5 13.5h11',
  send: 'M14 2 2 6.8l4.6 2.2L9 14zM6.6 9 14 2',
  reply: 'M6.5 3.5 2.5 7l4 3.5M2.5 7h6a5 5 0 0 1 5 5v1',
  help: 'M8 1.8a6.2 6.2 0 1 1 0 12.4A6.2 6.2 0 0 1 8 1.8zM6.2 6.2a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.2M8 11.2v.1',
  shield: 'M8 1.8l5 1.8v4c0 3.2-2 5.4-5 6.6-3-1.2-5-3.4-5-6.6v-4zM5.8 8l1.6 1.6 2.8-3',
  alert: 'M8 2.2 14.4 13.4H1.6zM8 6.4v3.2M8 11.4v.1',
  thumbUp:
    'M5 7.2 8 1.8a1.7 1.7 0 0 1 1.6 2.2L9 6.2h3.4a1.4 1.4 0 0 1 1.3 1.7l-1.1 4.6a1.4 1.4 0 0 1-1.3 1H5zM2.2 7.2H5v6.3H2.2z',
  thumbDown:
    'M5 8.8 8 14.2a1.7 1.7 0 0 0 1.6-2.2L9 9.8h3.4a1.4 1.4 0 0 0 1.3-1.7l-1.1-4.6a1.4 1.4 0 0 0-1.3-1H5zM2.2 8.8H5V2.5H2.2z',
  spark: 'M8 2l1.5 4.5L14 8l-4.5 1.5L8 14l-1.5-4.5L2 8l4.5-1.5z',
} as const;

export type IconName = keyof typeof drawings;

interface IconProps {
  readonly name: IconName;
  readonly size?: number;
  readonly filled?: boolean;
}

/** Decorative: the surrounding control has the accessible name. */
export function Icon({ name, size = 16, filled = false }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ display: 'block', flex: 'none' }}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
