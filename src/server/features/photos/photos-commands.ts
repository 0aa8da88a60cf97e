import { count, eq } from 'drizzle-orm'
import { MAX_FILES } from '#domain/limits.ts'
import type { Queryable } from '../../db/database.ts'
import { customers } from '../../db/tables/customers.ts'
import { photos } from '../../db/tables/events.ts'
import { Refused } from '../../http/refused.ts'

interface CustomerPhoto {
  readonly customerID: string
  readonly photoID: string
  readonly key: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly takenAt?: string | null | undefined
  readonly uploadedBy: string
  readonly at: Date
}

/** Keeps a photo with a customer; the same photo again is the same photo. At most MAX_FILES each. */
export async function keepCustomerPhoto(db: Queryable, photo: CustomerPhoto) {
  const [customer] = await db.select({ customerID: customers.customerID }).from(customers).where(eq(customers.customerID, photo.customerID)).for('update')
  if (!customer) throw new Refused('not_found')
  const takenAt = photo.takenAt ? new Date(photo.takenAt) : null
  const made = await db
    .insert(photos)
    .values({
      photoID: photo.photoID,
      purpose: 'customer-photo',
      storageKey: photo.key,
      contentType: photo.contentType,
      size: photo.size,
      sha256: photo.sha256,
      customerID: photo.customerID,
      takenAt,
      uploadedBy: photo.uploadedBy,
      createdAt: photo.at,
    })
    .onConflictDoNothing()
    .returning({ photoID: photos.photoID })
  const [kept] = await db.select({ number: count() }).from(photos).where(eq(photos.customerID, photo.customerID))
  if (made.length > 0 && kept && kept.number > MAX_FILES) throw new Refused('too_many_files')
  return { photoID: photo.photoID, url: `/v1/photos/${photo.photoID}`, takenAt: takenAt?.toISOString() ?? null }
}
