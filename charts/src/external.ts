import type { Expression } from './promql.ts';

/*
 * External metrics: Prometheus's, and those of kube-state-metrics, which most clusters run. Without kube-state-metrics,
 * alerts on its metrics never fire.
 */

const names = {
  /** 1 if the last scrape of a process succeeded. Created by Prometheus. */
  up: 'up',
  /** 1 for each pending or firing alert and set of labels. Created by Prometheus. */
  alerts: 'ALERTS',
  /** From kube-state-metrics. */
  wantedReplicas: 'kube_deployment_spec_replicas',
  availableReplicas: 'kube_deployment_status_replicas_available',
} as const;

/** Metrics that queries may use although they are missing in the table of metrics. */
export const externalNames: readonly string[] = Object.values(names);

/** 1 if at least one process of a service was scraped, else 0. */
export function scraped(where: string): Expression {
  return {
    promql: `max by (namespace, service) (${names.up}{${where}})`,
    unit: 'boolean',
    by: ['namespace', 'service'],
  };
}

/** Number of services without any scraped process. */
export function silentServices(where: string): Expression {
  return { promql: `(count(${scraped(where).promql} == 0) or vector(0))`, unit: 'services', by: [] };
}

/** Has a value only if Prometheus has no target for the service. */
export function unknownToScraper(where: string, service: string): Expression {
  const promql = `absent(${names.up}{${where},service="${service}"})`;
  return { promql, unit: 'boolean', by: ['namespace', 'service'] };
}

/** Missing replicas by Deployment. */
export function missingReplicas(namespace: string, deployments: string): Expression {
  const where = `namespace="${namespace}",deployment=~"${deployments}"`;
  const of = (name: string) => `max by (namespace, deployment) (${name}{${where}})`;
  const promql = `(${of(names.wantedReplicas)} - ${of(names.availableReplicas)})`;
  return { promql, unit: 'replicas', by: ['namespace', 'deployment'] };
}

/** Number of firing alerts of the product; 0 without any. */
export function firingAlerts(namespace: string): Expression {
  const promql = `(count(${alertSeries(namespace)}) or vector(0))`;
  return { promql, unit: 'alerts', by: [] };
}

/** One series for each firing alert. */
export function alertsByName(namespace: string): Expression {
  const by = ['alertname', 'severity'];
  return { promql: `count by (${by.join(', ')}) (${alertSeries(namespace)})`, unit: 'alerts', by };
}

function alertSeries(namespace: string): string {
  return `${names.alerts}{namespace="${namespace}",alertname=~"Earshot.+",alertstate="firing"}`;
}
