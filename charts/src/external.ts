import type { Expression } from './promql.ts';

/*
 * The few metrics that are not ours: Prometheus's own, and those of kube-state-metrics, which most clusters have. An
 * alert on one of the latter says nothing where they are missing.
 */

const names = {
  /** 1 when the last scrape of a process worked. Made by Prometheus. */
  up: 'up',
  /** 1 for each alert and set of labels that is pending or firing. Made by Prometheus. */
  alerts: 'ALERTS',
  /** Of kube-state-metrics. */
  wantedReplicas: 'kube_deployment_spec_replicas',
  availableReplicas: 'kube_deployment_status_replicas_available',
} as const;

/** Names that are no entry of the table of metrics, and may be asked for all the same. */
export const externalNames: readonly string[] = Object.values(names);

/** 1 where at least one process of a service was scraped, else 0. */
export function scraped(where: string): Expression {
  return {
    promql: `max by (namespace, service) (${names.up}{${where}})`,
    unit: 'boolean',
    by: ['namespace', 'service'],
  };
}

/** How many services have no process that was scraped. */
export function silentServices(where: string): Expression {
  return { promql: `(count(${scraped(where).promql} == 0) or vector(0))`, unit: 'services', by: [] };
}

/** Has a value only where no process of the service is known to Prometheus at all. */
export function unknownToScraper(where: string, service: string): Expression {
  const promql = `absent(${names.up}{${where},service="${service}"})`;
  return { promql, unit: 'boolean', by: ['namespace', 'service'] };
}

/** Replicas that a Deployment lacks, by Deployment. */
export function missingReplicas(namespace: string, deployments: string): Expression {
  const where = `namespace="${namespace}",deployment=~"${deployments}"`;
  const of = (name: string) => `max by (namespace, deployment) (${name}{${where}})`;
  const promql = `(${of(names.wantedReplicas)} - ${of(names.availableReplicas)})`;
  return { promql, unit: 'replicas', by: ['namespace', 'deployment'] };
}

/** How many alerts of the product are firing; 0 where none is. */
export function firingAlerts(namespace: string): Expression {
  const promql = `(count(${alertSeries(namespace)}) or vector(0))`;
  return { promql, unit: 'alerts', by: [] };
}

/** One series for each alert that is pending or firing. */
export function alertsByName(namespace: string): Expression {
  const by = ['alertname', 'severity'];
  return { promql: `count by (${by.join(', ')}) (${alertSeries(namespace)})`, unit: 'alerts', by };
}

function alertSeries(namespace: string): string {
  return `${names.alerts}{namespace="${namespace}",alertname=~"Earshot.+",alertstate="firing"}`;
}
