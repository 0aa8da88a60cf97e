import { orderKey } from './meta.ts'
import { orderStops } from './overlay.ts'
import type { Device } from './device.ts'
import { runOnDevice } from './read.ts'

/** The driver's own order of stops: stored on the phone only, and unchanged by a pull. */

/** Places a stop before another one, or at the end (`null`). */
export async function placeBefore(device: Device, assignmentID: string, beforeID: string | null): Promise<void> {
  const { db } = device
  await db.transaction('rw', db.jobs, db.meta, async () => {
    const moved = await db.jobs.get(assignmentID)
    if (!moved || assignmentID === beforeID) return
    const key = orderKey(moved.runOrderID)
    const before = ((await db.meta.get(key))?.value as string[] | undefined) ?? []
    const stops = await db.jobs.where('runOrderID').equals(moved.runOrderID).toArray()
    const order = orderStops(stops, before)
      .map((stop) => stop.assignmentID)
      .filter((id) => id !== assignmentID)
    const at = beforeID === null ? -1 : order.indexOf(beforeID)
    order.splice(at < 0 ? order.length : at, 0, assignmentID)
    await db.meta.put({ key, value: order })
  })
}

/** Makes a stop the next one: places it before the first other stop without an outcome. */
export async function moveNext(device: Device, assignmentID: string): Promise<void> {
  const stop = await device.db.jobs.get(assignmentID)
  const shown = stop ? await runOnDevice(device.db, stop.runOrderID) : null
  const next = shown?.jobs.find((other) => other.assignmentID !== assignmentID && other.shownState === 'planned')
  if (next) await placeBefore(device, assignmentID, next.assignmentID)
}
