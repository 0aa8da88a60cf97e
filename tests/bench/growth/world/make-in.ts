import { openDatabase } from '#server/db/open-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { quietLog } from '../../../support/quiet-log.ts'
import { makeWorld } from './make-world.ts'
import { SIZES } from './size.ts'

/** Called by make.mjs. */
export async function makeIn(url: string | undefined, size: string, log: (line: string) => void): Promise<void> {
  if (url === undefined || !(size in SIZES))
    throw new Error(`--url postgres://… and --size ${Object.keys(SIZES).join(', ')}`)
  const open = await openDatabase({ url, dataDir: '', log: quietLog })
  try {
    await migrate(open)
    await makeWorld(open, SIZES[size as keyof typeof SIZES], { now: new Date(), log })
  } finally {
    await open.close()
  }
}
