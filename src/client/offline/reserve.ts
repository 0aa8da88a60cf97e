import { isFull } from './database.ts'
import type { Phone } from './phone.ts'
import { hasRoomFor, reserveSpent } from './photo-room.ts'

/** Among the photos' bytes, and of no photo. */
export const RESERVE = 'reserve'
/** Some thousand outcomes. */
const BYTES = 2 * 1024 * 1024
/** As many random bytes as a browser gives at once. */
const AT_ONCE = 65_536

const isHere = async ({ db }: Phone) => (await db.photoBytes.where('photoID').equals(RESERVE).count()) > 0

/**
 * Takes room that is given back when an outcome finds none: what a browser says is free may be made up. Until it is here again
 * photos are refused. Call when nobody waits.
 */
export async function keepReserve(phone: Phone): Promise<void> {
  if (!(await isHere(phone))) {
    const spent = reserveSpent.delete(phone)
    if (!(await hasRoomFor(phone, BYTES))) {
      if (spent) reserveSpent.add(phone)
      return
    }
    // Random, or the disk would pack it into nothing.
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
