// The thread in which the embedded database runs. It is plain JavaScript, because Node starts it from this file in
// development, tests and production; package-root.ts finds it, and no bundler touches it.
import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { openDurable, openMemory, openScratch } from './durable-database.mjs'
import { takeWholeRequests } from './whole-requests.mjs'

/** @type {import('./worker.ts').WorkerTask} */
const { storage, socketPath } = workerData
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
let serving = false

/** @param {import('./worker.ts').WorkerReport} message */
const report = (message) => port.postMessage(message)

/** @param {string} reason one sentence without data from statements */
const fatal = (reason) => report({ type: 'fatal', reason })

/** @type {string | undefined} */
let lastWords
/** Before serving, this reason is the error of the start; while closing it is ignored. */
const onPanic = (/** @type {string} */ severity, /** @type {string} */ words) => {
  lastWords = `The embedded database reported ${severity}: ${words}`
  if (serving) fatal(lastWords)
}

/**
 * An error thrown here, such as a failed fsync or an abort, is not sent over the wire protocol. The caller would wait
 * forever, so the process has to end.
 * @param {import('@electric-sql/pglite').PGlite} pg
 */
function watchAnswers(pg) {
  const answer = pg.execProtocolRawStream.bind(pg)
  pg.execProtocolRawStream = async (message, options) => {
    try {
      await answer(message, options)
    } catch (error) {
      fatal(`The embedded database stopped inside a statement: ${wordsOf(error)}`)
      throw error
    }
  }
}

/** @param {unknown} error */
function wordsOf(error) {
  return error instanceof Error ? error.message : String(error)
}

try {
  const pg =
    storage.kind === 'directory'
      ? await openDurable(storage.directory, onPanic)
      : storage.kind === 'scratch'
        ? await openScratch(storage.directory, onPanic, storage.empty)
        : await openMemory(storage.snapshot, onPanic)
  watchAnswers(pg)
  takeWholeRequests(pg)
  // One connection is used. The others keep a reconnect from being refused while the old connection closes.
  const server = new PGLiteSocketServer({ db: pg, path: socketPath, maxConnections: 4 })
  await server.start()
  if (process.platform !== 'win32') fs.chmodSync(socketPath, 0o600)
  serving = true

  port.on('message', async (/** @type {import('./worker.ts').WorkerOrder} */ order) => {
    if (order.type === 'ping') report({ type: 'pong' })
    if (order.type === 'dump') {
      const dump = await pg.dumpDataDir('none')
      fs.writeFileSync(order.file, new Uint8Array(await dump.arrayBuffer()))
      report({ type: 'dumped' })
    }
    if (order.type === 'close') {
      serving = false
      await server.stop()
      await pg.close()
      port.close()
    }
  })
  report({ type: 'ready' })
} catch (error) {
  report({ type: 'failed', reason: lastWords ?? wordsOf(error) })
  port.close()
}
