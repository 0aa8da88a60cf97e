import type { Phone } from './phone.ts'

/** Bytes kept free for events: photos are refused before an outcome is. */
export const KEPT_FOR_EVENTS = 50 * 1024 * 1024

/** Bytes the browser would still give us, or null when it does not say. */
export async function freeBytes(phone: Phone): Promise<number | null> {
  const { usage, quota } = (await phone.ports.estimate?.().catch(() => ({}) as { usage?: number; quota?: number })) ?? {}
  return usage === undefined || quota === undefined ? null : Math.max(0, quota - usage)
}

export async function hasRoomFor(phone: Phone, size: number): Promise<boolean> {
  const free = await freeBytes(phone)
  return free === null || free - size >= KEPT_FOR_EVENTS
}
