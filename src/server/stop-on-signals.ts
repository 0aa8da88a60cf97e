import type { Log } from './ports.ts'

const PATIENCE_MS = 30_000
const PARENT_LOOK_MS = 500

/**
 * On SIGTERM or SIGINT: completes requests in flight, closes the database, then ends the process. A second signal ends
 * it at once.
 */
export function stopOnSignals(
  server: { close(): Promise<void> },
  log: Log,
  { underNpm }: { readonly underNpm: boolean },
): void {
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
