import { isFull } from './database.ts'
import type { Device } from './device.ts'
import { hasRoomFor, reserveSpent } from './photo-room.ts'

/** The key of the reserve in photoBytes; it belongs to no photo. */
export const RESERVE = 'reserve'
/** Space for some thousand outcomes. */
const BYTES = 2 * 1024 * 1024
/** The most random bytes a browser returns per call. */
const AT_ONCE = 65_536

const isHere = async ({ db }: Device) => (await db.photoBytes.where('photoID').equals(RESERVE).count()) > 0

/**
 * Reserves space that is freed when an outcome finds none, because the browser's estimate of free space is unreliable.
 * While the reserve is missing, photos are refused. Call when nothing urgent is waiting.
 */
export async function keepReserve(device: Device): Promise<void> {
  if (!(await isHere(device))) {
    const spent = reserveSpent.delete(device)
    if (!(await hasRoomFor(device, BYTES))) {
      if (spent) reserveSpent.add(device)
      return
    }
    // Random bytes can't be compressed by the storage.
    const bytes = new Uint8Array(BYTES)
    for (let at = 0; at < BYTES; at += AT_ONCE) bytes.set(device.ports.randomBytes(AT_ONCE), at)
    try {
      await device.db.photoBytes.put({ photoID: RESERVE, bytes: bytes.buffer })
    } catch (error) {
      if (isFull(error)) reserveSpent.add(device)
      throw error
    }
  }
  reserveSpent.delete(device)
}

/** @returns whether there was one */
export async function giveUpReserve(device: Device): Promise<boolean> {
  reserveSpent.add(device)
  const was = await isHere(device)
  if (was) await device.db.photoBytes.delete(RESERVE)
  return was
}
