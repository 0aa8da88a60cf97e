import { nearestCents } from '#domain/money.ts'
import type { ShownStop } from '#client/offline/overlay.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'
import { asReceived, sumOf } from './model.ts'
import type { Simulation } from './simulation.ts'

/**
 * A stop shows everything that the driver recorded for it, unless another actor's records also apply. @param events all
 * events on this phone, in their order
 */
export function lookAtStop({ kept, wrong }: Simulation, shown: ShownStop, events: readonly StoredEvent[]): void {
  const said = events.filter(({ assignmentID }) => assignmentID === shown.assignmentID)
  const here = new Set(said.map(({ eventID }) => eventID))
  // Old receipts are deleted.
  if ([...kept.values()].some(({ assignmentID, eventID }) => assignmentID === shown.assignmentID && !here.has(eventID)))
    return
  const sums = sumOf(
    said.map((event) => ({ ...event, said: { ...event.payload }, receivedAt: 0, offset: 0, code: null, counts: true })),
  )
  const [sees, sum] = [
    [
      shown.outcome,
      shown.pu,
      nearestCents(shown.extraAmount),
      shown.driverNotes,
      shown.photosShown.map(({ photoID }) => photoID),
    ],
    [sums.outcome, sums.pu, sums.extraCents, sums.notes.join('\n'), sums.photos],
  ].map((all) => JSON.stringify(all.map(asReceived)))
  if (sees !== sum) wrong(`the screen shows ${sees} where the driver said ${sum}`)
}
