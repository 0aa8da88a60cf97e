import { createHash } from 'node:crypto'
import { photoType } from '#domain/photo-file.ts'
import type { Queryable } from '../../db/database.ts'
import { logo } from '../../db/tables/logo.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'
import { logoHash } from './logo-reads.ts'

/** Puts this logo in the place of the one there is; no bytes take it away. 422 when they are neither JPEG nor PNG. */
export async function changeLogo(tx: Queryable, author: Author, bytes: Uint8Array): Promise<void> {
  const contentType = photoType(bytes)
  if (bytes.length > 0 && contentType === null) throw new Refused('not_a_photo')
  const before = await logoHash(tx)
  const hash = contentType === null ? null : createHash('sha256').update(bytes).digest('hex')
  if (hash === before) return
  await tx.delete(logo)
  if (hash !== null && contentType !== null) await tx.insert(logo).values({ hash, contentType, content: Buffer.from(bytes), createdAt: author.now })
  const action = hash === null ? 'logo.delete' : 'logo.update'
  await recordChange(tx, author, { action, subjectKind: 'setting', subjectID: 'logo', before: { hash: before }, after: { hash } })
}
