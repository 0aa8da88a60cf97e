// The thread in which the embedded database runs. Plain JavaScript, because Node starts it straight from this file:
// in development, under test and in production alike (package-root.ts finds it; no bundler touches it).
import fs from 'node:fs'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { DurableFileSystem, syncDirectory, syncTree } from './durable-file-system.mjs'
import { severityReader } from './wire-severity.mjs'

/** @type {import('./worker.ts').WorkerTask} */
const task = workerData
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

/** @param {import('./worker.ts').WorkerReport} report */
function report(report) {
  port.postMessage(report)
}

/** @param {string} reason one sentence without data from statements */
function fatal(reason) {
  report({ type: 'fatal', reason })
}

const PANIC_LINE = /\b(PANIC|FATAL):\s+(.*)/

const common = {
  extensions: { pg_trgm },
  startParams: [
    // -F would turn fsync off; open_datasync, the usual choice on Linux, is not known to this file system.
    ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'shared_buffers=16MB',
  ],
  onStderr: (/** @type {string} */ line) => {
    const match = PANIC_LINE.exec(line)
    if (match !== null && started) fatal(`The database reported ${match[1]}: ${match[2]}`)
    return true
  },
}

let started = false

/** @param {Extract<import('./worker.ts').WorkerTask['storage'], { kind: 'directory' }>} storage */
async function openDirectory({ directory }) {
  if (!fs.existsSync(directory)) await createDirectory(directory)
  const files = new DurableFileSystem(directory)
  const pg = await PGlite.create({ ...common, fs: files })
  await assertDurable(pg, files)
  return pg
}

/**
 * A directory gets its name only when it is whole and on the disk: a start cut short leaves `<directory>.new` behind,
 * which the next start throws away.
 * @param {string} directory
 */
async function createDirectory(directory) {
  const unfinished = `${directory}.new`
  fs.rmSync(unfinished, { recursive: true, force: true })
  const pg = await PGlite.create({ ...common, fs: new DurableFileSystem(unfinished) })
  await pg.close()
  fs.chmodSync(unfinished, 0o700)
  syncTree(unfinished)
  fs.renameSync(unfinished, directory)
  syncDirectory(path.dirname(directory))
}

/**
 * @param {PGlite} pg
 * @param {DurableFileSystem} files
 */
async function assertDurable(pg, files) {
  const settings = await pg.query("select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits")
  const { fsync, commits } = /** @type {{ fsync: string, commits: string }} */ (settings.rows[0])
  if (fsync !== 'on' || commits !== 'on') {
    throw new Error(`The embedded database would not be durable: fsync is ${fsync}, synchronous_commit is ${commits}`)
  }
  const before = files.fsyncs
  // A commit that writes to the log and leaves no row behind.
  await pg.query("select pg_logical_emit_message(true, 'bagrun', 'start')")
  if (files.fsyncs === before) throw new Error('The embedded database would not be durable: a commit did not call fsync')
}

/** @param {Extract<import('./worker.ts').WorkerTask['storage'], { kind: 'memory' }>} storage */
async function openMemory({ snapshot }) {
  const loadDataDir = snapshot === undefined ? undefined : new Blob([fs.readFileSync(snapshot)])
  return PGlite.create({ ...common, ...(loadDataDir === undefined ? {} : { loadDataDir }) })
}

/**
 * Every answer goes past here. A thrown error is one the wire knows nothing of (a failed fsync, an abort): the caller
 * would wait for ever, so the process has to end.
 * @param {PGlite} pg
 */
function watchAnswers(pg) {
  const answer = pg.execProtocolRawStream.bind(pg)
  pg.execProtocolRawStream = async (message, options) => {
    const read = severityReader((severity) => fatal(`The database answered with severity ${severity}`))
    try {
      await answer(message, {
        ...options,
        onRawData: (data) => {
          read(data)
          options.onRawData(data)
        },
      })
    } catch (error) {
      fatal(`The database stopped inside a statement: ${error instanceof Error ? error.message : String(error)}`)
      throw error
    }
  }
}

try {
  const pg = task.storage.kind === 'directory' ? await openDirectory(task.storage) : await openMemory(task.storage)
  watchAnswers(pg)
  // One connection at a time is used; a second place spares a reconnect from being refused while the old one closes.
  const server = new PGLiteSocketServer({ db: pg, path: task.socketPath, maxConnections: 4 })
  await server.start()
  if (process.platform !== 'win32') fs.chmodSync(task.socketPath, 0o600)
  started = true

  port.on('message', async (/** @type {import('./worker.ts').WorkerOrder} */ order) => {
    if (order.type === 'ping') report({ type: 'pong' })
    if (order.type === 'dump') {
      const dump = await pg.dumpDataDir('none')
      fs.writeFileSync(order.file, new Uint8Array(await dump.arrayBuffer()))
      report({ type: 'dumped' })
    }
    if (order.type === 'close') {
      await server.stop()
      started = false
      await pg.close()
      if (task.storage.kind === 'directory') syncDirectory(task.storage.directory)
      report({ type: 'closed' })
      port.close()
    }
  })
  report({ type: 'ready' })
} catch (error) {
  report({ type: 'failed', reason: error instanceof Error ? error.message : String(error) })
  port.close()
}
