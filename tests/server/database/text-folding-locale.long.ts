import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { folded } from '#domain/texts.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { withDatabase } from '../../support/postgres-server.ts'
import { quietLog } from '../../support/quiet-log.ts'

const server = process.env['BAGRUN_TEST_POSTGRES_URL']

describe.skipIf(server === undefined)('The database folds a text as the domain code does, whatever its locale', () => {
  test('a database of locale C, which knows no letters but A to Z', async () => {
    const name = `bagrun_c_${randomBytes(6).toString('hex')}`
    const admin = new pg.Client({ connectionString: server })
    await admin.connect()
    await admin.query(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
    const open = await openPostgres({ url: withDatabase(server!, name), log: quietLog })
    try {
      await migrate(open)
      const text = 'ÉMILE O’ŁÓDŹ-ЩУКИН ΑΘΉΝΑΣ'
      const { rows } = await open.pool.query<{ folded: string }>({
        text: 'select public.folded($1) as folded',
        values: [text],
      })
      expect(rows[0]!.folded).toBe(folded(text))
    } finally {
      await open.close()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    }
  })
})
