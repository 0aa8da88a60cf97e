import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from '#server/db/database.ts'
import { connectionLost, uniqueViolation } from '#server/db/errors.ts'
import { OutsideTransaction } from '#server/db/pool.ts'
import { AbortedTransaction, inTransaction } from '#server/db/transaction.ts'
import { bothDatabases, freshDatabase, type FreshDatabase } from '../../support/databases.ts'

describe.each(bothDatabases)('a transaction on %s', (kind) => {
  let open: FreshDatabase

  beforeAll(async () => {
    open = await freshDatabase(kind)
    await open.db.execute(sql`create table counter (id int primary key, value int not null)`)
  })
  afterAll(() => open.close())
  beforeEach(async () => {
    await open.db.execute(sql`delete from counter`)
    await open.db.execute(sql`insert into counter values (1, 0), (2, 0)`)
  })

  async function read(queryable: Pick<Transaction, 'execute'>, id = 1): Promise<number> {
    const { rows } = await queryable.execute<{ value: number }>(sql`select value from counter where id = ${id}`)
    return Number(rows[0]?.value)
  }
  async function add(tx: Transaction, id = 1): Promise<void> {
    await tx.execute(sql`update counter set value = ${(await read(tx, id)) + 1} where id = ${id}`)
  }

  test('twenty that add one at the same moment lose nothing', async () => {
    await Promise.all(Array.from({ length: 20 }, () => inTransaction(open.db, (tx) => add(tx), { attempts: 60 })))
    expect(await read(open.db)).toBe(20)
  })

  test('that fails keeps nothing', async () => {
    const work = inTransaction(open.db, async (tx) => {
      await add(tx)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await read(open.db)).toBe(0)
  })

  test('may have a failed savepoint and still succeed', async () => {
    await inTransaction(open.db, async (tx) => {
      await add(tx)
      const part = inTransaction(tx, async (inner) => {
        await add(inner, 2)
        await inner.execute(sql`insert into counter values (1, 7)`)
      })
      expect(uniqueViolation(await part.catch((error: unknown) => error))).toBe('counter_pkey')
    })
    expect([await read(open.db, 1), await read(open.db, 2)]).toEqual([1, 0])
  })

  test('that conflicts with another runs its work again, and only as often as allowed', async () => {
    let runs = 0
    const work = inTransaction(
      open.db,
      async (tx) => {
        runs += 1
        await add(tx)
        await tx.execute(sql`do $$ begin raise exception 'race' using errcode = '40001'; end $$`)
      },
      { attempts: 3 },
    )
    await expect(work).rejects.toThrow()
    expect(runs).toBe(3)
    expect(await read(open.db)).toBe(0)
  })

  test('is not repeated when a row was refused', async () => {
    let runs = 0
    const work = inTransaction(open.db, async (tx) => {
      runs += 1
      await tx.execute(sql`insert into counter values (1, 7)`)
    })
    await expect(work).rejects.toThrow()
    expect(runs).toBe(1)
  })

  test('that uses the outer database is refused at once', async () => {
    const work = inTransaction(open.db, async (tx) => {
      await add(tx)
      await open.db.execute(sql`select 1`)
    })
    const error = await work.catch((reason: unknown) => reason)
    expect([error, (error as Error).cause].some((reason) => reason instanceof OutsideTransaction)).toBe(true)
    const nested = inTransaction(open.db, () => inTransaction(open.db, (inner) => add(inner)))
    await expect(nested).rejects.toThrow(OutsideTransaction)
    expect(await read(open.db)).toBe(0)
  })

  test('with an ignored error is not reported as committed', async () => {
    const work = inTransaction(open.db, async (tx) => {
      await add(tx)
      await tx.execute(sql`insert into counter values (1, 7)`).catch(() => undefined)
    })
    await expect(work).rejects.toThrow(AbortedTransaction)
    expect(await read(open.db)).toBe(0)
  })

  test('days are counted in UTC whatever time zone the server is set to', async () => {
    const { rows } = await open.db.execute<{ TimeZone: string }>(sql`show timezone`)
    expect(rows).toEqual([{ TimeZone: 'UTC' }])
  })

  test('a reset empties every table and leaves the next test a working database', async () => {
    await open.db.execute(sql`create table child (id serial primary key, parent int references counter)`)
    await open.db.execute(sql`insert into child (parent) values (1)`)
    await open.reset()
    const { rows } = await open.db.execute<{ rows: number }>(
      sql`select (select count(*) from counter)::int + (select count(*) from child)::int as rows`,
    )
    expect(rows).toEqual([{ rows: 0 }])
    await open.db.execute(sql`drop table child`)
  })
})

describe.skipIf(!bothDatabases.includes('postgres'))('a transaction on a server that other programs use too', () => {
  let open: FreshDatabase

  beforeAll(async () => {
    open = await freshDatabase('postgres')
    await open.db.execute(sql`create table counter (id int primary key, value int not null)`)
    await open.db.execute(sql`insert into counter values (1, 0), (2, 0)`)
  })
  afterAll(() => open.close())

  test('two that block each other both succeed', async () => {
    const meet = meeting(2)
    const both = (first: number, second: number) =>
      inTransaction(
        open.db,
        async (tx) => {
          await tx.execute(sql`update counter set value = value + 1 where id = ${first}`)
          await meet()
          await tx.execute(sql`update counter set value = value + 1 where id = ${second}`)
        },
        { isolation: 'read committed' },
      )
    await Promise.all([both(1, 2), both(2, 1)])
    const { rows } = await open.db.execute(sql`select value from counter order by id`)
    expect(rows).toEqual([{ value: 2 }, { value: 2 }])
  })

  test('a connection cut in the middle is an error of that caller alone', async () => {
    const cut = inTransaction(open.db, async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await kill(rows[0]?.pid)
      await tx.execute(sql`select 1`)
    })
    expect(connectionLost(await cut.catch((error: unknown) => error))).toBe(true)
    expect((await open.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  async function kill(pid: number | undefined): Promise<void> {
    const other = await freshDatabase('postgres')
    await other.db.execute(sql`select pg_terminate_backend(${pid}::int)`)
    await other.close()
  }
})

/** A barrier: callers wait until `count` of them have arrived; later callers do not wait. */
function meeting(count: number): () => Promise<void> {
  let come = 0
  let open: () => void
  const all = new Promise<void>((resolve) => (open = resolve))
  return () => {
    if (++come >= count) open()
    return all
  }
}
