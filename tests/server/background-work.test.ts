import { expect, test } from 'vitest'
import { startBackgroundWork } from '#server/background-work.ts'
import { type LogLine, memoryLog } from '../support/memory-log.ts'

test('work in the background that fails is logged with its kind and its place, and without its message', async () => {
  const logged: LogLine[] = []
  const work = startBackgroundWork(
    { log: memoryLog(logged) },
    {
      everyMs: 3_600_000,
      failed: 'the outbox could not be read',
      works: [
        async () => {
          throw new TypeError('Anna’s mail')
        },
      ],
    },
  )
  await work.stop()
  expect(logged).toMatchObject([{ level: 'error', fields: { name: 'TypeError' } }])
  expect(JSON.stringify(logged)).toContain('background-work.test')
  expect(JSON.stringify(logged)).not.toContain('Anna')
})
