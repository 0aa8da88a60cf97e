import { kindAndPlace } from './http/failures.ts'
import type { Log } from './ports.ts'

const PATIENCE_MS = 30_000
const PARENT_LOOK_MS = 500

/**
 * On SIGTERM or SIGINT: completes requests in flight, closes the database, then ends the process. A second signal ends
 * it at once.
 * @param drainSeconds on SIGTERM, for so long it answers as before while `/readyz` tells proxies to ask another server
 */
export function stopOnSignals(
  server: { leave(): void; close(): Promise<void> },
  log: Log,
  { underNpm, drainSeconds }: { readonly underNpm: boolean; readonly drainSeconds: number },
): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    server.leave()
    setTimeout(() => end(signal), signal === 'SIGTERM' ? drainSeconds * 1_000 : 0)
  }
  const end = (signal: string) => {
    setTimeout(() => {
      log.error({ signal }, 'requests did not end in time')
      process.exit(1)
    }, PATIENCE_MS).unref()
    server.close().then(
      () => {
        log.info({ signal }, 'stopped')
        process.exit(0)
      },
      (error: unknown) => {
        log.error({ signal, ...kindAndPlace(error) }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  // npm exits on SIGTERM without forwarding it and would leave the server running, so the parent's exit also stops it.
  const parent = process.ppid
  if (underNpm) {
    setInterval(() => {
      if (process.ppid !== parent && !stopping) stop('SIGTERM')
    }, PARENT_LOOK_MS).unref()
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}
