import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { freeBytes, roomToWrite, StorageFull } from '#server/db/disk-space.ts'

const MEGABYTE = 1024 * 1024

test('writing stops below 100 MB and goes on when there is room again', async () => {
  let free = 100 * MEGABYTE
  let now = 0
  const assertRoom = roomToWrite({ freeBytes: async () => free, now: () => now })
  await assertRoom()
  free -= 1
  now += 2_000
  await expect(assertRoom()).rejects.toThrow(StorageFull)
  free += 1
  now += 2_000
  await assertRoom()
})

test('many writers at once check the disk once', async () => {
  let looks = 0
  const assertRoom = roomToWrite({ freeBytes: async () => ++looks * 1_000 * MEGABYTE, now: () => 0 })
  await Promise.all(Array.from({ length: 50 }, assertRoom))
  expect(looks).toBe(1)
})

test('for a database on another machine no disk is checked here', async () => {
  await expect(roomToWrite({ freeBytes: undefined, keepFree: Infinity })()).resolves.toBe(undefined)
})

test('the free space is that of the real disk', async () => {
  expect(await freeBytes(tmpdir())).toBeGreaterThan(0)
  await expect(
    roomToWrite({ freeBytes: () => freeBytes(tmpdir()), keepFree: Number.MAX_SAFE_INTEGER })(),
  ).rejects.toThrow(StorageFull)
})
