import { healLines } from './mishaps.ts'
import { busy } from './quiet.ts'
import type { World } from './world.ts'

export async function restored(world: World): Promise<void> {
  const { plan, kept, lost, round, town } = world
  if (!receiptsAreThere(world)) return
  // The office's own acts would have to be undone with it; one day is one or the other.
  if (world.moved.size > 0 || plan.status !== 'active' || world.acting > 0) return
  for (const eventID of kept.keys()) {
    lost.add(eventID)
    world.restored.add(eventID)
  }
  kept.clear()
  healLines(world)
  await busy(town.restored(round))
}

export async function loses(world: World): Promise<void> {
  const { plan, kept, lost, round, town, dice } = world
  const his = [...kept.values()].filter(({ type, actorID }) => type !== 'undo' && actorID === round.driver.userID)
  const last = his.findLast(({ type }) => type === 'photo' && dice() < 0.5) ?? his.at(-1)
  if (!last || !receiptsAreThere(world) || world.moved.size > 0 || plan.status !== 'active') return
  lost.add(last.eventID)
  world.restored.delete(last.eventID)
  kept.delete(last.eventID)
  healLines(world)
  await busy(town.loses(round, last.eventID))
}

/** What a backup has, or is older than 14 days, phones let go of; nobody could send that again. */
function receiptsAreThere({ story }: World): boolean {
  return !story.steps.some((step) => step.kind === 'backed-up' || (step.kind === 'clock-jumps' && step.by > 1e9))
}

export async function backedUp(world: World): Promise<void> {
  const { town, clock } = world
  world.backedUpAt = clock.now().getTime()
  await busy(town.backedUp(clock.now()))
}
