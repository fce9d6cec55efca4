import type { ListedExchange } from '../../helpers/evidence/exchange-list.ts';
import { quantile } from '../baselines/history/durations.ts';

/** The endpoints of the interface; other requests have no trend. */
const endpoints =
  /(POST) .*(\/v1\/(?:transactions|checkout))$|(GET) .*(\/v1\/wallets?\/(?:list|balance))$|(GET|PUT|DELETE) .*(\/v1\/callback\/(?:fetch|update|delete))\/[^/]+$/;

const endpointOf = ({ method, path }: ListedExchange): string | undefined => {
  const found = endpoints.exec(`${method} ${path}`)?.slice(1).filter(Boolean);
  return found?.join(' ').replace('/wallet/', '/wallets/');
};

/** The response times of an endpoint during a run, in milliseconds. */
interface EndpointDurations {
  endpoint: string;
  answers: number;
  p50: number;
  p95: number;
}

/** The durations of answered requests by endpoint, sorted by name. */
export const durationsByEndpoint = (exchanges: readonly ListedExchange[]): EndpointDurations[] => {
  const groups = new Map<string, number[]>();
  for (const exchange of exchanges) {
    const endpoint = exchange.status === '' ? undefined : endpointOf(exchange);
    if (endpoint) groups.set(endpoint, [...(groups.get(endpoint) ?? []), exchange.durationMs]);
  }
  return [...groups]
    .map(([endpoint, ms]) => ({ endpoint, answers: ms.length, p50: quantile(ms, 0.5), p95: quantile(ms, 0.95) }))
    .sort((one, other) => one.endpoint.localeCompare(other.endpoint));
};

/** The metrics for Allure's `performance.json`, and the configuration of their titles and units. */
export const metricsOf = (durations: readonly EndpointDurations[], start: number, stop: number) => {
  const metrics = durations.flatMap(({ endpoint, p50, p95 }) => [
    { key: `${endpoint} p50`, value: Math.round(p50), endpoint },
    { key: `${endpoint} p95`, value: Math.round(p95), endpoint },
  ]);
  return {
    results: metrics.map(({ key, value }) => ({ id: key, key, value, start, stop })),
    config: {
      groups: Object.fromEntries(durations.map(({ endpoint }) => [endpoint, { title: endpoint }])),
      metrics: Object.fromEntries(
        metrics.map(({ key, endpoint }) => [key, { title: key, unit: 'ms', better: 'lower', group: endpoint }]),
      ),
    },
  };
};
