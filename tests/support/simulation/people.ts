import { discard, edit, retry } from '#client/offline/attention.ts'
import { signOutOnPhone } from '#client/offline/sign-out.ts'
import type { TestPhone } from '../phone.ts'
import type { Fault } from './network.ts'
import { REFUSALS } from './steps.ts'
import type { World } from './world.ts'

const NEVER_ARRIVES: readonly Fault[] = [...REFUSALS, 'drop-request', 'foreign-502']

/**
 * What a person was asked about is visible to him; a tap on Retry is all it takes. Where nothing but refusals went wrong, so that
 * none of it can have reached the office, he changes his mind as well.
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

/** He signs out with whatever is unsent, and in again later: what he recorded stays. */
export async function signsOut(world: World, phone: TestPhone): Promise<void> {
  if (!phone.isOpen || world.hands.size > 1) return
  world.signingOut = true
  world.signedOut = true
  await signOutOnPhone(phone.phone)
  world.signingOut = false
}
