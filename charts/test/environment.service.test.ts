import { allServices } from '@earshot/all-in-one/services';
import { parseSettings, withoutEmpty } from '@earshot/core';
import { platformSettings } from '@earshot/service-kit';
import { clusterSettings, lackingFor, tracingSettings } from '@earshot/service-kit/operations';
import { expect, it } from '@jest/globals';
import { givenByOperators, ownSettings, readersOfSecrets, secretSettings, sharedSettings } from '../src/settings.ts';
import {
  describeWithHelm,
  generatedSecret,
  ofKind,
  type Rendered,
  rendered,
  type ValueSet,
  valueSets,
} from './support/helm.ts';
import { componentOf, configMap, type Variable, workload } from './support/shapes.ts';

/** The content of the operator's secret in the production values. */
const secret: Readonly<Record<string, string>> = {
  MONGODB_URL: 'mongodb+srv://earshot:secret@mongo.example.com/',
  REDIS_URL: 'rediss://:secret@redis.example.com:6379',
  SMTP_URL: 'smtps://earshot:secret@mail.example.com',
  OIDC_CLIENT_SECRET: 'secret',
  OPENAI_API_KEY: 'secret',
  REDDIT_CLIENT_SECRET: 'secret',
  DEV_ACCESS_PASSWORD: 'secret',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret',
};

/** The content of the secret that the pods read. */
const contentOf = (set: ValueSet, objects: readonly Rendered[]): Readonly<Record<string, string>> =>
  set === 'production' ? secret : generatedSecret(objects, 'earshot-keys');

/** The environment of each service's process, as Kubernetes builds it. */
function environments(objects: readonly Rendered[], keys: Readonly<Record<string, string>>) {
  const [shared] = ofKind(objects, 'ConfigMap', configMap).filter(({ data }) => 'SERVICE_URLS' in data);
  const valueOf = ({ value, valueFrom }: Variable) => value ?? keys[valueFrom?.secretKeyRef.key ?? ''];
  return ofKind(objects, 'Deployment', workload).map(({ metadata, spec }) => {
    const variables = spec.template.spec.containers[0]?.env ?? [];
    for (const { name, valueFrom } of variables) {
      const ref = valueFrom?.secretKeyRef;
      if (ref?.optional === false) expect([name, keys[ref.key]]).toEqual([name, expect.any(String)]);
    }
    const own = variables.flatMap((one): [string, string][] => {
      const value = valueOf(one);
      return value === undefined ? [] : [[one.name, value]];
    });
    return { name: componentOf(metadata), variables, environment: { ...shared?.data, ...Object.fromEntries(own) } };
  });
}

const definitionOf = (name: string) => {
  const found = allServices.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no service ${name}`);
  return found;
};

describeWithHelm('the environment of the pods', () => {
  const sets = valueSets.map((name) => {
    const objects = rendered(name);
    return { name, services: environments(objects, contentOf(name, objects)) };
  });

  it.each(sets)('is all that each service needs to start: $name', ({ services }) => {
    for (const { name, environment } of services) {
      const service = definitionOf(name);
      const settings = withoutEmpty(environment);
      for (const schema of [clusterSettings, platformSettings, tracingSettings, service.config])
        parseSettings(name, schema, settings);
      expect(lackingFor(service, settings)).toEqual([]);
    }
  });

  it.each(sets)('has no name that nobody reads: $name', ({ services }) => {
    for (const { name, environment } of services) {
      const known = [...sharedSettings, ...(ownSettings[name] ?? [])];
      expect([name, Object.keys(environment).filter((one) => !known.includes(one))]).toEqual([name, []]);
    }
  });

  it.each(sets)('has a secret only where its service reads it: $name', ({ services }) => {
    const readers = readersOfSecrets();
    for (const { name, variables } of services) {
      for (const one of variables) {
        if (secretSettings.some((known) => known === one.name))
          expect([one.name, readers[one.name]]).toEqual([one.name, expect.arrayContaining([name])]);
        else expect([one.name, one.valueFrom]).toEqual([one.name, undefined]);
      }
    }
  });
});

it('every setting of the product is a value, or the secret, or follows from other values', () => {
  const byChart = [
    'HOST',
    'PORT',
    'METRICS_PORT',
    'STOP_LINGER_MS',
    'KAFKA_BROKERS',
    'SERVICE_URLS',
    'EARSHOT_URL',
    'MAIL_FROM',
    'SERVICE_KEY_FILE',
    'SERVICE_PUBLIC_KEYS_FILE',
    'SECURITY_LOG_KEY_FILE',
    'SEALING_KEYS_FILE',
    'SANDBOX_DATA',
    'SANDBOX_PORT',
    'SANDBOX_SMTP_PORT',
    'STORES_CA_FILE',
  ];
  const all = new Set([...sharedSettings, ...Object.values(ownSettings).flat()]);
  const open = [null, ...Object.keys(ownSettings)].flatMap((name) => givenByOperators(name));
  expect([...new Set([...byChart, ...secretSettings, ...open])].sort()).toEqual([...all].sort());
});
