import { StorageTrouble } from '#server/ports.ts'
import { sha256Of } from '../device.ts'
import type { Lines } from './in-thread-database.ts'
import type { Mishap } from './network.ts'
import { officeActs } from './office-acts.ts'
import { busy } from './idle-detection.ts'
import type { OfficeAct } from './steps.ts'
import type { Simulation } from './simulation.ts'

const MEANWHILE: readonly OfficeAct[] = ['re-assign', 'remove', 'shift', 'describe', 'complete']

/** The approximate number of messages that a batch of records sends to the database. */
const MESSAGES_OF_A_BATCH = 15

/** Makes a fault happen at the server while it handles a request. */
export function mishap(simulation: Simulation, what: Mishap, body: unknown): Promise<unknown> | undefined {
  const { round, dice } = simulation
  const lines = linesOf(simulation)
  switch (what) {
    case 'session-ends':
      return void busy(simulation.endSessions(round.driver.userID)).catch(() => undefined)
    case 'line-to-database-cut':
      return void lines?.cutAt(1 + Math.floor(dice() * MESSAGES_OF_A_BATCH))
    case 'commit-unheard':
      return void lines?.cutAfterCommit()
    case 'office-acts-meanwhile':
      return officeActs(
        simulation,
        MEANWHILE[Math.floor(dice() * MEANWHILE.length)]!,
        Math.floor(dice() * Math.min(2, round.stops.length)),
      )
    case 'store-away':
      return void storeAway(simulation)
    case 'file-gone':
      return busy(filesGone(simulation, body))
    case 'xsrf-rotates-under-way':
      return undefined
  }
}

/** The next lookup of a photo in the store fails, or all do, so it is unknown whether the photo is there. */
export function storeAway(simulation: Simulation, forGood = false): void {
  const { storage } = simulation.business.office.deps
  simulation.storeBack()
  const { look } = storage
  storage.look = async () => {
    if (!forGood) storage.look = look
    simulation.storeSilent += 1
    throw new StorageTrouble('away', 'The store does not answer')
  }
  simulation.storeBack = () => void (storage.look = look)
}

/** The store loses or changes bytes that it has accepted, before their record was acknowledged. */
async function filesGone({ business, kept, dice, hands }: Simulation, body: unknown): Promise<void> {
  const { storage } = business.office.deps
  const gone = async (key: string): Promise<void> => {
    const file = dice() < 0.5 ? await storage.read(key) : null
    if (file === null) return storage.remove(key)
    const bytes = Uint8Array.from(file.bytes, (byte, at) => (at === file.bytes.length - 1 ? byte ^ 1 : byte))
    await storage.write(key, bytes, file.contentType, sha256Of(bytes.buffer))
  }
  const { events = [] } = (body ?? {}) as { events?: { eventID: string; type: string; key: string }[] }
  // Two apps may upload the same photo; the second upload may end after the photo was acknowledged.
  const known = new Set([...kept.values()].map(({ said }) => said['key']))
  for (const { eventID, type, key } of events)
    if (type === 'photo' && !kept.has(eventID) && !known.has(key) && !(eventID === '' && hands.has('tab')))
      await gone(key)
}

/** Clears a planned cut that no request has met, so that it does not break the simulation's own database access. */
export function healLines(simulation: Simulation): void {
  linesOf(simulation)?.healed()
}

export const linesOf = ({ business }: Simulation) =>
  (business.office.deps.database as unknown as { lines?: Lines }).lines
