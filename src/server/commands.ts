import { existsSync } from 'node:fs'
import path from 'node:path'
import { archiveEvents } from './commands/archive-events.ts'
import { auditLedger } from './commands/audit-ledger.ts'
import { backup } from './commands/backup.ts'
import { carryOutCommand, type Command, complain, say } from './commands/command.ts'
import { importAddresses } from './commands/import-addresses.ts'
import { moveToPostgres } from './commands/move-to-postgres.ts'
import { passwordLink } from './commands/password-link.ts'
import { reseal } from './commands/reseal.ts'
import { restore } from './commands/restore.ts'
import { packageRoot } from './package-root.ts'
import { VERSION } from './version.ts'

/**
 * The one entry for the operator: `node dist/server/commands.js <name>`, in a release `npm run <name>`. Settings come
 * from the environment, and those missing there from `.env` beside package.json.
 */
const COMMANDS: Readonly<Record<string, Command>> = {
  start: { does: 'Starts the server.', options: {}, run: () => import('./main.ts') },
  demo: { does: 'Starts the server with a made-up business.', options: {}, run: () => import('./demo.ts') },
  backup,
  restore,
  'move-to-postgres': moveToPostgres,
  'password-link': passwordLink,
  'audit-ledger': auditLedger,
  'archive-events': archiveEvents,
  'import-addresses': importAddresses,
  reseal,
}

const [name = '', ...words] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
const settings = path.join(packageRoot(), '.env')
if (existsSync(settings)) process.loadEnvFile(settings)
if (command !== undefined) await carryOutCommand(name, command, words)
else if (name === '--version') say(`Bagrun ${VERSION.version} (${VERSION.commit})`)
else if (name === '--help') for (const [one, { does }] of Object.entries(COMMANDS)) say(`${one.padEnd(17)} ${does}`)
else complain(`There is no command ${name || 'without a name'}; there are ${Object.keys(COMMANDS).join(', ')}.`)
