import { existsSync } from 'node:fs'
import { readConfig } from './config.ts'
import { startServer } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { VERSION } from './version.ts'

/** The entry point, which reads process.env. A failed start ends with one sentence. */
if (process.argv.includes('--version')) {
  process.stdout.write(`Bagrun ${VERSION.version} (${VERSION.commit})\n`)
  process.exit(0)
}
// While it starts. Without a listener the first process of a container ignores the signal.
const endAtOnce = () => process.exit(0)
process.on('SIGTERM', endAtOnce)
try {
  const config = readConfig(process.env)
  if (!config.databaseUrl && !existsSync(config.dataDir)) process.stdout.write('Setting up the database …\n')
  const server = await startServer(config)
  process.off('SIGTERM', endAtOnce)
  stopOnSignals(server, server.deps.log, {
    underNpm: 'npm_lifecycle_event' in process.env,
    drainSeconds: config.drainSeconds,
  })
  process.stdout.write(`Bagrun: ${server.address}\n`)
  if (server.setUpLink)
    process.stdout.write(
      `Nobody can sign in yet. Make the first admin, once, within three days:\n  ${server.setUpLink}\n`,
    )
} catch (error) {
  process.stderr.write(`Bagrun did not start. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
