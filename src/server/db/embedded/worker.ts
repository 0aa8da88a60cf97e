import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { packageRoot } from '../package-root.ts'
import type { EmbeddedStorage } from './embedded.ts'

/** Handed to the worker thread at its start. */
export interface WorkerTask {
  storage: EmbeddedStorage
  socketPath: string
}
export type WorkerOrder = { type: 'ping' } | { type: 'dump'; file: string } | { type: 'close' }
export type WorkerReport =
  | { type: 'ready' }
  | { type: 'failed'; reason: string }
  | { type: 'pong' }
  | { type: 'dumped' }
  | { type: 'fatal'; reason: string }
  | { type: 'closed' }

export interface EmbeddedWorker {
  dump(file: string): Promise<void>
  close(): Promise<void>
}

interface Start {
  task: WorkerTask
  /** The database can't go on: called once, after the thread is stopped, so that nobody waits on it. */
  onFatal(reason: string): void
  /** Between two questions whether the thread is alive; six unanswered ones in a row are 30 seconds. */
  pingEveryMs?: number | undefined
}

const PING_EVERY_MS = 5_000
const UNANSWERED_PINGS = 6
const WORKER_FILE = 'src/server/db/embedded/embedded-worker.mjs'

/** Starts the embedded database's thread and waits until it serves. Throws when it can't open the data. */
export function startWorker({ task, onFatal, pingEveryMs = PING_EVERY_MS }: Start): Promise<EmbeddedWorker> {
  // No flags of the parent: a test runner's loaders must not reach the thread.
  const worker = new Worker(path.join(packageRoot(), WORKER_FILE), { workerData: task, execArgv: [] })
  return new Promise((resolve, reject) => {
    let phase: 'starting' | 'serving' | 'closing' | 'ended' = 'starting'
    let unanswered = 0
    // Counted in pings, not in wall-clock time: a laptop that slept is not a thread that hangs.
    const heart = setInterval(() => {
      if (unanswered >= UNANSWERED_PINGS) end('The embedded database has not answered for 30 seconds')
      unanswered += 1
      order({ type: 'ping' })
    }, pingEveryMs)
    heart.unref()

    const order = (message: WorkerOrder) => worker.postMessage(message)
    const exited = new Promise<void>((done) => worker.once('exit', () => done()))
    const end = (reason: string) => {
      if (phase === 'ended') return
      const before = phase
      phase = 'ended'
      clearInterval(heart)
      void worker.terminate()
      if (before === 'starting') reject(new Error(reason))
      else onFatal(reason)
    }
    let dumped: (() => void) | undefined

    worker.on('error', (error) => end(`The embedded database's thread failed: ${error.message}`))
    worker.on('exit', () => {
      if (phase !== 'closing') end("The embedded database's thread ended by itself")
    })
    worker.on('message', (report: WorkerReport) => {
      if (report.type === 'pong') unanswered = 0
      if (report.type === 'failed' || report.type === 'fatal') end(report.reason)
      if (report.type === 'dumped') dumped?.()
      if (report.type === 'ready' && phase === 'starting') {
        phase = 'serving'
        resolve({
          dump: (file) =>
            new Promise((done) => {
              dumped = done
              order({ type: 'dump', file })
            }),
          close: async () => {
            if (phase !== 'serving') return
            phase = 'closing'
            clearInterval(heart)
            order({ type: 'close' })
            await exited
          },
        })
      }
    })
  })
}
