import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, instant, json, key } from './columns.ts'
import { users } from './users.ts'

/** One authenticator app per person (TOTP, RFC 6238). */
export const totpSecrets = pgTable('totp_secrets', {
  userID: uuid('user_id')
    .primaryKey()
    .references(() => users.userID, { onDelete: 'cascade' }),
  sealedSecret: bytes('sealed_secret').notNull(),
  createdAt: createdAt(),
  /** Null: no code was verified yet, so it is not required at sign-in. */
  confirmedAt: instant('confirmed_at'),
  /** The newest time step whose code was accepted, so that no code works twice. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    /** An HMAC, so that nobody can sign in with a stolen table. */
    codeHash: text('code_hash').notNull(),
    userID: uuid('user_id')
      .notNull()
      .references(() => users.userID, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    usedAt: instant('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userID, table.codeHash] })],
)

export const passkeys = pgTable(
  'passkeys',
  {
    passkeyID: key('passkey_id').primaryKey(),
    /** The id that the authenticator gave it, base64url. */
    credentialID: text('credential_id').notNull(),
    userID: uuid('user_id')
      .notNull()
      .references(() => users.userID, { onDelete: 'cascade' }),
    publicKey: bytes('public_key').notNull(),
    /** The signature counter, where the authenticator has one. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: json('transports').notNull(),
    name: text('name').notNull(),
    synced: boolean('synced').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [uniqueIndex('passkeys_credential').on(table.credentialID), index('passkeys_user').on(table.userID)],
)

/**
 * Challenges sent to browsers; each is used once, by `delete ... returning`. Of a sign-in with a provider (`oidc`) it is
 * the state, and `oidc-code` means that the provider named this user, whose second step is still missing.
 */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge: text('challenge').primaryKey(),
  purpose: text('purpose', { enum: ['register', 'sign-in', 'oidc', 'oidc-code'] }).notNull(),
  /** Null: who signs in is not known yet. */
  userID: uuid('user_id').references(() => users.userID, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
})

/** Wrong passwords of a known account, by address, until they are written to the audit log. */
export const failedSignIns = pgTable(
  'failed_sign_ins',
  {
    userID: uuid('user_id')
      .notNull()
      .references(() => users.userID, { onDelete: 'cascade' }),
    address: text('address').notNull(),
    count: integer('count').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userID, table.address] })],
)
