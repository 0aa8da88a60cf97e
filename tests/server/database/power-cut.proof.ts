import { PGlite } from '@electric-sql/pglite'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDurable } from '#server/db/embedded/durable-database.mjs'
import { newEmbeddedDirectory } from '../../support/embedded-snapshot.ts'
import { powerCutDisk } from './power-cut-disk.ts'

const noPanic = (severity: string, words: string) => {
  throw new Error(`${severity}: ${words}`)
}

let folder: string
let directory: string
let after: string
let running: PGlite | undefined

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'bagrun-'))
  directory = path.join(folder, 'database')
  after = path.join(folder, 'after')
  await newEmbeddedDirectory(directory)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await running?.close()
  running = undefined
  fs.rmSync(folder, { recursive: true })
})

/** Writes until the power cut; returns what was acknowledged. */
async function workUntilTheCut(pg: PGlite): Promise<string[]> {
  const acknowledged: string[] = []
  await pg.exec('create table stops (id int primary key, state text not null)')
  for (let id = 0; id < 30; id++) {
    await pg.query("insert into stops values ($1, 'planned')", [id])
    if (id === 15) await pg.exec('checkpoint')
    if (id % 3 === 0) await pg.query("update stops set state = 'done' where id = $1", [id])
    acknowledged.push(`${id} ${id % 3 === 0 ? 'done' : 'planned'}`)
  }
  return acknowledged
}

async function stopsOnTheDisk(): Promise<string[]> {
  running = await openDurable(after, noPanic)
  const { rows } = await running.query<{ stop: string }>("select id || ' ' || state as stop from stops order by id")
  return rows.map((row) => row.stop)
}

test('a power cut loses no acknowledged row', async () => {
  const disk = powerCutDisk(directory, after)
  const pg = await openDurable(directory, noPanic)
  disk.on()
  const acknowledged = await workUntilTheCut(pg)
  disk.cut()
  await pg.close()
  expect(await stopsOnTheDisk()).toEqual(acknowledged)
})

test('every commit is synced, and reading is not', async () => {
  const disk = powerCutDisk(directory, after)
  running = await openDurable(directory, noPanic)
  await running.exec('create table stops (id int primary key)')
  disk.on()
  for (let id = 1; id <= 10; id++) {
    await running.query('insert into stops values ($1)', [id])
    expect(disk.syncs()).toBeGreaterThanOrEqual(id)
  }
  const before = disk.syncs()
  await running.query('select * from stops')
  expect(disk.syncs()).toBe(before)
  disk.cut()
})

test('the same power cut loses rows that were never synced: PGlite with its own settings loses them', async () => {
  const disk = powerCutDisk(directory, after)
  const pg = await PGlite.create(directory)
  disk.on()
  await workUntilTheCut(pg)
  disk.cut()
  await pg.close()
  await expect(stopsOnTheDisk()).rejects.toThrow('stops')
})

test('a database whose creation was cut short is deleted at the next start', async () => {
  fs.rmSync(directory, { recursive: true })
  fs.mkdirSync(`${directory}.new/base`, { recursive: true })
  fs.writeFileSync(`${directory}.new/PG_VERSION`, '18\n')
  running = await openDurable(directory, noPanic)
  expect((await running.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(fs.readdirSync(folder)).toEqual(['database'])
})
