import { sql } from 'drizzle-orm'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrate, migrationsDone } from '#server/db/migrate.ts'
import { bothDatabases, databases, freshDatabase, type FreshDatabase } from '../../support/databases.ts'

describe.each(bothDatabases)('migrating %s', (kind) => {
  let open: FreshDatabase
  let folder: string

  beforeEach(async () => {
    open = await freshDatabase(kind)
    // Like a new database: the record of the product's migrations is deleted.
    await open.db.execute(sql`drop schema drizzle cascade`)
    folder = mkdtempSync(path.join(tmpdir(), 'bagrun-'))
    write([boxes])
  })
  afterEach(async () => {
    await open.close()
    rmSync(folder, { recursive: true })
  })

  function write(migrations: { tag: string; when: number; text: string }[]): void {
    mkdirSync(path.join(folder, 'meta'), { recursive: true })
    const entries = migrations.map(({ tag, when }, idx) => ({ idx, version: '7', when, tag, breakpoints: true }))
    writeFileSync(
      path.join(folder, 'meta/_journal.json'),
      JSON.stringify({ version: '7', dialect: 'postgresql', entries }),
    )
    for (const { tag, text } of migrations) writeFileSync(path.join(folder, `${tag}.sql`), text)
  }
  const boxes = {
    tag: '0000_boxes',
    when: 1_000,
    text: 'create table boxes (id int primary key);--> statement-breakpoint\ninsert into boxes values (1);',
  }
  const labels = {
    tag: '0001_labels',
    when: 2_000,
    text: "alter table boxes add column label text not null default 'plain';",
  }

  async function boxesNow(): Promise<unknown[]> {
    return (await open.db.execute(sql`select * from boxes`)).rows
  }

  test('a new database is not ready before, and is ready after', async () => {
    expect(await migrationsDone(open.db, folder)).toBe(false)
    await migrate(open, folder)
    expect(await migrationsDone(open.db, folder)).toBe(true)
    expect(await boxesNow()).toEqual([{ id: 1 }])
  })

  test('a second start finds nothing to do, and a new version runs only the new migrations', async () => {
    await migrate(open, folder)
    await migrate(open, folder)
    write([boxes, labels])
    expect(await migrationsDone(open.db, folder)).toBe(false)
    await migrate(open, folder)
    expect(await boxesNow()).toEqual([{ id: 1, label: 'plain' }])
  })

  test('four nodes starting at once migrate once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => migrate(open, folder)))
    expect(await boxesNow()).toEqual([{ id: 1 }])
  })

  test('a failed migration leaves nothing behind and releases the lock', async () => {
    write([boxes, { ...labels, text: 'alter table nowhere add column label text;' }])
    await expect(migrate(open, folder)).rejects.toThrow()
    expect(await migrationsDone(open.db, folder)).toBe(false)
    write([boxes, labels])
    await migrate(open, folder)
    expect(await boxesNow()).toEqual([{ id: 1, label: 'plain' }])
  })

  // The embedded database has one connection, so that nobody else holds a lock there.
  test.runIf(kind === 'postgres')('a table that somebody reads for long is changed as soon as they end', async () => {
    await migrate(open, folder)
    const reader = await open.pool.connect()
    let done: Promise<void> | undefined
    try {
      await reader.query('begin')
      await reader.query('select * from boxes')
      write([boxes, labels])
      await new Promise<void>((resolve) => {
        done = migrate({ ...open, log: { warn: () => resolve(), error: () => undefined } }, folder)
      })
      // Others are not held up behind it.
      expect(await boxesNow()).toEqual([{ id: 1 }])
      await reader.query('commit')
    } finally {
      reader.release()
    }
    await done
    expect(await boxesNow()).toEqual([{ id: 1, label: 'plain' }])
  })

  // What follows compares lists, which is the same on both.
  test.runIf(databases.includes(kind))(
    'an older version works on the database of a newer one, and changes nothing of it',
    async () => {
      write([boxes, labels])
      await migrate(open, folder)
      write([boxes])
      await migrate(open, folder)
      expect(await migrationsDone(open.db, folder)).toBe(true)
      write([boxes, labels])
      expect(await migrationsDone(open.db, folder)).toBe(true)
    },
  )

  test.runIf(databases.includes(kind))('a version that lacks one migration and has another is refused', async () => {
    write([boxes, labels])
    await migrate(open, folder)
    write([boxes, { ...labels, when: 1_500, tag: '0001_other' }])
    await expect(migrate(open, folder)).rejects.toThrow('0001_other')
  })

  test.runIf(databases.includes(kind))('a migration inserted before one that has run is noticed', async () => {
    await migrate(open, folder)
    write([{ ...labels, when: 500 }, boxes])
    await expect(migrate(open, folder)).rejects.toThrow('0001_labels')
  })
})
