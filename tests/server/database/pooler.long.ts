import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { openPostgres } from '#server/db/postgres.ts'
import { pgbouncer, unprivileged } from '../../../src/tools/shared/outside-programs.mjs'
import { freePorts } from '../../support/free-ports.ts'
import { quietLog } from '../../support/quiet-log.ts'

const postgres = process.env['BAGRUN_TEST_POSTGRES_URL']
const socket = /[?&]host=([^&]+)/.exec(postgres ?? '')?.[1]

describe.skipIf(pgbouncer() === null || socket === undefined)('behind PgBouncer', () => {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  /** @returns the address of the test run's database server through the pooler */
  async function pooled(mode: 'session' | 'transaction' | 'statement'): Promise<string> {
    const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-pooler-'))
    chmodSync(folder, 0o755)
    const [port] = await freePorts(1)
    const settings = path.join(folder, 'pgbouncer.ini')
    writeFileSync(
      settings,
      [
        '[databases]',
        `* = host=${decodeURIComponent(socket!)} user=postgres`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = any',
        `pool_mode = ${mode}`,
        'default_pool_size = 16',
      ].join('\n'),
    )
    const child = spawn(pgbouncer()!, ['-q', settings], { ...unprivileged(), stdio: ['ignore', 'ignore', 'pipe'] })
    const gone = once(child, 'exit')
    ends.push(async () => {
      child.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    })
    return `postgres://postgres@127.0.0.1:${port}/postgres`
  }

  test('in session mode the database works as without it', async () => {
    const url = await pooled('session')
    let open: Awaited<ReturnType<typeof openPostgres>> | undefined
    await expect
      .poll(async () => (open = await openPostgres({ url, log: quietLog }).catch(() => undefined)))
      .toBeDefined()
    ends.push(() => open!.close())
    const { rows } = await open!.db.execute<{ limit: string }>(
      sql`select current_setting('statement_timeout') as limit`,
    )
    expect(rows).toEqual([{ limit: '2h' }])
  })

  test.each(['transaction', 'statement'] as const)('in %s mode it is refused with a sentence', async (mode) => {
    const url = await pooled(mode)
    const opening = () => openPostgres({ url, log: quietLog }).catch((error: unknown) => error)
    await expect.poll(opening).toMatchObject({ message: expect.stringContaining('Set pool_mode to session') })
  })
})
