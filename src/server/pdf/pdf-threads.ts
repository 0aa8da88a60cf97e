import { availableParallelism } from 'node:os'
import type { PrintedDocument } from '#domain/documents/documents.ts'
import { print } from '#domain/documents/print.ts'
import type { PdfPort } from '../ports.ts'
import { PdfThread, type ThreadLimits } from './pdf-thread.ts'

interface Settings extends Partial<ThreadLimits> {
  threads?: number
  idleMs?: number
}

/** Documents sent to the thread together. */
const GROUP = 20

/** Makes PDFs in threads, which are started at the first use. A caller waits while all are busy. */
export class PdfThreads implements PdfPort {
  readonly #settings: Required<Settings>
  readonly #idle: { thread: PdfThread; timer: NodeJS.Timeout }[] = []
  readonly #busy = new Set<PdfThread>()
  readonly #waiting: { resolve(thread: PdfThread): void; reject(error: Error): void }[] = []
  #closed = false

  constructor({
    threads = Math.max(1, Math.min(2, availableParallelism() - 1)),
    limitMs = 30_000,
    heapMaxMb = 256,
    idleMs = 60_000,
  }: Settings = {}) {
    this.#settings = { threads, limitMs, heapMaxMb, idleMs }
  }

  render(document: PrintedDocument, logo: Uint8Array | null): Promise<Buffer> {
    return this.#make(null, [document], logo)
  }

  join(
    title: string,
    documents: Iterable<PrintedDocument> | AsyncIterable<PrintedDocument>,
    logo: Uint8Array | null,
  ): Promise<Buffer> {
    return this.#make(title, documents, logo)
  }

  async close(): Promise<void> {
    this.#closed = true
    const reason = 'The server is stopping'
    for (const { thread, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      thread.end(reason)
    }
    for (const thread of this.#busy) thread.end(reason)
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new Error(reason))
  }

  async #make(
    title: string | null,
    documents: Iterable<PrintedDocument> | AsyncIterable<PrintedDocument>,
    logo: Uint8Array | null,
  ): Promise<Buffer> {
    const thread = await this.#take()
    try {
      let opened = false
      for await (const group of grouped(documents)) {
        const printouts = group.map(print)
        const first = printouts[0]!
        if (!opened) {
          await thread.ask({ type: 'open', title: title ?? first.title, author: first.author, day: first.day, logo })
          opened = true
        }
        await thread.ask({ type: 'print', printouts })
      }
      if (!opened) throw new Error('There is nothing to print')
      const report = await thread.ask({ type: 'finish' })
      if (report.type !== 'file') throw new Error('The PDF thread answered out of turn')
      return Buffer.from(report.bytes.buffer, report.bytes.byteOffset, report.bytes.byteLength)
    } finally {
      this.#giveBack(thread)
    }
  }

  async #take(): Promise<PdfThread> {
    if (this.#closed) throw new Error('The server is stopping')
    const idle = this.#idle.pop()
    if (idle !== undefined) {
      clearTimeout(idle.timer)
      // A thread may end while it is idle.
      return this.#use(idle.thread.ended ? this.#start() : idle.thread)
    }
    if (this.#busy.size < this.#settings.threads) return this.#use(this.#start())
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  #giveBack(thread: PdfThread): void {
    this.#busy.delete(thread)
    const next = this.#waiting.shift()
    if (next !== undefined) next.resolve(this.#use(thread.ended ? this.#start() : thread))
    else if (!thread.ended) {
      const timer = setTimeout(() => this.#retire(thread), this.#settings.idleMs)
      this.#idle.push({ thread, timer: timer.unref() })
    }
  }

  #retire(thread: PdfThread): void {
    const at = this.#idle.findIndex((idle) => idle.thread === thread)
    if (at >= 0) this.#idle.splice(at, 1)
    thread.end('The PDF thread had nothing to do')
  }

  #use(thread: PdfThread): PdfThread {
    this.#busy.add(thread)
    return thread
  }

  #start(): PdfThread {
    return new PdfThread(this.#settings)
  }
}

async function* grouped<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < GROUP) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
