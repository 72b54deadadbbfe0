import { z } from 'zod';

/** A CPU profile of V8: a tree of calls, and the node of each sample with the microseconds since the one before it. */
export const cpuProfile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.number() }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
});
export type CpuProfile = z.output<typeof cpuProfile>;

/** Who wrote a function: `engine` is V8 itself, such as its garbage collector, and Node's native code. */
export type Origin = 'earshot' | 'dependency' | 'node' | 'engine';

/** A function as called by those above it. `us` includes the functions that it called. */
export interface Call {
  readonly name: string;
  /** Path in the project and line, package, or module of Node. Empty for the engine. */
  readonly place: string;
  readonly origin: Origin;
  us: number;
  readonly calls: Map<string, Call>;
}

type Node = CpuProfile['nodes'][number];

/** Sums the samples of a profile by their calls, without idle time. `project` is the project's folder as a URL. */
export function callTree(profile: CpuProfile, project: string): Call {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const spent = new Map<number, number>();
  for (const [n, id] of profile.samples.entries()) {
    spent.set(id, (spent.get(id) ?? 0) + Math.max(0, profile.timeDeltas[n] ?? 0));
  }
  const root: Call = { name: 'all', place: '', origin: 'engine', us: 0, calls: new Map() };
  for (const [id, us] of spent) {
    const stack = stackOf(id, nodes, parents);
    if (stack.some(({ callFrame }) => isApart(callFrame))) continue;
    let call = root;
    call.us += us;
    for (const { callFrame } of stack) {
      call = calledBy(call, callFrame, project);
      call.us += us;
    }
  }
  return root;
}

/** Idle time, and the time that the profiler itself took to start and to stop. */
function isApart({ functionName, url }: Node['callFrame']): boolean {
  return functionName === '(idle)' || url === 'node:inspector';
}

/** The nodes from the outermost call to the given one, without the root. */
function stackOf(id: number, nodes: ReadonlyMap<number, Node>, parents: ReadonlyMap<number, number>): Node[] {
  const stack: Node[] = [];
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const node = nodes.get(at);
    if (node !== undefined && node.callFrame.functionName !== '(root)') stack.unshift(node);
  }
  return stack;
}

function calledBy(caller: Call, frame: Node['callFrame'], project: string): Call {
  const { place, origin } = placeOf(frame, project);
  const name = frame.functionName === '' ? '(anonymous)' : frame.functionName;
  const key = `${name} ${place}`;
  const known = caller.calls.get(key);
  if (known !== undefined) return known;
  const call: Call = { name, place, origin, us: 0, calls: new Map() };
  caller.calls.set(key, call);
  return call;
}

/** A profile has absolute paths, which differ between machines. */
function placeOf({ url, lineNumber }: Node['callFrame'], project: string): Pick<Call, 'place' | 'origin'> {
  if (url === '' || url.startsWith('wasm:')) return { place: '', origin: 'engine' };
  if (url.startsWith('node:')) return { place: url, origin: 'node' };
  const installed = url.lastIndexOf('/node_modules/');
  if (installed >= 0) return { place: url.slice(installed + '/node_modules/'.length), origin: 'dependency' };
  const base = project.endsWith('/') ? project : `${project}/`;
  const path = url.startsWith(base) ? url.slice(base.length) : (url.split('/').at(-1) ?? '');
  return { place: `${path}:${lineNumber + 1}`, origin: 'earshot' };
}

/** The share of the time that the code of each origin took itself, and the functions that took the most. */
export function ownTimes(root: Call): {
  readonly origins: ReadonlyMap<Origin, number>;
  readonly top: readonly OwnTime[];
} {
  const origins = new Map<Origin, number>();
  const functions = new Map<string, number>();
  const visit = (call: Call): void => {
    let own = call.us;
    for (const child of call.calls.values()) {
      own -= child.us;
      visit(child);
    }
    if (call === root) return;
    origins.set(call.origin, (origins.get(call.origin) ?? 0) + own / root.us);
    const key = `${call.name} ${call.place}`.trimEnd();
    functions.set(key, (functions.get(key) ?? 0) + own / root.us);
  };
  visit(root);
  const top = Array.from(functions, ([name, share]) => ({ name, share })).sort((a, b) => b.share - a.share);
  return { origins, top };
}

export interface OwnTime {
  readonly name: string;
  readonly share: number;
}
