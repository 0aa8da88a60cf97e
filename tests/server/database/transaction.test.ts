import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/db/transaction.ts'
import { databases, freshDatabase, type FreshDatabase } from '../../support/databases.ts'

describe.each(databases)('a transaction on %s', (kind) => {
  let open: FreshDatabase

  beforeAll(async () => {
    open = await freshDatabase(kind)
    await open.pool.query({ text: 'create table counter (id int primary key, value int not null)' })
  })
  afterAll(() => open.close())
  beforeEach(async () => {
    await open.db.execute(sql`delete from counter`)
    await open.db.execute(sql`insert into counter values (1, 0)`)
  })

  const value = async () => {
    const { rows } = await open.db.execute<{ value: number }>(sql`select value from counter where id = 1`)
    return rows[0]?.value
  }

  test('twenty clerks adding one at the same moment lose nothing', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        inTransaction(
          open.db,
          async (tx) => {
            const { rows } = await tx.execute<{ value: number }>(sql`select value from counter where id = 1`)
            await tx.execute(sql`update counter set value = ${Number(rows[0]?.value) + 1} where id = 1`)
          },
          { attempts: 40 },
        ),
      ),
    )
    expect(await value()).toBe(20)
  })
})
