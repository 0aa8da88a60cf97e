import type { Device } from './device.ts'

/** Bytes reserved for events: photos are refused before an outcome is. */
export const KEPT_FOR_EVENTS = 50 * 1024 * 1024

/**
 * Free bytes by the browser's estimate; null when it has none. Some browsers invent the figure, so only the reserve is
 * reliable.
 */
async function freeBytes(device: Device): Promise<number | null> {
  const { usage, quota } =
    (await device.ports.estimate?.().catch(() => ({}) as { usage?: number; quota?: number })) ?? {}
  return usage === undefined || quota === undefined ? null : Math.max(0, quota - usage)
}

/** Phones whose reserve was deleted or found no space. What is left is for outcomes. */
export const reserveSpent = new WeakSet<Device>()

/**
 * The largest estimated room, in bytes, at which Chromium was seen to delete everything of an origin once the disk is
 * full. A disk of at most 1 GiB counts as 1 GiB (decisions/phone.md).
 */
const UNTRUSTED_BYTES = 1024 ** 3

export async function mayBeDeleted(device: Device): Promise<boolean> {
  return ((await freeBytes(device)) ?? Infinity) <= UNTRUSTED_BYTES
}

/** Whether photos must be made smaller than usual, before the first one is refused. */
export async function isRoomShort(device: Device): Promise<boolean> {
  return ((await freeBytes(device)) ?? Infinity) < 2 * KEPT_FOR_EVENTS
}

export async function hasRoomFor(device: Device, size: number): Promise<boolean> {
  if (reserveSpent.has(device)) return false
  const free = await freeBytes(device)
  return free === null || free - size >= KEPT_FOR_EVENTS
}
