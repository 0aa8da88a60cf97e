import { existsSync } from 'node:fs'
import { readConfig } from './config.ts'
import { jsonLog } from './log.ts'
import { startServer } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/**
 * The entry point, which reads process.env. A failed start ends with one sentence. A terminal is told in words what a
 * log collector gets as JSON.
 */
const toTerminal = process.stdout.isTTY
const { info, warn, error: failure } = jsonLog('info')

// This ends the process while it starts: without a listener the first process of a container ignores the signal.
const endAtOnce = () => process.exit(0)
process.on('SIGTERM', endAtOnce)
try {
  const config = readConfig(process.env)
  if (toTerminal && !config.databaseUrl && !existsSync(config.dataDir))
    process.stdout.write('Setting up the database …\n')
  const { address, setUpLink, ...server } = await startServer(config)
  process.off('SIGTERM', endAtOnce)
  stopOnSignals(server, server.deps.log, {
    underNpm: 'npm_lifecycle_event' in process.env,
    drainSeconds: config.drainSeconds,
  })
  const noAdmin = 'Nobody can sign in yet. Make the first admin, once, within three days'
  if (toTerminal) {
    process.stdout.write(`Bagrun: ${address}\n`)
    if (setUpLink) process.stdout.write(`${noAdmin}:\n  ${setUpLink}\n`)
  } else {
    info({ address }, 'listening')
    if (setUpLink) warn({ setUpLink }, noAdmin)
  }
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error)
  if (toTerminal) process.stderr.write(`Bagrun did not start. ${reason}\n`)
  else failure({ reason }, 'did not start')
  process.exit(1)
}
