import { allServices } from '@earshot/all-in-one/services';
import { expect, it } from '@jest/globals';
import { edgesOf } from '../src/edges.ts';
import { describeWithHelm, ofKind, type Rendered, rendered, valueSets } from './support/helm.ts';
import { componentOf, networkPolicy } from './support/shapes.ts';

const edges = edgesOf(allServices);
const servers = { kafka: 9092, mongodb: 27017, redis: 6379 } as const;

interface Rule {
  readonly ports: readonly { readonly port: string | number }[];
  readonly peers:
    | readonly { readonly podSelector?: { readonly matchLabels: Readonly<Record<string, string>> } | undefined }[]
    | undefined;
}

/** Entries such as `http of lead` for each service and port of a rule. Peers that are not our services are skipped. */
function ours({ ports, peers = [] }: Rule): string[] {
  const names = peers.flatMap(({ podSelector }) => componentOf({ labels: podSelector?.matchLabels ?? {} }) || []);
  return names.flatMap((name) => ports.map(({ port }) => `${port === 2525 ? 'smtp' : port} of ${name}`));
}

function policies(objects: readonly Rendered[]) {
  return new Map(ofKind(objects, 'NetworkPolicy', networkPolicy).map((one) => [componentOf(one.metadata), one.spec]));
}

/** The connections to our services that the declarations of a service allow. */
function declared(name: string, sandbox: boolean): string[] {
  const { services = [], thirdParties = [] } = edges[name] ?? {};
  const called = services.filter((other) => sandbox || other !== 'sandbox').map((other) => `http of ${other}`);
  if (!sandbox) return called;
  const site = thirdParties.some((one) => one === 'source' || one === 'identity') ? ['http of sandbox'] : [];
  return [...called, ...site, ...(thirdParties.includes('mail') ? ['smtp of sandbox'] : [])];
}

describeWithHelm('network policies', () => {
  const sets = valueSets.map((name) => ({
    name,
    rules: policies(rendered(name)),
    sandbox: name !== 'production',
    secured: name === 'secured',
  }));
  const services = (sandbox: boolean) => Object.keys(edges).filter((name) => sandbox || name !== 'sandbox');

  it.each(sets)('deny by default, both ways, for every pod of the release: $name', ({ rules, sandbox, secured }) => {
    expect(rules.get('deny')).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'earshot', 'app.kubernetes.io/instance': 'earshot' } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [],
      egress: [],
    });
    const jobs = ['topics', 'indexes', ...(secured ? ['store-users'] : [])];
    expect([...rules.keys()].sort()).toEqual([...services(sandbox), 'deny', ...jobs].sort());
    for (const { policyTypes } of rules.values()) expect(policyTypes).toEqual(['Ingress', 'Egress']);
  });

  it.each(sets)('let each service open what it declares, and nothing else of ours: $name', ({ rules, sandbox }) => {
    for (const name of services(sandbox)) {
      const found = rules.get(name)?.egress.flatMap(({ to, ports }) => ours({ peers: to, ports })) ?? [];
      expect([name, [...new Set(found)].sort()]).toEqual([name, [...new Set(declared(name, sandbox))].sort()]);
    }
  });

  it.each(sets)('let each service in where they let it out: $name', ({ rules, sandbox }) => {
    for (const name of services(sandbox)) {
      const found = rules.get(name)?.ingress.flatMap(({ from, ports }) => ours({ peers: from, ports })) ?? [];
      const callers = services(sandbox).flatMap((other) =>
        [...new Set(declared(other, sandbox))]
          .filter((one) => one.endsWith(` of ${name}`))
          .map((one) => one.replace(name, other)),
      );
      expect([name, found.sort()]).toEqual([name, callers.sort()]);
    }
  });

  it.each(sets)('let to Kafka, MongoDB and Redis who uses them: $name', ({ rules, sandbox, secured }) => {
    const reached = (name: string) => {
      const ports = rules.get(name)?.egress.flatMap((rule) => rule.ports.map(({ port }) => port)) ?? [];
      return Object.entries(servers).flatMap(([server, port]) => (ports.includes(port) ? [server] : []));
    };
    for (const name of services(sandbox)) expect([name, reached(name)]).toEqual([name, edges[name]?.servers]);
    expect([reached('topics'), reached('indexes')]).toEqual([['kafka'], ['mongodb']]);
    expect(reached('store-users')).toEqual(secured ? ['kafka', 'mongodb'] : []);
  });

  it.each(sets)('a rule without peers is one that the values ask for: $name', ({ name, rules }) => {
    const open = [...rules].flatMap(([policy, { ingress, egress }]) => [
      ...ingress.filter(({ from = [] }) => from.length === 0).map(() => `to ${policy}`),
      ...egress
        .filter(({ to = [] }) => to.length === 0)
        .map(({ ports }) => `${policy} to ${ports.map(({ port }) => port).join()}`),
    ]);
    // In the production values MongoDB may have any address, so these rules name only its port.
    const wanted = [...rules.keys()].filter(
      (one) => one === 'indexes' || edges[one]?.servers.includes('mongodb') === true,
    );
    expect(open.sort()).toEqual(name !== 'production' ? [] : wanted.map((one) => `${one} to 27017`).sort());
  });

  it.each(sets)('only scrapers reach the metrics, only the gateway is open to others: $name', ({ rules, sandbox }) => {
    for (const name of services(sandbox)) {
      const others = rules
        .get(name)
        ?.ingress.filter((rule) => ours({ peers: rule.from, ports: rule.ports }).length === 0);
      const ports = others?.flatMap((rule) => rule.ports.map(({ port }) => port));
      expect([name, ports]).toEqual([name, name === 'gateway' ? ['http', 'metrics'] : ['metrics']]);
    }
  });
});
