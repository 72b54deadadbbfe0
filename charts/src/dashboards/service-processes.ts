import { memoryUsed } from '../expressions.ts';
import { graph } from './panels.ts';
import { oneService as f } from './scopes.ts';

/* The lower half of the dashboard of one service: what its processes use, and what they wait for. */

const pod = ['service', 'pod'] as const;

export function processes() {
  return [
    graph({
      title: 'Processor time',
      shows: 'Cores that each process uses.',
      normal: 'Below its limit.',
      otherwise: 'At its limit: calls wait. More replicas or a higher limit.',
      lines: [{ of: f.rate('processCpuSecondsTotal', { by: pod }) }],
      width: 8,
    }),
    graph({
      title: 'Memory',
      shows: 'How much of the memory that it may use each process uses.',
      normal: 'Level, well below 1.',
      otherwise: 'Near 1 the system kills it: a higher limit, or a leak to find by the panel "Heap".',
      lines: [{ of: memoryUsed(f) }],
      alert: 'EarshotMemoryNearLimit',
      width: 8,
    }),
    graph({
      title: 'Event loop',
      shows: 'How late one of 100 turns came.',
      normal: 'Below 0.05 s.',
      otherwise: 'It computes too much for one core, or gets too little processor time.',
      lines: [{ of: f.max('nodeEventLoopLagP99Seconds', { by: pod }) }],
      alert: 'EarshotEventLoopBusy',
      width: 8,
    }),
  ];
}

export function insideNode() {
  return [
    graph({
      title: 'Heap',
      shows: 'Memory that JavaScript objects use.',
      normal: 'A saw-tooth with a level floor.',
      otherwise: 'A rising floor is a leak.',
      lines: [{ of: f.max('nodeHeapSizeUsedBytes', { by: pod }) }],
      width: 8,
    }),
    graph({
      title: 'Garbage collection',
      shows: 'How often it ran, by kind.',
      normal: 'Many minor ones, few major ones.',
      otherwise: 'Many major ones: the heap is nearly full.',
      lines: [{ of: f.rate('nodeGcDurationSeconds', { by: ['service', 'kind'] }) }],
      width: 8,
    }),
    graph({
      title: 'Open files and sockets',
      shows: 'File descriptors that each process holds.',
      normal: 'Level.',
      otherwise: 'Rising without end: connections that nobody closes.',
      lines: [{ of: f.max('processOpenFds', { by: pod }) }],
      width: 8,
    }),
  ];
}

export function queues() {
  return [
    graph({
      title: 'Servers that answer',
      shows: '1 while every process reaches the server, 0 when one of them does not.',
      normal: 'All at 1.',
      otherwise: 'One process alone: its node or a network policy. All: the server.',
      lines: [{ of: f.min('dependencyUp', { by: ['service', 'dependency'] }) }],
      alert: 'EarshotDatabaseAway',
      width: 6,
    }),
    graph({
      title: 'WebSockets',
      shows: 'Open pages at the gateway, and at realtime behind it.',
      normal: 'The same number at both.',
      otherwise: 'More at the gateway for long: realtime restarted, and pages wait to be heard again.',
      lines: [{ of: f.sum('sockets', { by: ['service'] }) }],
      none: 'none',
      width: 6,
    }),
    graph({
      title: 'Sockets to the services',
      shows: 'Sockets that the gateway has to the services: in use, idle, and requests that wait for one.',
      normal: 'Nobody waits.',
      otherwise: 'Waiting: a service answers slowly, and calls pile up before it.',
      lines: [{ of: f.sum('proxySockets', { by: ['service', 'state'] }) }],
      none: 'the gateway alone',
      width: 6,
    }),
    graph({
      title: 'Passwords',
      shows: 'Passwords that auth is hashing, and those that wait.',
      normal: 'Nobody waits; 60 at most may.',
      otherwise: 'At 60 further sign-ins are answered 503: an attack, or too few replicas of auth.',
      lines: [{ of: f.sum('passwordHashes', { by: ['service', 'state'] }) }],
      none: 'auth alone',
      width: 6,
    }),
  ];
}
