import { readMeta, writeMeta } from './meta.ts'
import type { Device } from './device.ts'

/** The code of the office's refusals to a revoked phone. */
export const DEVICE_REVOKED = 'device_revoked'

/** The office revoked this phone. From the next look on it sends what is unsent and deletes the rest. */
export async function noteRevoked({ db, ports }: Pick<Device, 'db' | 'ports'>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    if (!(await readMeta(db, 'revoked'))) await writeMeta(db, 'revoked', { at: ports.now().toISOString(), of: null })
  })
}

/** The phone may be used as before. */
export async function noteAllowed({ db }: Pick<Device, 'db'>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    if (await readMeta(db, 'revoked')) await db.meta.delete('revoked')
  })
}
