import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, instant } from './columns.ts'

/** The firm's logo, at most one row: small, public, and part of every backup. */
export const logo = pgTable('logo', {
  /** SHA-256 of the bytes, hex: part of its address, so browsers may cache it forever. */
  hash: text('hash').primaryKey(),
  contentType: text('content_type', { enum: ['image/jpeg', 'image/png'] }).notNull(),
  content: bytes('content').notNull(),
  createdAt: instant('created_at').notNull(),
})
