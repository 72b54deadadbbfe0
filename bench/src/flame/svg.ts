import type { Call, Origin } from './call-tree.ts';

const width = 1200;
const margin = 8;
const rowHeight = 16;
const headHeight = 44;
const characterWidth = 6.2;
/** Calls below this share of the time are left out, and more if the file would be too large. */
const leastShare = 0.003;
const mostBytes = 150_000;

/** Four shades of each origin. The text on them is dark, in both themes. */
const shades: Readonly<Record<Origin, readonly string[]>> = {
  earshot: ['#ff9d5c', '#ffad75', '#f58f4a', '#ffbd8f'],
  dependency: ['#8fb8f6', '#a3c5f8', '#7eabf0', '#b6d1fa'],
  node: ['#8fd19e', '#a2dab0', '#7fc78f', '#b4e2bf'],
  engine: ['#c9c9c9', '#d5d5d5', '#bdbdbd', '#e0e0e0'],
};
const labels: Readonly<Record<Origin, string>> = {
  earshot: 'Earshot',
  dependency: 'dependencies',
  node: 'Node',
  engine: 'V8 and native code',
};

interface Box {
  readonly call: Call;
  readonly depth: number;
  readonly fromUs: number;
}

/**
 * Draws a flame graph: the width of a call is its share of the time, callers are below. A title on each rectangle has its
 * name, its place and its share. The same calls always result in the same text.
 */
export function flameSvg(title: string, root: Call): string {
  for (let share = leastShare; ; share *= 1.25) {
    const svg = draw(title, root, share);
    if (Buffer.byteLength(svg) <= mostBytes) return svg;
  }
}

function draw(title: string, root: Call, share: number): string {
  const boxes: Box[] = [];
  place({ call: root, depth: 0, fromUs: 0 }, root.us * share, boxes);
  const rows = Math.max(...boxes.map(({ depth }) => depth)) + 1;
  const height = headHeight + rows * rowHeight + margin;
  const omitted = `${(root.us / 1e6).toFixed(1)} s of processor time; calls below ${(share * 100).toFixed(1)} % are left out`;
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="monospace" font-size="10">`,
    `<title>${escaped(title)}</title>`,
    `<style>${styles()}</style>`,
    `<rect class="back" width="${width}" height="${height}"/>`,
    `<text class="head" x="${margin}" y="16" font-size="13">${escaped(title)}</text>`,
    `<text class="head" x="${margin}" y="34">${escaped(omitted)}</text>`,
    ...legend(),
    ...boxes.map((box) => rectangle(box, root.us, height)),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

/** Callees in the order of their names, so that graphs of two runs can be compared. */
function place(box: Box, leastUs: number, into: Box[]): void {
  into.push(box);
  let fromUs = box.fromUs;
  const calls = [...box.call.calls].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, call] of calls) {
    if (call.us >= leastUs) place({ call, depth: box.depth + 1, fromUs }, leastUs, into);
    fromUs += call.us;
  }
}

function rectangle({ call, depth, fromUs }: Box, totalUs: number, height: number): string {
  const scale = (width - 2 * margin) / totalUs;
  const [x, w] = [margin + fromUs * scale, Math.max(0.5, call.us * scale - 0.5)];
  const y = height - margin - (depth + 1) * rowHeight;
  const share = `${((call.us / totalUs) * 100).toFixed(1)} %`;
  const full = [call.name, ...(call.place === '' ? [] : [call.place]), share].join(' ');
  const fits = Math.floor((w - 4) / characterWidth);
  const text = call.name.length <= fits ? call.name : `${call.name.slice(0, Math.max(0, fits - 1))}…`;
  const label = fits < 3 ? '' : `<text x="${(x + 2).toFixed(1)}" y="${y + 11}">${escaped(text)}</text>`;
  const shade = shadeClass(call.origin, hashOf(call.name + call.place) % 4);
  return (
    `<g><title>${escaped(full)}</title>` +
    `<rect class="${shade}" x="${x.toFixed(1)}" y="${y}" width="${w.toFixed(1)}" height="15"/>${label}</g>`
  );
}

const origins = ['earshot', 'dependency', 'node', 'engine'] as const;

function styles(): string {
  const classes = origins.flatMap((origin) =>
    shades[origin].map((colour, n) => `.${shadeClass(origin, n)}{fill:${colour}}`),
  );
  const plain = 'text{fill:#1a1a1a}.back{fill:#ffffff}.head{fill:#24292f}';
  const dark = '@media(prefers-color-scheme:dark){.back{fill:#0d1117}.head{fill:#e6edf3}}';
  return [...classes, plain, dark].join('');
}

function legend(): string[] {
  return origins.flatMap((origin, n) => {
    const x = width - margin - 560 + n * 140;
    return [
      `<rect class="${shadeClass(origin, 0)}" x="${x}" y="26" width="10" height="10"/>`,
      `<text class="head" x="${x + 14}" y="35">${labels[origin]}</text>`,
    ];
  });
}

function shadeClass(origin: Origin, n: number): string {
  // `earshot` and `engine` begin with the same letter.
  return `${origin === 'engine' ? 'v' : origin.slice(0, 1)}${n}`;
}

function hashOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
