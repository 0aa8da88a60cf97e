import { nearestCents } from '#domain/money.ts'
import type { TestPhone } from '../phone.ts'
import { sumOf } from './model.ts'
import type { World } from './world.ts'

/** What he sees of a stop is all that he has said of it, when nobody else has a say in it. */
export async function lookAtStop({ kept, wrong }: World, phone: TestPhone, stop: { assignmentID: string }): Promise<void> {
  const said = (await phone.events()).filter(({ assignmentID }) => assignmentID === stop.assignmentID)
  const here = new Set(said.map(({ eventID }) => eventID))
  // Receipts of long ago are gone.
  if ([...kept.values()].some(({ assignmentID, eventID }) => assignmentID === stop.assignmentID && !here.has(eventID))) return
  if (!(await phone.phone.db.jobs.get(stop.assignmentID))) return
  const shown = await phone.stop(stop)
  const sums = sumOf(said.map((event) => ({ ...event, said: { ...event.payload }, receivedAt: 0, offset: 0, code: null, counts: true })))
  const [sees, sum] = [
    [shown.outcome, shown.pu, nearestCents(shown.extraAmount), shown.driverNotes, shown.photosShown.map(({ photoID }) => photoID)],
    [sums.outcome, sums.pu, sums.extraCents, sums.notes.join('\n'), sums.photos],
  ].map((all) => JSON.stringify(all))
  if (sees !== sum) wrong(`the screen shows ${sees} where he said ${sum}`)
}
