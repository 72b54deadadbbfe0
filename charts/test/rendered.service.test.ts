import { allServices } from '@earshot/all-in-one/services';
import { expect, it } from '@jest/globals';
import { describeWithHelm, helm, ofKind, type Rendered, rendered, valueSets } from './support/helm.ts';
import { componentOf, configMap, service, workload } from './support/shapes.ts';

/** Seconds that a stop may take after the time in which clients leave: `stopDeadlineMs` of the platform's Lifecycle. */
const drainSeconds = 10;
const isHook = ({ metadata }: Rendered) => metadata.annotations['helm.sh/hook'] !== undefined;

describeWithHelm('the rendered chart', () => {
  const sets = valueSets.map((name) => ({ name, objects: rendered(name) }));
  const deployments = (objects: readonly Rendered[]) => ofKind(objects, 'Deployment', workload);
  const pods = (objects: readonly Rendered[]) => [...deployments(objects), ...ofKind(objects, 'Job', workload)];

  it.each(valueSets)('passes helm lint: %s', (name) => {
    const { ok, output } = helm(['lint', '--strict'], ['--values', `charts/earshot/ci/${name}-values.yaml`]);
    expect([ok, output]).toEqual([true, expect.stringContaining('0 chart(s) failed')]);
  });

  it.each(sets)(
    'has a Deployment, a Service and an account for each service, and no other: $name',
    ({ name, objects }) => {
      const wanted = allServices.map((one) => one.name).filter((one) => name !== 'production' || one !== 'sandbox');
      for (const kind of ['Deployment', 'Service', 'ServiceAccount', 'PodDisruptionBudget']) {
        const found = objects.filter((one) => one.kind === kind).map(({ metadata }) => componentOf(metadata));
        expect([kind, found.sort()]).toEqual([kind, [...wanted].sort()]);
      }
    },
  );

  it.each(sets)('every pod stays within the level restricted, and cannot write its root: $name', ({ objects }) => {
    for (const { metadata, spec } of pods(objects)) {
      const {
        securityContext,
        automountServiceAccountToken,
        containers,
        initContainers = [],
        ...rest
      } = spec.template.spec;
      expect([metadata.name, securityContext, automountServiceAccountToken]).toEqual([
        metadata.name,
        { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        false,
      ]);
      for (const one of [...containers, ...initContainers]) {
        expect(one.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
      for (const word of ['hostNetwork', 'hostPID', 'hostIPC']) expect(rest).not.toHaveProperty(word);
      const kinds = rest.volumes.flatMap(({ name: _, ...volume }) => Object.keys(volume));
      expect(['secret', 'emptyDir', 'persistentVolumeClaim']).toEqual(expect.arrayContaining(kinds));
    }
  });

  it.each(sets)('every service is probed, bounded, and stopped after its clients have left: $name', ({ objects }) => {
    const [settings] = ofKind(objects, 'ConfigMap', configMap).filter(({ data }) => 'STOP_LINGER_MS' in data);
    const lingerSeconds = Number(settings?.data['STOP_LINGER_MS']) / 1_000;
    for (const { spec } of deployments(objects)) {
      const [one] = spec.template.spec.containers;
      expect(one).toMatchObject({
        startupProbe: { httpGet: { path: '/health/live', port: 'http' } },
        livenessProbe: { httpGet: { path: '/health/live', port: 'http' } },
        readinessProbe: { httpGet: { path: '/health/ready', port: 'http' } },
      });
      const before = one?.lifecycle?.preStop.sleep.seconds ?? Number.NaN;
      expect(before).toBeGreaterThan(0);
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(before + lingerSeconds + drainSeconds);
    }
  });

  it.each(sets)('a Service leads to the pods of its Deployment, by ports that they have: $name', ({ objects }) => {
    for (const { metadata, spec } of ofKind(objects, 'Service', service)) {
      const [deployment] = deployments(objects).filter((one) => one.metadata.name === metadata.name);
      expect(deployment?.spec.selector?.matchLabels).toEqual(spec.selector);
      expect(deployment?.spec.template.metadata.labels).toMatchObject(spec.selector);
      const ports = deployment?.spec.template.spec.containers[0]?.ports.map((one) => one.name);
      expect(ports).toEqual(spec.ports.map((one) => one.targetPort));
    }
  });

  it('only the gateway is led to, and never its metrics', () => {
    const routes = rendered('production').filter(({ kind }) => kind === 'Ingress' || kind === 'HTTPRoute');
    expect(routes.map(({ kind }) => kind).sort()).toEqual(['HTTPRoute', 'Ingress']);
    for (const route of routes) {
      const text = JSON.stringify(route);
      expect(text).toContain('"name":"earshot-gateway"');
      expect(text).not.toMatch(/9090|metrics/);
      for (const { name } of allServices) if (name !== 'gateway') expect(text).not.toContain(`earshot-${name}`);
    }
  });

  it('a Service for outside leads to the gateway, without its metrics', () => {
    const flags = ['--set', 'outsideService.enabled=true', '--set', 'url=https://earshot.example.com'];
    const [outside] = rendered('trial', flags).filter(({ metadata }) => metadata.name === 'earshot-outside');
    expect(outside).toMatchObject({
      spec: {
        type: 'LoadBalancer',
        selector: { 'app.kubernetes.io/component': 'gateway' },
        ports: [{ name: 'http', port: 80, targetPort: 'http' }],
      },
    });
  });

  it.each([
    ['nothing', [], 'http://localhost:8080'],
    ['url', ['url=https://earshot.example.com'], 'https://earshot.example.com'],
  ])('the address that browsers use follows from %s', (_what, values, url) => {
    const objects = rendered(
      'trial',
      values.flatMap((one) => ['--set', one]),
    );
    const shared = ofKind(objects, 'ConfigMap', configMap).filter(({ data }) => 'EARSHOT_URL' in data);
    expect(shared.map(({ data }) => data['EARSHOT_URL'])).toEqual([url]);
  });

  it.each(sets)(
    'no key is in the manifest, and what may be secret comes from the secret alone: $name',
    ({ name, objects }) => {
      const manifest = objects.filter((one) => !isHook(one));
      expect(JSON.stringify(manifest)).not.toMatch(/PRIVATE KEY|CERTIFICATE/);
      expect(manifest.filter(({ kind }) => kind === 'Secret')).toEqual([]);
      const secrets = objects
        .filter(({ kind }) => kind === 'Secret')
        .map(({ metadata }) => metadata.annotations['helm.sh/hook']);
      const made = { trial: ['keys'], secured: ['keys', 'servers'], production: [] }[name];
      expect(secrets.filter((hook) => hook !== 'post-delete')).toEqual(made.map(() => 'pre-install,pre-upgrade'));
      // What the servers read stays, because their volumes do.
      expect(secrets.filter((hook) => hook === 'post-delete')).toHaveLength(name === 'production' ? 0 : 1);
      const plain = pods(objects).flatMap(
        ({ spec }) => spec.template.spec.containers[0]?.env.filter(({ value }) => value !== undefined) ?? [],
      );
      expect(plain.filter(({ name }) => /SECRET|PASSWORD|API_KEY|HEADERS/.test(name))).toEqual([]);
    },
  );

  it.each(sets)('each service is given its own key and no other: $name', ({ name, objects }) => {
    for (const { metadata, spec } of deployments(objects)) {
      const files = spec.template.spec.volumes.flatMap(({ secret }) => secret?.items.map(({ key }) => key) ?? []);
      const component = componentOf(metadata);
      const seals = component === 'auth' || component === 'outreach';
      expect(files).toEqual([
        `${component}.pem`,
        'public.json',
        'security-log.key',
        ...(seals ? ['sealing.json'] : []),
        ...(name === 'secured' ? ['stores-ca.pem'] : []),
      ]);
    }
  });

  it('restarts the pods when a setting changes, and not when an unrelated value changes', () => {
    const templates = (...flags: string[]) =>
      JSON.stringify(rendered('trial', flags).filter(({ kind }) => kind === 'Deployment'));
    const asItIs = templates();
    expect(templates('--set', 'settings.LOG_LEVEL=warn')).not.toBe(asItIs);
    expect(templates('--set', 'podDisruptionBudget.enabled=false')).toBe(asItIs);
  });
});
