import { tellOwnOrder } from '#contract/v1/own-orders.ts'
import { STOPS_IN_OWN_ORDER } from '#domain/limits.ts'
import type { Call } from '#client/api/call.ts'
import type { Device } from '#client/offline/store/device.ts'
import { orderKey, toldOrderKey } from '#client/offline/store/meta.ts'
import { readWeek, runOnDevice } from '#client/offline/week.ts'
import type { ShownStop } from '#client/offline/overlay.ts'

/** Tells the office the driver's own order of each active run once, and again when the driver has changed it. */
export async function tellOrders(device: Device, call: Call): Promise<void> {
  const { db } = device
  const runs = await db.runs.filter(({ status }) => status === 'active').toArray()
  for (const { runOrderID } of runs) {
    const [kept, told] = await db.meta.bulkGet([orderKey(runOrderID), toldOrderKey(runOrderID)])
    const own = (kept?.value as string[] | undefined) ?? []
    if (told !== undefined && (told.value as string[]).join() === own.join()) continue
    // The week takes a slow phone long to read.
    const stops = own.length === 0 ? [] : asDriven(runOnDevice(await readWeek(device), runOrderID)?.jobs ?? [])
    const answer = await call(tellOwnOrder, { runOrderID, assignmentIDs: stops.slice(0, STOPS_IN_OWN_ORDER) })
    if (answer.kind !== 'ok') continue
    await db.transaction('rw', db.runs, db.meta, async () => {
      // A run that has left the phone meanwhile leaves nothing behind.
      if ((await db.runs.get(runOrderID)) !== undefined)
        await db.meta.put({ key: toldOrderKey(runOrderID), value: own })
    })
  }
}

/** Finished stops keep their places in the list, wherever the driver goes next; here they come first. */
function asDriven(stops: readonly ShownStop[]): string[] {
  const done = stops.filter(({ doneAt }) => doneAt !== null).toSorted((a, b) => (a.doneAt! < b.doneAt! ? -1 : 1))
  const open = stops.filter(({ doneAt }) => doneAt === null)
  return [...done, ...open].map(({ assignmentID }) => assignmentID)
}
