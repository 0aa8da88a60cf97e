import type { CollectionScheme, ServiceType } from './words.ts'

/** The rules of registering on the web (domain.md 14). */

/** A person's form was open at least this long, and was opened at most a day ago. */
export const FORM_MIN_MS = 3_000
export const FORM_MAX_MS = 24 * 3_600_000
export const CONFIRM_DAYS = 7
/** How far ahead a registration may start. */
export const START_MAX_DAYS = 366

const REPEATED = [
  'MONTHLY',
  'SECOND_MONTHLY',
  'QUARTERLY',
  'FORTNIGHTLY',
  'FLEXIBLE',
] as const satisfies readonly CollectionScheme[]

/** The cycles with which a package can be registered, its own first; one if there is nothing to choose. */
export function cyclesOf(offer: {
  readonly serviceType: ServiceType
  readonly collectionScheme: CollectionScheme
}): readonly CollectionScheme[] {
  const own = offer.collectionScheme
  if (offer.serviceType === 'RUBBISH_REMOVAL' || own === 'ONE_OFF') return [own]
  return [own, ...REPEATED.filter((one) => one !== own)]
}

/** Whether the time between opening a form and sending it is a person's. */
export function isHumanPace(openedAt: Date, now: Date): boolean {
  const open = now.getTime() - openedAt.getTime()
  return open >= FORM_MIN_MS && open <= FORM_MAX_MS
}

/** The notes for the driver from the two questions of the form; null: neither was answered. */
export function driverNotes({
  bagPlace,
  gateNotes,
}: {
  bagPlace?: string | undefined
  gateNotes?: string | undefined
}): string | null {
  const lines = [bagPlace && `Place: ${bagPlace}`, gateNotes && `Gate: ${gateNotes}`].filter(Boolean)
  return lines.length === 0 ? null : lines.join('\n')
}
