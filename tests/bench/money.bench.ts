import { COMPLETING_METHOD, completing } from './money/completing.ts'
import { listing, LISTING_METHOD } from './money/listing.ts'
import { mailing, MAILING_METHOD } from './money/mailing.ts'
import { startPostgres } from './server/postgres.ts'
import type { Bench, Figure, Options } from './support/figures.ts'

/** What completing a large run with its invoices costs, mailing them, and reading a million of them. */
export async function money({ rounds, only }: Options): Promise<Bench> {
  const asked = (name: string) => only === undefined || name.startsWith(only)
  const method = [COMPLETING_METHOD]
  const figures: Figure[] = []
  if (asked('completing')) figures.push(await completing('embedded', rounds))
  if (asked('mailing')) {
    figures.push(...(await mailing('embedded', rounds)))
    method.push(MAILING_METHOD)
  }
  const postgres = await startPostgres()
  if (postgres === null) method.push('PostgreSQL is not installed here: its figures are left out.')
  else {
    try {
      if (asked('completing')) figures.push(await completing('PostgreSQL', rounds, await postgres.newDatabase()))
      if (asked('mailing')) figures.push(...(await mailing('PostgreSQL', rounds, await postgres.newDatabase())))
      if (asked('listing')) {
        figures.push(...(await listing(await postgres.newDatabase(), rounds)))
        method.push(LISTING_METHOD)
      }
      method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on.`)
    } finally {
      await postgres.stop()
    }
  }
  return { figures, method }
}
