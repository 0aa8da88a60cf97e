import { expect, test } from 'vitest'
import type { Call } from '#client/api/call.ts'
import { tellOrders } from '#client/features/pickups/order/tell-order.ts'
import { saveDone } from '#client/offline/outbox/record.ts'
import { orderKey, writeMetas } from '#client/offline/store/meta.ts'
import { placeBefore, putInOrder, undoOrder } from '#client/offline/week.ts'
import { bring, makeDevice, makeRun, makeStop, RUN } from '../../support/driver-screen.tsx'

const places = (ids: readonly string[], among: readonly { assignmentID: string }[]) =>
  ids.map((id) => among.findIndex(({ assignmentID }) => assignmentID === id) + 1)

async function phone(done: readonly number[] = []) {
  const stops = [1, 2, 3, 4].map((at) =>
    makeStop(at, done.includes(at) ? { state: 'done', outcome: 'EMPTY', doneAt: `2026-11-18T0${at}:00:00Z` } : {}),
  )
  const device = await makeDevice()
  await bring(device, { stops })
  const told: number[][] = []
  let hasSignal = true
  const call = ((_: unknown, { assignmentIDs }: { assignmentIDs: string[] }) => {
    if (!hasSignal) return Promise.resolve({ kind: 'offline' })
    told.push(places(assignmentIDs, stops))
    return Promise.resolve({ kind: 'ok', status: 204, value: undefined })
  }) as unknown as Call
  return { device, stops, told, tell: () => tellOrders(device, call), signal: (has: boolean) => (hasSignal = has) }
}

test('The phone tells once that it follows the office’s order', async () => {
  const { tell, told } = await phone()
  await tell()
  await tell()
  expect(told).toEqual([[]])
})

test('A dragged stop and an accepted order are told when there is signal, and Undo too', async () => {
  const { device, stops, tell, told, signal } = await phone()
  await tell()
  signal(false)
  await placeBefore(device, stops[3]!.assignmentID, stops[0]!.assignmentID)
  await tell()
  expect(told).toEqual([[]])
  signal(true)
  await tell()
  const before = await putInOrder(
    device,
    RUN,
    stops.map(({ assignmentID }) => assignmentID),
  )
  await tell()
  await undoOrder(device, RUN, before)
  await tell()
  expect(told).toEqual([[], [4, 1, 2, 3], [1, 2, 3, 4], [4, 1, 2, 3]])
})

test('Finished stops come first, as they were driven, wherever they stand in the list', async () => {
  const { device, stops, tell, told } = await phone([3, 4])
  await device.db.meta.put({ key: orderKey(RUN), value: [2, 4, 1, 3].map((at) => stops[at - 1]!.assignmentID) })
  await tell()
  expect(told).toEqual([[3, 4, 2, 1]])
})

test('A phone whose clock is ahead puts its own unsent records where they belong among those of another phone', async () => {
  const { device, stops, tell, told } = await phone([3])
  // The phone says 13:00; it is 11:00, two hours before stop 3 was done elsewhere.
  await writeMetas(device.db, { clockOffsetMs: -2 * 3_600_000 })
  await device.db.jobs.update(stops[2]!.assignmentID, { doneAt: '2026-11-18T01:00:00Z' })
  await saveDone(device, stops[0]!.assignmentID, { pu: 1 })
  await device.db.meta.put({ key: orderKey(RUN), value: stops.map(({ assignmentID }) => assignmentID) })
  await tell()
  expect(told).toEqual([[1, 3, 2, 4]])
})

test('Nothing is told of a run that is over', async () => {
  const { device, tell, told } = await phone()
  await bring(device, { runs: [makeRun({ status: 'completed' })] })
  await tell()
  expect(told).toEqual([])
})
