import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '#server/package-root.ts'
import { operatorsProgram } from '../../../src/tools/shared/outside-programs.mjs'
import { startProgram, type Started } from '../../failover/processes.ts'
import { freePorts } from '../../support/free-ports.ts'
import { TEST_TLS } from '../../support/tls-certificate.ts'

/** How much an attacker who took over the service could reach, from 0 to 10. */
const MOST_EXPOSED = 2
/** A driver's file of unsent work. */
const LARGEST_BODY = 64 * 1024 * 1024

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bagrun-deploy-'))
  for (const [name, text] of Object.entries({ 'bagrun.crt': TEST_TLS.cert, 'bagrun.key': TEST_TLS.key }))
    writeFileSync(path.join(folder, name), text)
  writeFileSync(path.join(folder, 'bagrun.pem'), TEST_TLS.cert + TEST_TLS.key)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * A copy of a shipped file, with what differs on this machine: addresses, and where certificates are. Throws where the
 * file does not have what is replaced.
 */
function copyOf(name: string, here: Readonly<Record<string, string>>): string {
  let text = readFileSync(path.join(packageRoot(), 'src/deploy', name), 'utf8')
  for (const [shipped, own] of Object.entries(here)) {
    if (!text.includes(shipped)) throw new Error(`${name} has no ${shipped}`)
    text = text.replaceAll(shipped, own)
  }
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

function told(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
  return { status, said: stdout + stderr }
}

const systemd = operatorsProgram('systemd-analyze')
describe.skipIf(systemd === null)('systemd', () => {
  test('finds nothing wrong with the unit, and little that it could be kept from', () => {
    const unit = copyOf('bagrun.service', { '/usr/bin/node': process.execPath })
    expect(told(systemd!, 'verify', '--man=no', unit)).toEqual({ status: 0, said: '' })
    const { said } = told(systemd!, 'security', '--offline=true', '--no-pager', unit)
    const exposure = /exposure level for bagrun\.service: ([\d.]+)/.exec(said)?.[1]
    expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSED)
  })
})

/** What a server behind the proxy was asked. */
interface Asked {
  readonly bytes: number
  readonly headers: Readonly<Record<string, unknown>>
}

/** Stands for Bagrun's servers: it is ready, and says what it was asked. */
async function openServer(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((asked, answer) => {
    let bytes = 0
    asked.on('data', (part: Buffer) => (bytes += part.length))
    asked.on('end', () => answer.end(JSON.stringify({ bytes, headers: asked.headers })))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const sent = (port: number, body: Buffer): Promise<{ status: number; asked: Asked | null }> =>
  new Promise((resolve, reject) => {
    const headers = { host: 'rounds.example', 'content-length': body.length, 'x-forwarded-for': '203.0.113.9' }
    const to = { host: '127.0.0.1', port, path: '/v1/runs/unsent/import', method: 'POST', ca: TEST_TLS.cert, headers }
    request({ ...to, servername: 'localhost' }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => {
        const status = answer.statusCode ?? 0
        resolve({ status, asked: status === 200 ? (JSON.parse(text) as Asked) : null })
      })
    })
      .on('error', reject)
      .end(body)
  })

/** The proxy lets the largest body pass, and says who asked and how. */
async function passes(port: number, proxy: Started): Promise<void> {
  await expect
    .poll(() => (proxy.child.exitCode === null ? sent(port, Buffer.alloc(1)).catch(() => null) : proxy.log()))
    .toMatchObject({ status: 200 })
  const { status, asked } = await sent(port, Buffer.alloc(LARGEST_BODY))
  expect({ status, bytes: asked?.bytes }).toEqual({ status: 200, bytes: LARGEST_BODY })
  expect(asked?.headers).toMatchObject({ host: 'rounds.example', 'x-forwarded-proto': 'https' })
  // TRUST_PROXY makes the server believe it, so what a client sends under this name must not get through.
  expect(asked?.headers['x-forwarded-for']).toBe('127.0.0.1')
}

const haproxy = operatorsProgram('haproxy')
describe.skipIf(haproxy === null)('HAProxy', () => {
  test('takes the shipped file without a warning, and lets pass by it what phones and office send', async () => {
    const server = await openServer()
    const [http, https] = (await freePorts(2)) as [number, number]
    const file = copyOf('haproxy.cfg', {
      'bind :80\n': `bind 127.0.0.1:${http}\n`,
      'bind :443 ': `bind 127.0.0.1:${https} `,
      '/etc/haproxy/bagrun.pem': path.join(folder, 'bagrun.pem'),
      'one:3000': `127.0.0.1:${server.port}`,
      'two:3000': `127.0.0.1:${server.port}`,
      'photos:8333': `127.0.0.1:${server.port}`,
      // Only root may become another user.
      ...(process.getuid?.() === 0 ? {} : { '  user haproxy\n  group haproxy\n': '' }),
    })
    const { status, said } = told(haproxy!, '-c', '-f', file)
    expect({ status, warnings: said.split('\n').filter((line) => /WARNING|ALERT/.test(line)) }).toEqual({
      status: 0,
      warnings: [],
    })
    const proxy = startProgram(haproxy!, ['-db', '-f', file])
    try {
      await passes(https, proxy)
      const plain = await fetch(`http://127.0.0.1:${http}/pickups`, { redirect: 'manual' })
      expect([plain.status, plain.headers.get('location')]).toEqual([308, `https://127.0.0.1:${http}/pickups`])
      // Debian's unit starts it as root, and what answers strangers must not stay root.
      const user = /^Uid:\s+\d+\s+(\d+)/m.exec(readFileSync(`/proc/${proxy.child.pid}/status`, 'utf8'))?.[1]
      expect(user).not.toBe('0')
    } finally {
      await proxy.end('SIGKILL')
      await server.close()
    }
  })
})

const nginx = operatorsProgram('nginx')
describe.skipIf(nginx === null)('nginx', () => {
  test('takes the shipped file without a warning, and lets pass by it what phones and office send', async () => {
    const server = await openServer()
    const [port, plain] = (await freePorts(2)) as [number, number]
    const file = copyOf('nginx.conf', {
      'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
      'listen [::]:443 ssl;': '',
      'listen 80;': `listen 127.0.0.1:${plain};`,
      'listen [::]:80;': '',
      '/etc/nginx/bagrun.': path.join(folder, 'bagrun.'),
      '127.0.0.1:3000': `127.0.0.1:${server.port}`,
    })
    const whole = path.join(folder, 'whole.conf')
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (kind) => `  ${kind}_temp_path ${path.join(folder, kind)};`,
    )
    // What Debian's own file has around those of conf.d.
    writeFileSync(
      whole,
      [
        'daemon off;',
        `pid ${path.join(folder, 'nginx.pid')};`,
        'error_log stderr warn;',
        'events {}',
        'http {',
        '  access_log off;',
        ...temporary,
        `  include ${file};`,
        '}',
        '',
      ].join('\n'),
    )
    const args = ['-e', 'stderr', '-p', folder, '-c', whole]
    const { status, said } = told(nginx!, '-t', ...args)
    expect({ status, warnings: said.split('\n').filter((line) => /\[(warn|error|emerg)\]/.test(line)) }).toEqual({
      status: 0,
      warnings: [],
    })
    const proxy = startProgram(nginx!, args)
    try {
      await passes(port, proxy)
      const { status, headers } = await fetch(`http://127.0.0.1:${plain}/pickups?a=1`, { redirect: 'manual' })
      expect([status, headers.get('location')]).toEqual([308, 'https://127.0.0.1/pickups?a=1'])
    } finally {
      await proxy.end('SIGTERM')
      await server.close()
    }
  })
})
