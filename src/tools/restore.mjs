import { ensureBuilt } from './build.mjs'
import { loadEnvFile } from './shared/env-file.mjs'
import { readOptions } from './shared/options.mjs'
import { giveUp } from './shared/run.mjs'
import { ensureInstalled } from './shared/setup.mjs'

const typed = process.argv.slice(2)
readOptions(
  {
    command: 'npm run restore -- <backup>',
    does: 'Replaces the data by a backup; stop the server first. <backup> is its folder, or its name under BACKUP_DIR. Exits with 1 when nothing was restored, or when a photo is complete nowhere.',
    options: { force: { says: 'also where there is data, which is moved aside' } },
  },
  typed.filter((word) => word.startsWith('-')),
)
if (typed.filter((word) => !word.startsWith('-')).length !== 1)
  giveUp('Name one backup: npm run restore -- <its folder, or its name under BACKUP_DIR> [--force]')
loadEnvFile()
await ensureInstalled()
await ensureBuilt()
const { restore } = await import('../../dist/server/commands.js')
await restore(process.argv.slice(2))
