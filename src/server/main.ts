import { readConfig } from './config.ts'
import { startServer } from './start.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** The one file that reads process.env. A start that can't succeed ends with one sentence. */
try {
  const server = await startServer(readConfig(process.env))
  stopOnSignals(server, server.deps.log)
  process.stdout.write(`Bagrun: ${server.address}\n`)
  if (server.setUpLink) process.stdout.write(`Nobody can sign in yet. Make the first admin, once, within three days:\n  ${server.setUpLink}\n`)
} catch (error) {
  process.stderr.write(`Bagrun did not start. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
