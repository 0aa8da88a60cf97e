import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { loadEnvFile } from './shared/env-file.mjs'
import { readOptions } from './shared/options.mjs'
import { giveUp } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'

const typed = process.argv.slice(2)
readOptions(
  {
    command: 'npm run import-addresses -- FILE...',
    does: 'Gives customers a place on the map by the tables of G-NAF, Australia’s file of addresses: name its .psv files, or their folder. Without --apply it only shows what it finds.',
    options: { apply: { says: 'write the places' } },
  },
  typed.filter((word) => word.startsWith('-')),
)
if (typed.every((word) => word.startsWith('-')))
  giveUp('Name the files of G-NAF, or the folder they are in: npm run import-addresses -- FILE... [--apply]')
loadEnvFile()
await ensureInstalled()
// A server may be running from this build, so it is not rebuilt.
if (!existsSync(fileURLToPath(new URL('../../dist/server/commands.js', import.meta.url)))) await ensureBuilt()
const { importAddresses } = await import('../../dist/server/commands.js')
await importAddresses(typed)
