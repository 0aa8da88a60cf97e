import type { Phone } from './phone.ts'

/** Bytes kept free for events: photos are refused before an outcome is. */
export const KEPT_FOR_EVENTS = 50 * 1024 * 1024

/** Bytes the browser would still give us, or null when it does not say. Some make it up: the reserve is what can be relied on. */
async function freeBytes(phone: Phone): Promise<number | null> {
  const { usage, quota } =
    (await phone.ports.estimate?.().catch(() => ({}) as { usage?: number; quota?: number })) ?? {}
  return usage === undefined || quota === undefined ? null : Math.max(0, quota - usage)
}

/** Phones whose reserve was given up, or found no room: what there is, is for outcomes. */
export const reserveSpent = new WeakSet<Phone>()

export async function hasRoomFor(phone: Phone, size: number): Promise<boolean> {
  if (reserveSpent.has(phone)) return false
  const free = await freeBytes(phone)
  return free === null || free - size >= KEPT_FOR_EVENTS
}
