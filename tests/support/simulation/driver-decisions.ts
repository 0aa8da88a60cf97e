import { discard, edit, retry } from '#client/offline/unsent.ts'
import { signOutOnDevice } from '#client/offline/deletions.ts'
import type { TestDevice } from '../device.ts'
import type { Fault } from './network.ts'
import { REFUSALS } from './steps.ts'
import type { Simulation } from './simulation.ts'

const NEVER_ARRIVES: readonly Fault[] = [...REFUSALS, 'drop-request', 'foreign-502']

/**
 * Events that need a decision are shown to the driver; Retry is always sufficient. Where all faults were refusals, so
 * that none of the events can have reached the server, the driver also edits and discards some.
 */
export async function decide(simulation: Simulation, device: TestDevice): Promise<void> {
  if (!device.isOpen) return
  const mayChange = simulation.story.faults.every((fault) => NEVER_ARRIVES.includes(fault))
  simulation.deciding = true
  for (const event of await device.events()) {
    if (event.state !== 'needs-attention') continue
    simulation.decided(event.eventID)
    // Sending again can't help where the bytes are lost.
    if (event.lastAnswer?.code === 'photo_bytes_gone') {
      await discard(device.device, event.eventID)
      if ((await device.event(event.eventID))?.state === 'discarded') simulation.discarded.add(event.eventID)
      continue
    }
    const choice =
      mayChange && !simulation.kept.has(event.eventID) && !simulation.lost.has(event.eventID) ? simulation.dice() : 1
    if (choice < 0.2) {
      await discard(device.device, event.eventID)
      if ((await device.event(event.eventID))?.state === 'discarded') simulation.discarded.add(event.eventID)
    } else if (choice < 0.65 && event.type !== 'photo' && event.type !== 'undo') {
      const payload = { ...event.payload, notes: `said again ${event.seq}` }
      await edit(device.device, event.eventID, payload)
      const at = simulation.saved.findIndex(({ eventID }) => eventID === event.eventID)
      if (at >= 0) simulation.saved[at] = { ...event, payload } as typeof event
    } else await retry(device.device, event.eventID)
  }
  simulation.deciding = false
}

/** The driver signs out with unsent records, and in again later: the records stay. */
export async function signsOut(simulation: Simulation, device: TestDevice): Promise<void> {
  if (!device.isOpen || simulation.hands.size > 1) return
  simulation.signingOut = true
  simulation.signedOut = true
  await signOutOnDevice(device.device)
  simulation.signingOut = false
}
