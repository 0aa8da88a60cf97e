// A small server, built as the product is and run in its own process, so that a test may kill it. node <this>
// <write|hold|panic> <data directory>
import { sql } from 'drizzle-orm'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '#server/db/open-database.ts'
import { inTransaction } from '#server/db/transaction.ts'

const [what, dataDir = ''] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

const open = await openDatabase({
  dataDir,
  log: { warn: () => undefined, error: (fields, message) => say(`${message} ${JSON.stringify(fields)}`) },
})
say('open')

if (what === 'write') {
  await open.db.execute(sql`create table if not exists stops (id serial primary key, state text not null)`)
  for (;;) {
    const id = await inTransaction(open.db, async (tx) => {
      const { rows } = await tx.execute<{ id: number }>(sql`insert into stops (state) values ('planned') returning id`)
      await tx.execute(sql`update stops set state = 'done' where id = ${rows[0]?.id}`)
      return rows[0]?.id
    })
    // Printed only after the commit.
    say(`done ${id}`)
  }
}

if (what === 'panic') {
  // Simulates a failed disk: the log can't grow any more, and the database can only stop.
  for (const name of readdirSync(path.join(dataDir, 'database/pg_wal')))
    rmSync(path.join(dataDir, 'database/pg_wal', name), { recursive: true })
  rmSync(path.join(dataDir, 'database/pg_wal'), { recursive: true })
  await open.db
    .execute(sql`create table bags as select repeat('x', 500) as bag from generate_series(1, 100000)`)
    .catch(() => undefined)
  await open.db.execute(sql`insert into bags values ('more')`).catch(() => undefined)
  say('still here')
}

if (what === 'hold') process.stdin.on('end', () => void open.close().then(() => say('closed'))).resume()
