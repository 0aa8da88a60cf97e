import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { OFFICE_ROLES } from '#domain/office-roles.ts'
import { ROLES } from '#domain/words.ts'
import { createdAt, instant, key, version } from './columns.ts'
import { depots } from './depots.ts'

/** All accounts: admins, drivers, customers. A driver's or customer's id is their user's id. */
export const users = pgTable(
  'users',
  {
    userID: key('user_id').primaryKey(),
    role: text('role', { enum: ROLES }).notNull(),
    /** Of an admin. Null: an owner, as every admin was before there were roles in the office. */
    officeRole: text('office_role', { enum: OFFICE_ROLES }),
    /** Of an admin: the depot whose records are all they see and change. Null: every depot's. */
    depotID: uuid('depot_id').references(() => depots.depotID),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    fullName: text('full_name').notNull(),
    email: text('email'),
    /**
     * Whether this row signs in with its email; a registration flagged as a possible duplicate does not
     * (domain.md 10).
     */
    signsIn: integer('signs_in').notNull().default(1),
    passwordHash: text('password_hash'),
    disabledAt: instant('disabled_at'),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    uniqueIndex('users_email_unique')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.signsIn} = 1`),
    index('users_drivers')
      .on(table.userID)
      .where(sql`${table.role} = 'DRIVER'`),
    check('users_role', sql`${table.role} in ('ADMIN', 'DRIVER', 'CUSTOMER')`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token, hex: nobody can sign in with a stolen table. */
    tokenHash: text('token_hash').primaryKey(),
    sessionID: key('session_id'),
    userID: uuid('user_id')
      .notNull()
      .references(() => users.userID, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** The session's device, once that has sent its id, so that a lost device can be revoked, and not its driver. */
    deviceID: text('device_id'),
    /** How the person signed in (contract `SIGN_IN_METHODS`); null: older than this column. */
    method: text('method'),
    /** Browser and system in words; null: unknown. */
    browser: text('browser'),
  },
  (table) => [index('sessions_user').on(table.userID), index('sessions_device').on(table.deviceID)],
)

/**
 * Reset, set-up and invitation links, and those that confirm an email, each used once by
 * `update ... where used_at is null returning`.
 */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: ['reset', 'invite', 'set-up', 'confirm', 'email'] }).notNull(),
    userID: uuid('user_id').references(() => users.userID, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** The email that the account gets when the link is opened, and the session that asked for it and then stays open. */
    newEmail: text('new_email'),
    sessionID: uuid('session_id'),
  },
  (table) => [index('one_time_tokens_user').on(table.userID)],
)

/** Rate limits are rows, so that several nodes count together. */
export const rateLimits = pgTable('rate_limits', {
  bucket: text('bucket').primaryKey(),
  windowStart: instant('window_start').notNull(),
  hits: integer('hits').notNull(),
})

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** User or API token (or 'nobody'), method and path; a key is unique within its scope only. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    bodyHmac: text('body_hmac').notNull(),
    status: integer('status'),
    answer: text('answer'),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.key] }), index('idempotency_keys_age').on(table.createdAt)],
)
