import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { packageRoot } from '../../package-root.ts'

/**
 * Where the embedded database stores its data. `scratch` is a folder whose content is of no use after a crash: nothing
 * is synced; it is a copy of the database in `empty`, where there is one. `memory` is for tests: nothing persists; a snapshot makes it start fast.
 */
export type EmbeddedStorage =
  | { kind: 'directory'; directory: string }
  | { kind: 'scratch'; directory: string; empty: string }
  | { kind: 'memory'; snapshot?: string | undefined }

export interface WorkerTask {
  storage: EmbeddedStorage
  socketPath: string
}
export type WorkerOrder = { type: 'ping' } | { type: 'dump'; file: string } | { type: 'close' }
export type WorkerReport =
  { type: 'ready' } | { type: 'pong' } | { type: 'dumped' } | { type: 'failed' | 'fatal'; reason: string }

interface WorkerSettings {
  task: WorkerTask
  /** Called once when the database has failed. The thread is stopped before, so that no statement keeps waiting. */
  onFatal(reason: string): void
  /** Milliseconds between two pings; six unanswered ones in a row end the thread. */
  pingEveryMs?: number | undefined
}

const PING_EVERY_MS = 5_000
const UNANSWERED_PINGS = 6
const WORKER_FILE = 'src/server/db/embedded/embedded-worker.mjs'

/** The main thread's handle of the database's thread. */
export class EmbeddedWorker {
  readonly #worker: Worker
  readonly #settings: WorkerSettings
  readonly #exited: Promise<void>
  #phase: 'starting' | 'serving' | 'closing' | 'ended' = 'starting'
  #heart: NodeJS.Timeout | undefined
  #dumped: (() => void) | undefined

  /** Starts the thread and waits until it accepts connections. Throws when it can't open the data. */
  static start(settings: WorkerSettings): Promise<EmbeddedWorker> {
    return new Promise((resolve, reject) => {
      const worker = new EmbeddedWorker(settings, () => resolve(worker), reject)
    })
  }

  private constructor(settings: WorkerSettings, ready: () => void, failed: (error: Error) => void) {
    this.#settings = settings
    // A test runner's loaders, which are flags of the parent, must not reach the thread.
    this.#worker = new Worker(path.join(packageRoot(), WORKER_FILE), { workerData: settings.task, execArgv: [] })
    this.#exited = new Promise((resolve) => this.#worker.once('exit', () => resolve()))
    this.#worker.on('error', (error) => this.#end(`The embedded database's thread failed: ${error.message}`, failed))
    this.#worker.on('exit', () => this.#end("The embedded database's thread ended by itself", failed))
    let unanswered = 0
    this.#worker.on('message', (report: WorkerReport) => {
      if (report.type === 'pong') unanswered = 0
      else if (report.type === 'dumped') this.#dumped?.()
      else if (report.type !== 'ready') this.#end(report.reason, failed)
      else if (this.#phase === 'starting') {
        this.#phase = 'serving'
        // Pings are counted, not wall-clock time: after a laptop's sleep the thread does not seem to hang.
        this.#heart = setInterval(() => {
          if (unanswered >= UNANSWERED_PINGS) this.#end('The embedded database has stopped answering', failed)
          unanswered += 1
          this.#order({ type: 'ping' })
        }, settings.pingEveryMs ?? PING_EVERY_MS)
        this.#heart.unref()
        ready()
      }
    })
  }

  /** Writes the data directory as an uncompressed tar to `file`; no transaction may be open. */
  dump(file: string): Promise<void> {
    return new Promise((resolve) => {
      this.#dumped = resolve
      this.#order({ type: 'dump', file })
    })
  }

  /** Shuts the database down and waits until the thread has ended. */
  async close(): Promise<void> {
    if (this.#phase !== 'serving') return
    this.#phase = 'closing'
    clearInterval(this.#heart)
    this.#order({ type: 'close' })
    await this.#exited
  }

  #order(order: WorkerOrder): void {
    this.#worker.postMessage(order)
  }

  #end(reason: string, failed: (error: Error) => void): void {
    const before = this.#phase
    this.#phase = 'ended'
    clearInterval(this.#heart)
    if (before === 'closing' || before === 'ended') return
    void this.#worker.terminate()
    if (before === 'starting') failed(new Error(reason))
    else this.#settings.onFatal(reason)
  }
}
