import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProgram } from '../failover/processes.ts'
import { type BuiltEntry, builtEntry } from '../support/built-entry.ts'
import { freePorts } from '../support/free-ports.ts'

const ADMIN = { email: 'office@leaving.example', password: 'a long office password' }

let entry: BuiltEntry
let folder: string
beforeAll(async () => {
  entry = await builtEntry('src/server/main.ts')
  folder = mkdtempSync(path.join(tmpdir(), 'bl-'))
}, 180_000)
afterAll(() => {
  entry?.remove()
  rmSync(folder, { recursive: true, force: true })
})

test('a server that is told to end first has its proxy ask another, answers on meanwhile, and finishes what was begun', async () => {
  const [port] = (await freePorts(1)) as [number]
  const origin = `http://127.0.0.1:${port}`
  const server = startProgram(process.execPath, [entry.file], {
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: path.join(folder, 'data'),
      TRUST_PROXY: 'loopback',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      PASSWORD_HASH_KIB: '8',
    },
  })
  const closed = once(server.child, 'close')
  /** Null: nobody listens. */
  const status = (at: string) => fetch(`${origin}${at}`).then((answer) => answer.status, () => null) // prettier-ignore
  const body = JSON.stringify(ADMIN)
  const headers = { 'content-type': 'application/json', cookie: 'XSRF-TOKEN=a', 'x-xsrf-token': 'a' }
  const signIn = () => fetch(`${origin}/v1/users/signin`, { method: 'POST', headers, body })
  try {
    await expect
      .poll(() => (server.child.exitCode === null ? status('/readyz') : server.log()), { timeout: 60_000 })
      .toBe(200)
    const begun = request(`${origin}/v1/users/signin`, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': body.length },
    })
    const finished = once(begun, 'response')
    await new Promise((resolve) => begun.write(body.slice(0, 10), resolve))
    server.child.kill('SIGTERM')

    await expect.poll(() => status('/readyz')).toBe(503)
    expect(await status('/healthz')).toBe(200)
    expect((await signIn()).status).toBe(200)

    await expect.poll(() => status('/readyz')).toBeNull()
    begun.end(body.slice(10))
    const [answer] = (await finished) as [{ statusCode?: number; resume(): void }]
    expect(answer.statusCode).toBe(200)
    answer.resume()

    const [code] = (await closed) as [number | null]
    const lines = server.log().trim().split('\n')
    expect({ code, last: JSON.parse(lines.at(-1)!) as unknown }).toMatchObject({
      code: 0,
      last: { level: 'info', message: 'stopped', signal: 'SIGTERM' },
    })
  } finally {
    await server.end('SIGKILL')
  }
}, 180_000)
