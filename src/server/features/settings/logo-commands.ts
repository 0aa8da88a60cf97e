import { createHash } from 'node:crypto'
import { checkPhoto, type ImageSize, PHOTO_FAULTS, type PhotoFault } from '#domain/photo-check.ts'
import type { Queryable } from '../../db/database.ts'
import { logo } from '../../db/tables/logo.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { logoHash } from './logo-reads.ts'

/** Pixels a side: browsers give up on longer ones, whatever the other side is. */
const LOGO_MAX_SIDE = 8192

/** Puts this logo in the place of the one there is; no bytes take it away. 422 when they are no photo that may be kept. */
export async function changeLogo(tx: Queryable, author: Author, bytes: Uint8Array): Promise<void> {
  const { type: contentType, size, fault } = checkPhoto(bytes)
  if (bytes.length > 0) refuseUnshown(fault, size)
  const before = await logoHash(tx)
  const hash = contentType === null ? null : createHash('sha256').update(bytes).digest('hex')
  if (hash === before) return
  await tx.delete(logo)
  if (hash !== null && contentType !== null) await tx.insert(logo).values({ hash, contentType, content: Buffer.from(bytes), createdAt: author.now })
  const action = hash === null ? 'logo.delete' : 'logo.update'
  await recordChange(tx, author, { action, subjectKind: 'setting', subjectID: 'logo', before: { hash: before }, after: { hash } })
}

function refuseUnshown(fault: PhotoFault | null, size: ImageSize | null): void {
  if (fault !== null) throw new Refused('not_a_photo', { message: PHOTO_FAULTS[fault], reason: fault })
  if (size !== null && Math.max(size.width, size.height) > LOGO_MAX_SIDE) throw new Refused('not_a_photo', { message: `A logo has at most ${LOGO_MAX_SIDE} pixels a side.` })
}
