import { isFull } from './database.ts'
import type { Phone } from './phone.ts'
import { hasRoomFor, reserveSpent } from './photo-room.ts'

/** The key of the reserve in photoBytes; it belongs to no photo. */
export const RESERVE = 'reserve'
/** Space for some thousand outcomes. */
const BYTES = 2 * 1024 * 1024
/** The most random bytes a browser returns per call. */
const AT_ONCE = 65_536

const isHere = async ({ db }: Phone) => (await db.photoBytes.where('photoID').equals(RESERVE).count()) > 0

/**
 * Reserves space that is freed when an outcome finds none, because the browser's estimate of free space is unreliable.
 * While the reserve is missing, photos are refused. Call when nothing urgent is waiting.
 */
export async function keepReserve(phone: Phone): Promise<void> {
  if (!(await isHere(phone))) {
    const spent = reserveSpent.delete(phone)
    if (!(await hasRoomFor(phone, BYTES))) {
      if (spent) reserveSpent.add(phone)
      return
    }
    // Random bytes can't be compressed by the storage.
    const bytes = new Uint8Array(BYTES)
    for (let at = 0; at < BYTES; at += AT_ONCE) bytes.set(phone.ports.randomBytes(AT_ONCE), at)
    try {
      await phone.db.photoBytes.put({ photoID: RESERVE, bytes: bytes.buffer })
    } catch (error) {
      if (isFull(error)) reserveSpent.add(phone)
      throw error
    }
  }
  reserveSpent.delete(phone)
}

/** @returns whether there was one */
export async function giveUpReserve(phone: Phone): Promise<boolean> {
  reserveSpent.add(phone)
  const was = await isHere(phone)
  if (was) await phone.db.photoBytes.delete(RESERVE)
  return was
}
