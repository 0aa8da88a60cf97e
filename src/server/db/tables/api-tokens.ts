import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, json, key } from './columns.ts'
import { users } from './users.ts'

/** Tokens by which other programs call the interface. */
export const apiTokens = pgTable('api_tokens', {
  tokenID: key('token_id').primaryKey(),
  name: text('name').notNull(),
  /** SHA-256 of the token, hex: nobody can use a stolen table. */
  hash: text('hash').notNull().unique(),
  /** Texts such as `customers:read`. */
  scopes: json('scopes').notNull(),
  /** IP addresses and ranges; empty: anywhere. */
  addresses: json('addresses').notNull(),
  /** The admin in whose name it acts. */
  createdBy: uuid('created_by')
    .notNull()
    .references(() => users.userID),
  createdAt: createdAt(),
  expiresAt: instant('expires_at'),
  endedAt: instant('ended_at'),
  lastUsedAt: instant('last_used_at'),
})
