import { eq } from 'drizzle-orm'
import type { PhotoType } from '#domain/photo-file.ts'
import type { Queryable } from '../../db/database.ts'
import { logo } from '../../db/tables/logo.ts'

/** The path of the firm's logo on this server; null: there is none. */
export async function logoUrl(db: Queryable): Promise<string | null> {
  const hash = await logoHash(db)
  return hash === null ? null : `/v1/logo/${hash}`
}

export async function logoHash(db: Queryable): Promise<string | null> {
  const [row] = await db.select({ hash: logo.hash }).from(logo)
  return row?.hash ?? null
}

/** Null: there is none. */
export async function logoBytes(db: Queryable): Promise<Buffer | null> {
  const [row] = await db.select({ content: logo.content }).from(logo)
  return row?.content ?? null
}

export async function logoPicture(db: Queryable): Promise<{ content: Buffer; contentType: PhotoType } | null> {
  const [row] = await db.select({ content: logo.content, contentType: logo.contentType }).from(logo)
  return row ?? null
}

export async function logoFile(
  db: Queryable,
  hash: string,
): Promise<{ content: Buffer; contentType: PhotoType } | null> {
  const [row] = await db
    .select({ content: logo.content, contentType: logo.contentType })
    .from(logo)
    .where(eq(logo.hash, hash))
  return row ?? null
}
