import { and, eq, exists, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { among } from './among.ts'
import type { Database, Queryable } from './database.ts'
import { photos, uploads } from './tables/events.ts'
import { inTransaction } from './transaction.ts'

/**
 * Files that were announced to the photo store and that no record names yet. Without this list nothing would say which
 * files of the store are waste.
 */

const DAY_MS = 86_400_000
/** Bytes that customers may have announced without a case that names them: one customer, and all together. */
export const CUSTOMER_BYTES_MAX = 200 * 1024 * 1024
export const CUSTOMERS_BYTES_MAX = 2 * 1024 ** 3
/** The same for one driver or admin: some thousand photos, as the app makes them. */
export const STAFF_BYTES_MAX = 4 * 1024 ** 3

export interface Announced {
  readonly storageKey: string
  readonly purpose: (typeof uploads.$inferSelect)['purpose']
  readonly size: number
}

/**
 * Notes files before their addresses are signed. Waits for a removal of the same file, so that it does not remove what is
 * uploaded next.
 * @returns what is used up: `user` that person's bytes, `all` those of all customers; null: noted
 */
export function announceUploads(
  db: Database,
  { userID, isCustomer }: { readonly userID: string; readonly isCustomer: boolean },
  files: readonly Announced[],
  now: Date,
): Promise<'user' | 'all' | null> {
  if (files.length === 0) return Promise.resolve(null)
  return inTransaction(
    db,
    async (tx) => {
      const keys = files.map(({ storageKey }) => storageKey)
      // Serialises the announcements of one person, or those of all customers, so that their sum is right.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`uploads ${isCustomer ? 'customers' : userID}`}))`)
      const others = and(isNull(uploads.removedAt), sql`not ${among(uploads.storageKey, keys)}`)
      const bytes = sql<number>`coalesce(sum(${uploads.size}), 0)::float8`
      const [own] = await tx
        .select({ bytes })
        .from(uploads)
        .where(and(eq(uploads.uploadedBy, userID), others))
      const added = files.reduce((sum, { size }) => sum + size, 0)
      if (own!.bytes + added > (isCustomer ? CUSTOMER_BYTES_MAX : STAFF_BYTES_MAX)) return 'user'
      if (isCustomer) {
        const [all] = await tx
          .select({ bytes })
          .from(uploads)
          .where(and(eq(uploads.purpose, 'case-photo'), others))
        if (all!.bytes + added > CUSTOMERS_BYTES_MAX) return 'all'
      }
      await tx
        .insert(uploads)
        .values(files.map((file) => ({ ...file, uploadedBy: userID, announcedAt: now })))
        .onConflictDoUpdate({
          target: uploads.storageKey,
          set: { uploadedBy: userID, announcedAt: now, removedAt: null },
        })
      return null
    },
    { isolation: 'read committed' },
  )
}

/** Those of the files that were removed, although the caller has just seen them in the store. */
export async function removedUploads(tx: Queryable, keys: readonly string[]): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const rows = await tx
    .select({ storageKey: uploads.storageKey })
    .from(uploads)
    .where(and(among(uploads.storageKey, keys), isNotNull(uploads.removedAt)))
  return new Set(rows.map(({ storageKey }) => storageKey))
}

/**
 * The files are named by a record of this transaction, and are never removed. A removal at the same moment makes this
 * serialisable transaction run again, which then finds them removed.
 */
export async function nameUploads(tx: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.delete(uploads).where(among(uploads.storageKey, keys))
}

interface Store {
  remove(key: string): Promise<void>
}

/**
 * Removes files that no record has named for a day. The row is locked while its file is removed, so that neither another
 * server nor who names the file gets in between; a server that is killed there leaves the row for the next one. The row
 * stays for a day as a note that the file is gone, and the file is then removed again, in case it arrived meanwhile.
 * @returns the number of files
 */
export async function removeOldUploads(db: Database, store: Store, now: Date): Promise<number> {
  const before = new Date(now.getTime() - DAY_MS)
  let removed = 0
  for (;;) {
    const done = await inTransaction(db, (tx) => removeOne(tx, store, before, now), { isolation: 'read committed' })
    if (done === 'none') return removed
    if (done === 'removed') removed += 1
  }
}

async function removeOne(
  tx: Queryable,
  store: Store,
  before: Date,
  now: Date,
): Promise<'none' | 'removed' | 'forgotten'> {
  const age = sql`coalesce(${uploads.removedAt}, ${uploads.announcedAt})`
  const [row] = await tx
    .select({ storageKey: uploads.storageKey, removedAt: uploads.removedAt })
    .from(uploads)
    .where(lt(age, sql`${before.toISOString()}::timestamptz`))
    .limit(1)
    .for('update', { skipLocked: true })
  if (row === undefined) return 'none'
  const { storageKey, removedAt } = row
  const [named] = await tx
    .select({ one: sql`1` })
    .from(uploads)
    .where(
      and(
        eq(uploads.storageKey, storageKey),
        exists(tx.select().from(photos).where(eq(photos.storageKey, uploads.storageKey))),
      ),
    )
  // Removing a file twice does no harm, so that this transaction may run again.
  if (named === undefined) await store.remove(storageKey)
  if (named !== undefined || removedAt !== null) {
    await tx.delete(uploads).where(eq(uploads.storageKey, storageKey))
    return named === undefined ? 'removed' : 'forgotten'
  }
  await tx.update(uploads).set({ removedAt: now }).where(eq(uploads.storageKey, storageKey))
  return 'removed'
}
