import type { Log } from './ports.ts'

const PATIENCE_MS = 30_000

/** SIGTERM and SIGINT: requests in flight are answered, the database is closed, then the process ends. A second one ends it at once. */
export function stopOnSignals(server: { close(): Promise<void> }, log: Log): void {
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error({ signal }, 'requests did not end in time')
      process.exit(1)
    }, PATIENCE_MS).unref()
    server.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}
