import { FIRST_LOAD_METHOD, firstLoads } from './customers-side/first-load.ts'
import { opening, OPENING_METHOD } from './customers-side/opening.ts'
import { reminding, REMINDING_METHOD } from './customers-side/reminding.ts'
import { startPostgres } from './server/postgres.ts'
import type { Bench, Figure, Options } from './support/figures.ts'

/** A reminder to five thousand customers while the server is killed, the portal right after it, and its pages on a new phone. */
export async function customersSide({ rounds, only, full = false }: Options): Promise<Bench> {
  const asked = (name: string) => only === undefined || name.startsWith(only)
  const method = [REMINDING_METHOD, OPENING_METHOD, FIRST_LOAD_METHOD]
  const figures: Figure[] = []
  if (asked('reminding')) figures.push(...(await reminding('embedded')))
  if (asked('opening')) figures.push(...(await opening('embedded', full)))
  if (asked('first load')) figures.push(...(await firstLoads(rounds)))
  const postgres = await startPostgres()
  if (postgres === null)
    return { figures, method: [...method, 'PostgreSQL is not installed here: its figures are left out.'] }
  try {
    if (asked('reminding')) figures.push(...(await reminding('PostgreSQL', await postgres.newDatabase())))
    if (asked('opening')) figures.push(...(await opening('PostgreSQL', full, await postgres.newDatabase())))
    method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on.`)
  } finally {
    await postgres.stop()
  }
  return { figures, method }
}
