import { afterEach, expect, test, vi } from 'vitest'
import { stopOnSignals } from '#server/stop-on-signals.ts'
import { type LogLine, memoryLog } from '../support/memory-log.ts'

const before = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') }
afterEach(() => {
  vi.restoreAllMocks()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    for (const listener of process.listeners(signal))
      if (!before[signal].includes(listener)) process.off(signal, listener)
})

test('a stop that fails says so and of which kind, without what its message quotes, and ends with 1', async () => {
  const logged: LogLine[] = []
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never)
  const close = () => Promise.reject(new TypeError('Anna’s mail'))
  stopOnSignals({ leave: () => undefined, close }, memoryLog(logged), { underNpm: false, drainSeconds: 0 })
  process.listeners('SIGINT').at(-1)!('SIGINT')
  await expect.poll(() => exit.mock.calls).toEqual([[1]])
  expect(logged.at(-1)).toMatchObject({ level: 'error', message: 'the stop failed', fields: { name: 'TypeError' } })
  expect(JSON.stringify(logged)).not.toContain('Anna')
})
