import { sql } from 'drizzle-orm'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { DirectoryInUse } from '#server/db/embedded/directory-lock.ts'
import { newEmbeddedDirectory } from '../../support/embedded-snapshot.ts'
import { quietLog } from '../../support/quiet-log.ts'
import { buildServerProcess, RunningProcess } from './processes.ts'

let built: Awaited<ReturnType<typeof buildServerProcess>>
let folder: string
let dataDir: string
let running: RunningProcess[] = []

beforeAll(async () => {
  built = await buildServerProcess()
})
afterAll(() => built.remove())
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bagrun-'))
  dataDir = path.join(folder, 'data')
  await newEmbeddedDirectory(path.join(dataDir, 'database'))
})
afterEach(async () => {
  for (const child of running) await child.kill()
  running = []
  rmSync(folder, { recursive: true })
})

function start(what: 'write' | 'hold' | 'panic'): RunningProcess {
  const child = new RunningProcess(built.program, what, dataDir)
  running.push(child)
  return child
}
const openHere = (where = dataDir): Promise<OpenDatabase> => openDatabase({ dataDir: where, log: quietLog })

test('killed three times in the middle of writing, every acknowledged row is there', async () => {
  const acknowledged: number[] = []
  for (const rows of [40, 75, 110]) {
    const child = start('write')
    await child.said('done', rows)
    await child.kill()
    acknowledged.push(...child.lines.filter((line) => line.startsWith('done ')).map((line) => Number(line.slice(5))))
  }
  const open = await openHere()
  const { rows } = await open.db.execute<{ id: number }>(sql`select id from stops where state = 'done'`)
  const { rows: others } = await open.db.execute(sql`select id from stops where state <> 'done'`)
  await open.close()
  const there = new Set(rows.map((row) => row.id))
  expect(acknowledged.length).toBeGreaterThanOrEqual(225)
  expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
  expect(others).toEqual([])
})

test('a second process is refused with a clear message until the first is gone, even by kill -9', async () => {
  const first = start('hold')
  await first.said('open')
  const refusal = await openHere().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DirectoryInUse)
  expect(String(refusal)).toContain(`is in use by process ${first.pid}`)
  await first.kill()
  const second = start('hold')
  await second.said('open')
  await second.stop()
  expect(second.lines).toEqual(['open', 'closed'])
  const open = await openHere()
  await open.close()
  expect(readdirSync(dataDir)).toEqual(['database'])
})

test('a database that panics ends the process with an error code and the reason', async () => {
  const child = start('panic')
  expect(await child.ended).toBe(70)
  expect(child.lines.join('\n')).toMatch(/cannot go on.*PANIC/)
  expect(child.lines).not.toContain('still here')
})

test('a directory that can not be opened is reported in a sentence, and is unlocked afterwards', async () => {
  const version = path.join(dataDir, 'database/PG_VERSION')
  writeFileSync(version, '15\n')
  await expect(openHere()).rejects.toThrow('PostgreSQL 15')
  writeFileSync(version, '18\n')
  const log = path.join(dataDir, 'database/pg_wal')
  for (const name of readdirSync(log).filter((name) => name.length === 24))
    writeFileSync(path.join(log, name), Buffer.alloc(16 * 1024 * 1024))
  await expect(openHere()).rejects.toThrow('PANIC: could not locate a valid checkpoint record')
  expect(readdirSync(dataDir)).toEqual(['database'])
})

test('the data directory is readable by its owner alone, and a very long path works too', async () => {
  const long = path.join(folder, 'a-very-long-name-'.repeat(8), 'and-another-one-'.repeat(6))
  mkdirSync(long, { recursive: true, mode: 0o755 })
  const open = await openHere(long)
  await expect(openHere(long)).rejects.toThrow(DirectoryInUse)
  expect((await open.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  expect(await open.freeBytes?.()).toBeGreaterThan(0)
  await open.maintain()
  if (process.platform !== 'win32') {
    expect([long, path.join(long, 'database')].map((name) => statSync(name).mode & 0o077)).toEqual([0, 0])
  }
  await open.close()
})
