import { readMeta, writeMeta } from './meta.ts'
import type { Phone } from './phone.ts'

/** The code of the office's refusals to a phone it has taken back. */
export const DEVICE_REVOKED = 'device_revoked'

/** The office said that it has taken this phone back. From the next look on it hands over and empties itself. */
export async function noteRevoked({ db, ports }: Pick<Phone, 'db' | 'ports'>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    if (!(await readMeta(db, 'revoked'))) await writeMeta(db, 'revoked', { at: ports.now().toISOString(), of: null })
  })
}

/** It may be used as before. */
export async function noteAllowed({ db }: Pick<Phone, 'db'>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    if (await readMeta(db, 'revoked')) await db.meta.delete('revoked')
  })
}
