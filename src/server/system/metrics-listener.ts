import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ServerConfig, WrongConfig } from '../config.ts'
import type { Metrics } from './metrics.ts'

export interface MetricsListener {
  /** The address of the metrics. */
  readonly address: string
  stop(): Promise<void>
}

/** Answers GET /metrics on a port of its own, which the public port knows nothing of. Throws WrongConfig. */
export async function listenForScrapes(
  metrics: Metrics,
  { port, host }: NonNullable<ServerConfig['metrics']>,
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    const end = (status: number, text: string, type = 'text/plain; charset=utf-8') => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
      response.end(text)
    }
    if (request.url !== '/metrics') return end(404, 'Only /metrics is here.\n')
    if (request.method !== 'GET') return end(405, 'Only GET is answered.\n')
    metrics.text().then(
      (text) => end(200, text, metrics.contentType),
      () => end(500, 'The metrics could not be read.\n'),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(new WrongConfig(`METRICS_PORT: nothing can listen on port ${port} of ${host}. Set another number.`)),
    )
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${actual}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
