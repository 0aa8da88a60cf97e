import pg from 'pg'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from '#server/db/embedded/directory-lock.ts'
import { openInMemory } from '#server/db/embedded/embedded.ts'
import { WireSocket } from '#server/db/embedded/wire-socket.ts'
import { connectionLost } from '#server/db/errors.ts'
import { EmbeddedWorker } from '#server/db/embedded/worker.ts'
import { prepareSnapshot } from '../../support/embedded-snapshot.ts'
import { quietLog } from '../../support/quiet-log.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bagrun-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a thread that stops answering is ended, and every caller that waits for it gets an error', async () => {
  const socketPath = process.platform === 'win32' ? `\\\\.\\pipe\\${path.basename(folder)}` : path.join(folder, 's')
  const snapshot = await prepareSnapshot()
  let givenUp: (reason: string) => void
  const reason = new Promise<string>((resolve) => (givenUp = resolve))
  // Long enough that the client connects before the thread hangs, even on a busy machine.
  await EmbeddedWorker.start({
    task: { storage: { kind: 'memory', snapshot }, socketPath },
    onFatal: (words) => givenUp(words),
    pingEveryMs: 250,
  })
  const client = new pg.Client({ stream: () => new WireSocket(socketPath), user: 'postgres', database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  const endless = client.query('with recursive n as (select 1 as i union all select 1 from n) select count(*) from n')
  // How the connection ends depends on the kernel: closed, or reset with unread data.
  await expect(endless).rejects.toSatisfy(connectionLost)
  expect(await reason).toContain('stopped answering')
})

test('of many that open one directory at the same moment at most one succeeds', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(folder)))
  const locks = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  expect(locks.length).toBeLessThanOrEqual(1)
  await expect(locks.length === 1 ? lockDirectory(folder) : Promise.reject(new Error('in use'))).rejects.toThrow(
    'in use',
  )
  for (const { value } of locks) await value.release()
  const again = await lockDirectory(folder)
  await again.release()
})

test('a transaction left open by a broken connection does not affect the next one', async () => {
  const open = await openInMemory({ snapshot: await prepareSnapshot(), log: quietLog })
  await open.pool.query({ text: 'create table bags (id int primary key)' })
  const client = await open.pool.connect()
  await client.query('begin')
  await client.query({ name: 'put', text: 'insert into bags values ($1)', values: [1] })
  client.release(true)
  await open.pool.query({ name: 'put', text: 'insert into bags values ($1)' }, [2])
  expect((await open.pool.query({ text: 'select id from bags' })).rows).toEqual([{ id: 2 }])
  await open.close()
})

test('a statement that is refused, or run a hundred times, does not affect the next one', async () => {
  const open = await openInMemory({ snapshot: await prepareSnapshot(), log: quietLog })
  for (let at = 0; at < 100; at += 1) {
    const ask = (divisor: number) =>
      open.pool.query<{ whole: number }>({ text: 'select 100 / $1::integer as whole' }, [divisor])
    await expect(ask(0)).rejects.toMatchObject({ code: '22012' })
    expect((await ask(at + 1)).rows).toEqual([{ whole: Math.trunc(100 / (at + 1)) }])
    expect(
      (await open.pool.query<{ length: number }>({ text: 'select length($1::text)' }, ['x'.repeat(at * 5000)])).rows,
    ).toEqual([{ length: at * 5000 }])
  }
  await open.close()
})
