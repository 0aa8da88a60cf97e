import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { packageRoot } from '../package-root.ts'
import type { PdfOrder, PdfReport } from './orders.ts'

const THREAD_FILE = 'src/server/pdf/thread/pdf-thread.mjs'

export interface ThreadLimits {
  /** The longest time for one order; then the thread is ended. */
  limitMs: number
  /** A thread that needs more ends with an error, and the server goes on. */
  heapMaxMb: number
}

interface Pending {
  resolve(report: PdfReport): void
  reject(error: Error): void
}

/** The main thread's handle of a PDF thread. */
export class PdfThread {
  readonly #worker: Worker
  readonly #limits: ThreadLimits
  #asked: Pending | null = null
  #ended: Error | null = null

  constructor(limits: ThreadLimits) {
    this.#limits = limits
    // A test runner's loaders, which are flags of the parent, must not reach the thread.
    this.#worker = new Worker(path.join(packageRoot(), THREAD_FILE), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMaxMb },
    })
    // An idle thread does not keep the process alive.
    this.#worker.unref()
    this.#worker.on('message', (report: PdfReport) => {
      this.#asked?.resolve(report)
    })
    this.#worker.on('error', (error) => this.end(`The PDF thread failed: ${error.message}`))
    this.#worker.on('exit', () => this.end('The PDF thread ended by itself'))
  }

  get ended(): boolean {
    return this.#ended !== null
  }

  /** Throws when the thread fails, ends or exceeds its time. */
  async ask(order: PdfOrder): Promise<PdfReport> {
    if (this.#ended !== null) throw this.#ended
    const limit = setTimeout(() => this.end('The PDF thread has stopped answering'), this.#limits.limitMs)
    this.#worker.ref()
    try {
      const report = await new Promise<PdfReport>((resolve, reject) => {
        this.#asked = { resolve, reject }
        this.#worker.postMessage(order)
      })
      if (report.type === 'failed') throw new Error(`The PDF could not be made: ${report.reason}`)
      return report
    } finally {
      clearTimeout(limit)
      this.#asked = null
      this.#worker.unref()
    }
  }

  /** Ends the thread at once; pending orders are rejected with this reason. */
  end(reason: string): void {
    if (this.#ended !== null) return
    this.#ended = new Error(reason)
    this.#asked?.reject(this.#ended)
    void this.#worker.terminate()
  }
}
