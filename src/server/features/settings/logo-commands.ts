import { createHash } from 'node:crypto'
import { type ImageSize, PHOTO_FAULTS, type PhotoFault } from '#domain/photo-check.ts'
import type { PhotoType } from '#domain/photo-file.ts'
import type { Queryable } from '../../db/database.ts'
import { logo } from '../../db/tables/logo.ts'
import { checkPhotoFile } from '../../files/check-photo-file.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { logoHash } from './logo-reads.ts'

/** Pixels per side: browsers fail on longer ones, whatever the other side is. */
const LOGO_MAX_SIDE = 8192

interface NewLogo {
  readonly bytes: Uint8Array
  /** Null: no bytes; the existing logo is removed. */
  readonly contentType: PhotoType | null
}

/** 422 when the bytes are not an acceptable photo. */
export async function readLogo(bytes: Uint8Array): Promise<NewLogo> {
  const { type, size, fault } = await checkPhotoFile(bytes)
  if (bytes.length > 0) refuseUnshown(fault, size)
  return { bytes, contentType: type }
}

export async function changeLogo(tx: Queryable, author: Author, { bytes, contentType }: NewLogo): Promise<void> {
  const before = await logoHash(tx)
  const hash = contentType === null ? null : createHash('sha256').update(bytes).digest('hex')
  if (hash === before) return
  await tx.delete(logo)
  if (hash !== null && contentType !== null)
    await tx.insert(logo).values({ hash, contentType, content: Buffer.from(bytes), createdAt: author.now })
  const action = hash === null ? 'logo.delete' : 'logo.update'
  await recordChange(tx, author, {
    action,
    subjectKind: 'setting',
    subjectID: 'logo',
    before: { hash: before },
    after: { hash },
  })
}

function refuseUnshown(fault: PhotoFault | null, size: ImageSize | null): void {
  if (fault !== null) throw new Refused('not_a_photo', { message: PHOTO_FAULTS[fault], reason: fault })
  if (size !== null && Math.max(size.width, size.height) > LOGO_MAX_SIDE)
    throw new Refused('not_a_photo', { message: `A logo has at most ${LOGO_MAX_SIDE} pixels a side.` })
}
