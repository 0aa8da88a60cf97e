import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { loadEnvFile } from './shared/env-file.mjs'
import { readOptions } from './shared/options.mjs'
import { ensureInstalled } from './shared/setup.mjs'

readOptions({
  command: 'npm run audit-ledger --',
  does: 'Recomputes every invoice and balance from the rows, whether the server runs or not, and prints the totals. Exits with 1 at the first difference, and names it.',
  options: {
    journal: { value: 'FILE', says: 'also write all entries to FILE, for the accounting program hledger' },
  },
})
loadEnvFile()
await ensureInstalled()
// A server may be running from this build, so it is not rebuilt.
if (!existsSync(fileURLToPath(new URL('../../dist/server/commands.js', import.meta.url)))) await ensureBuilt()
const { auditLedger } = await import('../../dist/server/commands.js')
await auditLedger(process.argv.slice(2))
