import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../version.ts'
import { FIGURES } from './figures.ts'
import type { System } from './look.ts'

/** Node's own whose names end like a counter's without being one: `promtool check metrics` refuses them. */
const MISNAMED = ['nodejs_active_resources_total', 'nodejs_active_handles_total', 'nodejs_active_requests_total']
const SECONDS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]

export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  /** Counts the requests of this app, before it listens. */
  measure(app: FastifyInstance): void
  /** From now on its figures and these pools are told too. */
  watch(system: System, pools: Readonly<Record<string, pg.Pool>>): void
}

/** The metrics of one server. Tests start several in one process, so each has a registry of its own. */
export function newMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
  new Gauge({
    name: 'bagrun_build_info',
    help: 'Version and commit of this server',
    labelNames: ['version', 'commit'],
    registers,
  }).set(VERSION, 1)
  const requests = new Counter({
    name: 'bagrun_http_requests_total',
    help: 'Answered requests, by the pattern of their address',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'bagrun_http_request_duration_seconds',
    help: 'From a request to the end of its answer',
    labelNames: ['method'],
    buckets: SECONDS,
    registers,
  })
  const connections = new Gauge({
    name: 'bagrun_database_pool_connections',
    help: 'Connections to the database',
    labelNames: ['pool', 'state'],
    registers,
  })
  const waiting = new Gauge({
    name: 'bagrun_database_pool_waiting',
    help: 'Callers that wait for a connection to the database',
    labelNames: ['pool'],
    registers,
  })
  const figures = FIGURES.map(({ name, help, labels = [], isCount = false, values }) => {
    const metric = new (isCount ? Counter : Gauge)({ name, help, labelNames: [...labels], registers })
    return { name, metric, values }
  })
  let system: System | null = null
  let pools: Readonly<Record<string, pg.Pool>> = {}

  async function look(): Promise<void> {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      connections.set({ pool, state: 'used' }, totalCount - idleCount)
      connections.set({ pool, state: 'idle' }, idleCount)
      waiting.set({ pool }, waitingCount)
    }
    const facts = await system?.look()
    for (const { name, metric, values } of figures) {
      metric.reset()
      // One without labels is 0 after that, which would say something that is not known.
      metric.remove({})
      // A server that waits for its database has not looked yet.
      const told = facts ? values(facts) : name === 'bagrun_database_up' ? ([[{}, 0]] as const) : []
      // Begins at 0 after the reset, which a counter's `inc` needs.
      for (const [labels, value] of told) metric.inc(labels, value)
    }
  }

  return {
    contentType: registry.contentType,
    text: async () => {
      await look()
      return registry.metrics()
    },
    measure: (app) =>
      void app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
        requests.inc({ method, route: routeOptions.url ?? 'none', status: statusCode })
        seconds.observe({ method }, elapsedTime / 1_000)
      }),
    watch: (looked, open) => {
      system = looked
      pools = open
    },
  }
}
