import { BANK_METHOD, bankFile } from './bank/bank-file.ts'
import { startPostgres } from './server/postgres.ts'
import type { Bench, Options } from './support/figures.ts'

/** What importing a bank's file costs, with everything it pays. */
export async function bank({ rounds }: Options): Promise<Bench> {
  const method = [BANK_METHOD]
  const figures = await bankFile('embedded', rounds)
  const postgres = await startPostgres()
  if (postgres === null) method.push('PostgreSQL is not installed here: its figures are left out.')
  else {
    try {
      figures.push(...(await bankFile('PostgreSQL', rounds, await postgres.newDatabase())))
      method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on.`)
    } finally {
      await postgres.stop()
    }
  }
  return { figures, method }
}
