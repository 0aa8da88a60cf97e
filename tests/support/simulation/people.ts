import { discard, edit, retry } from '#client/offline/attention.ts'
import { signOutOnPhone } from '#client/offline/sign-out.ts'
import type { TestPhone } from '../phone.ts'
import type { Fault } from './network.ts'
import { REFUSALS } from './steps.ts'
import type { World } from './world.ts'

const NEVER_ARRIVES: readonly Fault[] = [...REFUSALS, 'drop-request', 'foreign-502']

/**
 * Events that need a decision are shown to the driver; Retry is always sufficient. Where all faults were refusals, so
 * that none of the events can have reached the server, the driver also edits and discards some.
 */
export async function decide(world: World, phone: TestPhone): Promise<void> {
  if (!phone.isOpen) return
  const mayChange = world.story.faults.every((fault) => NEVER_ARRIVES.includes(fault))
  world.deciding = true
  for (const event of await phone.events()) {
    if (event.state !== 'needs-attention') continue
    world.decided(event.eventID)
    const choice = mayChange && !world.kept.has(event.eventID) && !world.lost.has(event.eventID) ? world.dice() : 1
    if (choice < 0.2) {
      await discard(phone.phone, event.eventID)
      if ((await phone.event(event.eventID))?.state === 'discarded') world.discarded.add(event.eventID)
    } else if (choice < 0.65 && event.type !== 'photo' && event.type !== 'undo') {
      const payload = { ...event.payload, notes: `said again ${event.seq}` }
      await edit(phone.phone, event.eventID, payload)
      const at = world.saved.findIndex(({ eventID }) => eventID === event.eventID)
      if (at >= 0) world.saved[at] = { ...event, payload } as typeof event
    } else await retry(phone.phone, event.eventID)
  }
  world.deciding = false
}

/** The driver signs out with unsent records, and in again later: the records stay. */
export async function signsOut(world: World, phone: TestPhone): Promise<void> {
  if (!phone.isOpen || world.hands.size > 1) return
  world.signingOut = true
  world.signedOut = true
  await signOutOnPhone(phone.phone)
  world.signingOut = false
}
