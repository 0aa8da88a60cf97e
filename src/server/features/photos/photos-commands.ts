import { and, count, eq } from 'drizzle-orm'
import { MAX_FILES } from '#domain/limits.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { photos } from '../../db/tables/events.ts'
import { nameUploads, removedUploads } from '../../db/uploads.ts'
import { type Author, recordChange } from '../../http/changes.ts'
import { Refused } from '../../http/refused.ts'

interface CustomerPhoto {
  readonly customerID: string
  readonly photoID: string
  readonly key: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly takenAt?: Date | null | undefined
}

const SUBJECT = 'customer'

/**
 * Stores a photo with a customer, at most MAX_FILES each. Idempotent for the same photo; a known id with other bytes or
 * another customer is refused.
 */
export async function storeCustomerPhoto(db: Queryable, author: Author, photo: CustomerPhoto) {
  const [customer] = await db
    .select({ customerID: customers.customerID })
    .from(customers)
    .where(eq(customers.customerID, photo.customerID))
    .for('update')
  if (!customer) throw new Refused('not_found')
  const [known] = await db.select().from(photos).where(eq(photos.photoID, photo.photoID))
  if (known) {
    if (known.customerID !== photo.customerID || known.storageKey !== photo.key) throw new Refused('upload_mismatch')
    return presentCustomerPhoto(known)
  }
  const [kept] = await db
    .select({ number: count() })
    .from(photos)
    .where(and(eq(photos.customerID, photo.customerID), eq(photos.purpose, 'customer-photo')))
  if (kept!.number >= MAX_FILES) throw new Refused('too_many_files')
  if ((await removedUploads(db, [photo.key])).size > 0)
    throw new Refused('upload_mismatch', { message: 'The photo hasn’t arrived yet.' })
  const [made] = await db
    .insert(photos)
    .values({
      photoID: photo.photoID,
      purpose: 'customer-photo',
      storageKey: photo.key,
      contentType: photo.contentType,
      size: photo.size,
      sha256: photo.sha256,
      customerID: photo.customerID,
      takenAt: photo.takenAt ?? null,
      uploadedBy: author.actor.userID,
      createdAt: author.now,
    })
    .returning()
  await nameUploads(db, [photo.key])
  await recordChange(db, author, {
    action: 'customer.photo_add',
    subjectKind: SUBJECT,
    subjectID: photo.customerID,
    after: { photoID: photo.photoID },
  })
  return presentCustomerPhoto(made!)
}

/**
 * Hides the photo from its customer, drivers and the office (`photoFor`). Bytes and row stay, because photos are never
 * deleted and backups still contain it. A signed address issued before remains valid for its ten minutes.
 */
export async function removeCustomerPhoto(
  tx: Queryable,
  author: Author,
  customerID: string,
  photoID: string,
): Promise<void> {
  const taken = await tx
    .update(photos)
    .set({ customerID: null })
    .where(and(eq(photos.photoID, photoID), eq(photos.customerID, customerID), eq(photos.purpose, 'customer-photo')))
    .returning({ photoID: photos.photoID })
  if (taken.length === 0) throw new Refused('not_found')
  await recordChange(tx, author, {
    action: 'customer.photo_remove',
    subjectKind: SUBJECT,
    subjectID: customerID,
    before: { photoID },
  })
}

const presentCustomerPhoto = ({ photoID, takenAt }: typeof photos.$inferSelect) => ({
  photoID,
  url: `/v1/photos/${photoID}`,
  takenAt,
})
