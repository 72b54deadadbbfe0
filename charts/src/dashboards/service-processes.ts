import { memoryUsed } from '../expressions.ts';
import { graph } from './panels.ts';
import { oneService as f } from './scopes.ts';

/* The lower half of the service dashboard: resources of its processes, and their queues. */

const pod = ['service', 'pod'] as const;

export function processes() {
  return [
    graph({
      title: 'CPU time',
      shows: 'Cores used by each process.',
      normal: 'Below its limit.',
      otherwise: 'At its limit: calls wait. Add replicas or raise the limit.',
      lines: [{ of: f.rate('processCpuSecondsTotal', { by: pod }) }],
    }),
    graph({
      title: 'Memory',
      shows: 'The share of its memory limit that each process uses.',
      normal: 'Constant, well below 1.',
      otherwise: 'Near 1, the system kills it: raise the limit, or find a leak with the panel "Heap".',
      lines: [{ of: memoryUsed(f) }],
      alert: 'EarshotMemoryNearLimit',
    }),
    graph({
      title: 'Event loop',
      shows: 'Delay of one of 100 turns.',
      normal: 'Below 0.15 s. It contains the 0.1 s between two samples.',
      otherwise: 'One core is not enough, or the process gets too little CPU time.',
      lines: [{ of: f.max('nodeEventLoopLagP99Seconds', { by: pod }) }],
      alert: 'EarshotEventLoopBusy',
    }),
  ];
}

export function insideNode() {
  return [
    graph({
      title: 'Heap',
      shows: 'Memory of JavaScript objects.',
      normal: 'A sawtooth with a constant baseline.',
      otherwise: 'A rising baseline is a leak.',
      lines: [{ of: f.max('nodeHeapSizeUsedBytes', { by: pod }) }],
    }),
    graph({
      title: 'Garbage collection',
      shows: 'How often it ran, by kind.',
      normal: 'Many minor ones, few major ones.',
      otherwise: 'Many major ones: the heap is nearly full.',
      lines: [{ of: f.rate('nodeGcDurationSeconds', { by: ['service', 'kind'] }) }],
    }),
    graph({
      title: 'Open files and sockets',
      shows: 'Open file descriptors of each process.',
      normal: 'Constant.',
      otherwise: 'Rising steadily: connections are not closed.',
      lines: [{ of: f.max('processOpenFds', { by: pod }) }],
    }),
  ];
}

export function queues() {
  return [
    graph({
      title: 'Reachable servers',
      shows: '1 while every process can reach the server, else 0.',
      normal: 'All at 1.',
      otherwise: 'Only one process: check its node and network policies. All: check the server.',
      lines: [{ of: f.min('dependencyUp', { by: ['service', 'dependency'] }) }],
      alert: 'EarshotDatabaseAway',
      width: 6,
    }),
    graph({
      title: 'WebSockets',
      shows: 'Open pages at the gateway, and at realtime behind it.',
      normal: 'The same number at both.',
      otherwise: 'More at the gateway for long: realtime restarted, and pages have not reconnected.',
      lines: [{ of: f.sum('sockets', { by: ['service'] }) }],
      none: 'none',
      width: 6,
    }),
    graph({
      title: 'Sockets to the services',
      shows: 'Sockets of the gateway to the services: in use, idle, and requests that wait for one.',
      normal: 'None waiting.',
      otherwise: 'Waiting: a service answers slowly, and calls accumulate.',
      lines: [{ of: f.sum('proxySockets', { by: ['service', 'state'] }) }],
      none: 'only for the gateway',
      width: 6,
    }),
    graph({
      title: 'Passwords',
      shows: 'Passwords that auth is hashing, and passwords that wait.',
      normal: 'None waiting; at most 60.',
      otherwise: 'At 60, further sign-ins are answered with 503: an attack, or too few replicas of auth.',
      lines: [{ of: f.sum('passwordHashes', { by: ['service', 'state'] }) }],
      none: 'only for auth',
      width: 6,
    }),
    graph({
      title: 'Policy violations',
      shows: 'Violations of the Content-Security-Policy that browsers reported, by directive.',
      normal: 'None, or single ones by extensions of browsers.',
      otherwise: 'Many after a release: a page breaks the policy. Many at once else: look for injected content.',
      lines: [{ of: f.rate('policyViolations', { by: ['directive'] }) }],
      none: 'only for the gateway',
      width: 24,
    }),
  ];
}
