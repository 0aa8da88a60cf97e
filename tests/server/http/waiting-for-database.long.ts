import { connect, createServer, Server } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/start.ts'
import { databases, freshDatabase, type FreshDatabase } from '../../support/databases.ts'
import { freePorts } from '../../support/free-ports.ts'
import { type LogLine, memoryLog } from '../../support/memory-log.ts'

const SECRET_KEY = 'a secret key for the tests, long enough'

/** PostgreSQL's answer to a connection beyond its limit, as after a failover, when every server connects anew. */
const NO_CONNECTION_LEFT = (() => {
  const fields = Buffer.from('SFATAL\0C53300\0Msorry, too many clients already\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, fields])
})()

/** Listening on an IPv6 address fails as it does there. */
function withoutIPv6() {
  // eslint-disable-next-line typescript/unbound-method -- it is called with the server
  const { listen } = Server.prototype
  vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server, ...all: unknown[]) {
    if ((all[0] as { host?: string }).host !== '::') return listen.apply(this, all as never)
    process.nextTick(() => this.emit('error', Object.assign(new Error('no IPv6'), { code: 'EAFNOSUPPORT' })))
    return this
  } as never)
}

// The embedded database is in the server's own process.
describe.each(databases.filter((kind) => kind === 'postgres'))(
  'A server that starts before its database, %s',
  (kind) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-waiting-'))
    let database: FreshDatabase
    beforeAll(async () => {
      database = await freshDatabase(kind)
    })
    afterEach(() => vi.restoreAllMocks())
    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true })
      await database.close()
    })

    test.each([
      ['', '127.0.0.1'],
      [', on a machine without IPv6', undefined],
    ])('is up, is not ready, says why, and starts once the database is there%s', async (_where, host) => {
      if (host === undefined) withoutIPv6()
      const url = new URL(database.pool.options.connectionString!.replace('@/', '@socket/'))
      const [port, ofDatabase] = await freePorts(2)
      const address = `postgres://${url.username}${url.password && `:${url.password}`}@127.0.0.1:${ofDatabase}${url.pathname}`
      writeFileSync(path.join(folder, 'address'), `${address}\n`)
      const logged: LogLine[] = []
      const config = readConfig({
        PORT: String(port),
        ...(host !== undefined && { HOST: host }),
        DATA_DIR: folder,
        DATABASE_URL_FILE: path.join(folder, 'address'),
        SECRET_KEY,
        LOG_LEVEL: 'silent',
      })
      const starting = startServer(config, { log: memoryLog(logged) })
      const statusOf = async (at: string) => (await fetch(`http://127.0.0.1:${port}${at}`)).status
      await expect.poll(() => statusOf('/healthz').catch(() => 0)).toBe(200)
      expect([await statusOf('/readyz'), await statusOf('/v1/config')]).toEqual([503, 503])
      expect(logged[0]!.message).toMatch(/^DATABASE_URL: the PostgreSQL server can't be used: .*It is tried again\.$/)

      const socket = `${url.searchParams.get('host')}/.s.PGSQL.5432`
      let isFull = true
      const there = createServer((client) => {
        client.on('error', () => undefined)
        if (isFull) return void client.once('data', () => client.end(NO_CONNECTION_LEFT))
        const onward = url.searchParams.has('host') ? connect(socket) : connect(Number(url.port || 5432), url.hostname)
        client.pipe(onward).pipe(client)
        onward.on('error', () => undefined)
      }).listen(ofDatabase, '127.0.0.1')
      await expect.poll(() => JSON.stringify(logged)).toContain('too many clients already')
      isFull = false
      const server = await starting
      expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/v1/config')]).toEqual([
        200, 200, 200,
      ])
      server.leave()
      expect([await statusOf('/healthz'), await statusOf('/readyz'), await statusOf('/v1/config')]).toEqual([
        200, 503, 200,
      ])
      await server.close()
      there.close()
    })
  },
)
