import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * The service's Prometheus metrics; a registry of its own for each app, so that two apps in one process count apart.
 */
export function createMetrics({ process = false } = {}) {
  const registry = new Registry();
  if (process) collectDefaultMetrics({ register: registry, prefix: 'newsstand_' });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'newsstand_request_seconds',
      help: 'Time to answer, by method, route and status',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    payments: new Counter({ name: 'newsstand_payments_total', help: 'Payments by outcome', labelNames: ['outcome'], registers }),
    queueDepth: new Gauge({ name: 'newsstand_queue_depth', help: 'Jobs that wait, by queue', labelNames: ['queue'], registers }),
    oldestLetter: new Gauge({
      name: 'newsstand_oldest_letter_seconds',
      help: 'How long the oldest letter has waited that was not tried yet; 0 while none waits',
      registers,
    }),
    settleLag: new Histogram({
      name: 'newsstand_settle_lag_seconds',
      help: 'Time from a payment until its order was settled',
      buckets: [0.1, 0.5, 1, 2, 5, 15, 60, 300, 900, 3600],
      registers,
    }),
  };
}
