import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test, vi } from 'vitest'
import { closeDevice, openDevice } from '#client/offline/store/device.ts'
import { shownWeek } from '#client/offline/week.ts'

const RENDER_MS = 100

test('the longer a screen takes to render the week, the longer sending has until the next one', async () => {
  const pauses: number[] = []
  const device = await openDevice(
    {
      indexedDB: new IDBFactory(),
      IDBKeyRange,
      now: () => new Date(),
      random: Math.random,
      randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
      timers: { set: (ms: number) => pauses.push(ms), clear: () => undefined },
    } as never,
    { userID: 'driver' },
  )
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  // As React does, which renders what it is told in the next microtask.
  const end = shownWeek(device).subscribe(() => queueMicrotask(() => (now += RENDER_MS)))
  await expect.poll(() => pauses.length).toBe(1)
  expect(pauses[0]).toBe(8 * RENDER_MS)
  clock.mockRestore()
  end()
  closeDevice(device)
})
