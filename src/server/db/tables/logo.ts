import { pgTable, text } from 'drizzle-orm/pg-core'
import { PHOTO_TYPES } from '#domain/photo-file.ts'
import { bytes, instant } from './columns.ts'

/** The firm's logo, at most one row. It is public, and in every backup. */
export const logo = pgTable('logo', {
  /** SHA-256 of the bytes, hex. It is in the address, so that browsers may cache the logo forever. */
  hash: text('hash').primaryKey(),
  contentType: text('content_type', { enum: PHOTO_TYPES }).notNull(),
  content: bytes('content').notNull(),
  createdAt: instant('created_at').notNull(),
})
