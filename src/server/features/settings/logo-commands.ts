import { createHash } from 'node:crypto'
import { imageSize, photoType, type PhotoType } from '#domain/photo-file.ts'
import type { Queryable } from '../../db/database.ts'
import { logo } from '../../db/tables/logo.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { logoHash } from './logo-reads.ts'

/** Pixels a side: browsers give up on larger ones, and a header with such numbers is broken or made to break something. */
const LOGO_MAX_SIDE = 8192

/** Puts this logo in the place of the one there is; no bytes take it away. 422 when they are neither JPEG nor PNG, or no picture. */
export async function changeLogo(tx: Queryable, author: Author, bytes: Uint8Array): Promise<void> {
  const contentType = photoType(bytes)
  if (bytes.length > 0) refuseUnshown(bytes, contentType)
  const before = await logoHash(tx)
  const hash = contentType === null ? null : createHash('sha256').update(bytes).digest('hex')
  if (hash === before) return
  await tx.delete(logo)
  if (hash !== null && contentType !== null) await tx.insert(logo).values({ hash, contentType, content: Buffer.from(bytes), createdAt: author.now })
  const action = hash === null ? 'logo.delete' : 'logo.update'
  await recordChange(tx, author, { action, subjectKind: 'setting', subjectID: 'logo', before: { hash: before }, after: { hash } })
}

function refuseUnshown(bytes: Uint8Array, contentType: PhotoType | null): void {
  if (contentType === null) throw new Refused('not_a_photo')
  const size = imageSize(bytes)
  if (size === null) throw new Refused('not_a_photo', { message: 'This file is damaged: no browser could show it.' })
  if (Math.max(size.width, size.height) > LOGO_MAX_SIDE) throw new Refused('not_a_photo', { message: `A logo has at most ${LOGO_MAX_SIDE} pixels a side.` })
}
