import { beforeEach, expect, test, vi } from 'vitest'
import { openBrowserJournal } from '#client/app/browser-journal.ts'
import type { JournalAnswer, JournalRequest } from '#client/offline/store/journal-worker.ts'

/** How long the worker takes for one kind of request, ms; Infinity: it never answers. */
let takes: Partial<Record<JournalRequest['kind'], number>>
let running: number

class SlowWorker {
  #tell: (event: { data: JournalAnswer }) => void = () => undefined
  constructor() {
    running += 1
  }
  addEventListener(type: string, listener: (event: { data: JournalAnswer }) => void): void {
    if (type === 'message') this.#tell = listener
  }
  postMessage({ number, kind }: JournalRequest): void {
    const ms = takes[kind] ?? 0
    if (ms !== Infinity) setTimeout(() => this.#tell({ data: { number, value: kind === 'open' ? ['a'] : true } }), ms)
  }
  terminate(): void {
    running -= 1
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  takes = {}
  running = 0
  vi.stubGlobal('Worker', SlowWorker)
  vi.stubGlobal('navigator', { storage: { getDirectory: () => undefined } })
})

test('A file that opens after eight seconds is used, and a write that takes more than three fails', async () => {
  takes = { open: 8_000, append: 4_000 }
  const opening = openBrowserJournal('rr-journal-dan')
  await vi.advanceTimersByTimeAsync(8_000)
  const port = await opening
  expect(port?.entries).toEqual(['a'])
  const failed = expect(port!.append(['b'])).rejects.toThrow('No answer')
  await vi.advanceTimersByTimeAsync(3_000)
  await failed
})

test('A worker that never opens its file is ended', async () => {
  takes = { open: Infinity }
  const failed = expect(openBrowserJournal('rr-journal-dan')).rejects.toThrow('No answer')
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
  expect(running).toBe(0)
})
