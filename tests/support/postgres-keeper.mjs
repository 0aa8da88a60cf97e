// Runs one PostgreSQL server for a test run and removes it when the run ends for any reason: its standard input is a
// pipe from the test runner, and the kernel closes that pipe even when the runner is killed.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { unprivileged } from '../../src/tools/shared/outside-programs.mjs'

// `durable`: as in production, for benchmarks. Tests need no fsync.
const [binaries, durable] = process.argv.slice(2)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bagrun-pg-'))
const data = path.join(folder, 'data')
const program = (name) => path.join(binaries, process.platform === 'win32' ? `${name}.exe` : name)
const owner = unprivileged()

if (owner !== undefined) fs.chownSync(folder, owner.uid, owner.gid)
const initdb = spawnSync(
  program('initdb'),
  ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'],
  { ...owner, cwd: folder },
)
if (initdb.status !== 0) give(`initdb failed: ${initdb.stderr}`)

// Windows has no Unix socket to use; elsewhere no port is opened at all.
const port = process.platform === 'win32' ? await freePort() : 5432
const settings = {
  port,
  listen_addresses: process.platform === 'win32' ? '127.0.0.1' : '',
  ...(process.platform === 'win32' ? {} : { unix_socket_directories: folder }),
  ...(durable === 'durable' ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  max_connections: '100',
  shared_buffers: '64MB',
  log_min_messages: 'fatal',
}
const server = spawn(
  program('postgres'),
  ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
  {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  },
)
let words = ''
server.stderr.on('data', (chunk) => (words = `${words}${chunk}`.slice(-2_000)))
server.on('exit', () => {
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.exit(0)
})
process.stdin.on('end', stop)
process.stdin.on('error', stop)
process.stdin.resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
// The address is printed at once: the caller retries until the server accepts connections.
process.stdout.write(`${process.platform === 'win32' ? `postgres://postgres@127.0.0.1:${port}` : `socket:${folder}`}\n`)

function stop() {
  // SIGQUIT is PostgreSQL's "immediate" shutdown: its data is deleted anyway.
  server.kill('SIGQUIT')
}

function give(reason) {
  process.stderr.write(`${reason}\n${words}`)
  fs.rmSync(folder, { recursive: true, force: true })
  process.exit(1)
}

async function freePort() {
  const { createServer } = await import('node:net')
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
