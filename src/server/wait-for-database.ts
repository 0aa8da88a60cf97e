import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { ListenOptions } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerConfig } from './config.ts'
import { DatabaseUnreachable } from './db/errors.ts'
import { listenAnywhere } from './listen-anywhere.ts'
import type { Log } from './ports.ts'
import { VERSION } from './version.ts'

const AGAIN_AFTER_MS = 2_000
const RETRY_SECONDS = 2

/**
 * Calls `start` every two seconds until the database's server can be reached, because after a power cut or in a
 * container system the server of the product may be started first. Until then the port answers `/healthz` with 200 and
 * everything else with 503. Throws any other failure of `start`.
 */
export async function startOnceReachable<T>(
  config: Pick<ServerConfig, 'port' | 'host'>,
  tls: { cert: string; key: string } | null,
  log: Log,
  start: () => Promise<T>,
): Promise<T> {
  const waiting = tls ? createSecureServer(tls, answer) : createServer(answer)
  // The start itself says why the port can't be used.
  waiting.on('error', () => undefined)
  const listen = async (place: ListenOptions) => {
    waiting.listen(place)
    await once(waiting, 'listening')
  }
  try {
    for (;;) {
      try {
        return await start()
      } catch (error) {
        if (!(error instanceof DatabaseUnreachable)) throw error
        log.warn({ seconds: AGAIN_AFTER_MS / 1_000 }, `${error.message}. It is tried again.`)
        if (!waiting.listening) await listenAnywhere(config, listen).catch(() => undefined)
        await wait(AGAIN_AFTER_MS)
      }
    }
  } finally {
    await new Promise((resolve) => waiting.close(resolve))
    waiting.closeAllConnections()
  }
}

const answer: RequestListener = (request, response) => {
  const isUp = request.url === '/healthz'
  if (!isUp) response.setHeader('retry-after', RETRY_SECONDS)
  response.writeHead(isUp ? 200 : 503, {
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  })
  response.end(JSON.stringify(isUp ? { status: 'up', ...VERSION } : { status: 'not ready' }))
}
