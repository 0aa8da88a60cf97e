import type { Device } from './device.ts'

/** Bytes reserved for events: photos are refused before an outcome is. */
export const KEPT_FOR_EVENTS = 50 * 1024 * 1024

/**
 * Free bytes by the browser's estimate, or null when it has none. Some browsers invent the figure; only the reserve is
 * reliable.
 */
async function freeBytes(device: Device): Promise<number | null> {
  const { usage, quota } =
    (await device.ports.estimate?.().catch(() => ({}) as { usage?: number; quota?: number })) ?? {}
  return usage === undefined || quota === undefined ? null : Math.max(0, quota - usage)
}

/** Phones whose reserve was deleted or found no space: the remaining space is for outcomes. */
export const reserveSpent = new WeakSet<Device>()

/** Little room is left: photos are made smaller than usual, before the first one is refused. */
export async function isRoomShort(device: Device): Promise<boolean> {
  return ((await freeBytes(device)) ?? Infinity) < 2 * KEPT_FOR_EVENTS
}

export async function hasRoomFor(device: Device, size: number): Promise<boolean> {
  if (reserveSpent.has(device)) return false
  const free = await freeBytes(device)
  return free === null || free - size >= KEPT_FOR_EVENTS
}
