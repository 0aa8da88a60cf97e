import type { Log } from './ports.ts'

const PATIENCE_MS = 30_000
const PARENT_LOOK_MS = 500

/** SIGTERM and SIGINT: requests in flight are answered, the database is closed, then the process ends. A second one ends it at once. */
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
  // npm ends at a SIGTERM without handing it on, and would leave the server behind: its end is ours.
  const parent = process.ppid
  if (underNpm) {
    setInterval(() => {
      if (process.ppid !== parent && !stopping) stop('SIGTERM')
    }, PARENT_LOOK_MS).unref()
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}
