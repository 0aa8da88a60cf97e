import { expect, test, vi } from 'vitest'
import { startBackgroundWork } from '#server/background-work.ts'
import { type LogLine, memoryLog } from '../support/memory-log.ts'

test('work in the background that fails is logged with its kind and its place, and without its message', async () => {
  const logged: LogLine[] = []
  const work = startBackgroundWork(
    { log: memoryLog(logged) },
    {
      everyMs: 3_600_000,
      failed: 'the outbox could not be read',
      works: {
        mails: async () => {
          throw new TypeError('Anna’s mail')
        },
      },
    },
  )
  await work.stop()
  expect(logged).toMatchObject([{ level: 'error', fields: { name: 'TypeError' } }])
  expect(JSON.stringify(logged)).toContain('background-work.test')
  expect(JSON.stringify(logged)).not.toContain('Anna')
})

test('work that makes no progress is logged, counted and begun anew, and what is left of it goes no further', async () => {
  const logged: LogLine[] = []
  const begun: (() => boolean)[] = []
  const ended: (() => void)[] = []
  const work = startBackgroundWork(
    { log: memoryLog(logged) },
    {
      everyMs: 3_600_000,
      stuckMs: 40,
      failed: 'the tasks could not be read',
      works: {
        acts: (goOn) => {
          begun.push(goOn)
          return new Promise<void>((resolve) => ended.push(resolve))
        },
      },
    },
  )
  await expect.poll(() => begun.length).toBeGreaterThanOrEqual(2)
  expect(work.lanes()).toMatchObject([{ lane: 'acts', restarts: begun.length - 1 }])
  expect(begun[0]!()).toBe(false)
  expect(logged[0]).toMatchObject({
    level: 'error',
    fields: { name: 'Stuck' },
    message: 'the tasks could not be read: it is begun anew',
  })
  const stopped = work.stop()
  for (const end of ended) end()
  await stopped
})

test('a stop waits for what was left to itself too, because it still uses the database', async () => {
  const ended: (() => void)[] = []
  const work = startBackgroundWork(
    { log: memoryLog([]) },
    {
      everyMs: 3_600_000,
      stuckMs: 40,
      failed: 'the tasks could not be read',
      works: { acts: () => new Promise<void>((resolve) => ended.push(resolve)) },
    },
  )
  await expect.poll(() => ended.length).toBeGreaterThanOrEqual(2)
  const hasStopped = vi.fn()
  const stopped = work.stop().then(hasStopped)
  const [first, ...others] = ended
  for (const end of others) end()
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasStopped).not.toHaveBeenCalled()
  first!()
  await stopped
})

test('a lane says how long it has been quiet: since the last step that succeeded, not since one that failed', async () => {
  const work = startBackgroundWork(
    { log: memoryLog([]) },
    {
      everyMs: 20,
      failed: 'it could not be done',
      works: {
        done: () => Promise.resolve(),
        failing: () => Promise.reject(new TypeError('no')),
        long: async (goOn) => {
          while (goOn()) await new Promise((resolve) => setTimeout(resolve, 5))
        },
      },
    },
  )
  const quietest = () => Object.fromEntries(work.lanes().map(({ lane, quietMs }) => [lane, quietMs]))
  /** How long after the start a lane last succeeded, seen from the one that never did. */
  const lastSucceeded = (lane: string) => quietest()['failing']! - quietest()[lane]!
  await expect.poll(() => lastSucceeded('done')).toBeGreaterThan(200)
  await expect.poll(() => lastSucceeded('long')).toBeGreaterThan(200)
  expect(work.lanes().map(({ restarts }) => restarts)).toEqual([0, 0, 0])
  await work.stop()
})
