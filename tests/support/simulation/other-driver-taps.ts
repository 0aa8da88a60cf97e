import { NotSaved } from '#client/offline/outbox/record.ts'
import { type TestDevice, aPicture, sha256Of } from '../device.ts'
import type { Simulation } from './simulation.ts'

/** The mate records something, at a stop that was given to the mate if there is one. */
export async function mateTaps(
  simulation: Simulation,
  mate: TestDevice,
  stops: readonly { assignmentID: string }[],
): Promise<void> {
  const given = stops.find(({ assignmentID }) => simulation.moved.has(assignmentID))
  const stop = given && simulation.dice() < 0.8 ? given : stops[Math.floor(simulation.dice() * stops.length)]!
  const kind = simulation.dice()
  if (kind < 0.4) return void simulation.saved.push(await mate.finish(stop, 2))
  if (kind < 0.7) return void simulation.saved.push(await mate.note(stop, 'seen by the mate'))
  const bytes = aPicture(simulation.dice)
  try {
    const event = await mate.photograph(stop, bytes)
    if (event.type === 'photo') simulation.taken.set(event.payload.photoID, sha256Of(bytes))
    simulation.saved.push(event)
  } catch (error) {
    // When a phone has no room, photos are refused first.
    if (!(error instanceof NotSaved)) throw error
  }
}
