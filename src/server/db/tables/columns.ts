import { bigint, customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A key made in the app (UUIDv7), so that a device or a test can know it before the insert. */
export const key = (name: string) => uuid(name).notNull()

/** Instants are UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = () => instant('created_at').notNull()

/** A date without a time is text from the database to the screen (domain.md 1); never a JavaScript Date. */
export const day = customType<{ data: string; driverData: string }>({ dataType: () => 'date' })

/** Money is integer cents (domain.md 1). */
export const cents = (name: string) => integer(name)

/** Cents of invoices and ledgers: 999 bags at the highest price are more than 32 bits. Exact in a JavaScript number. */
export const ledgerCents = (name: string) => bigint(name, { mode: 'number' })

/** Incremented with every change: the object's ETag. */
export const version = () => integer('version').notNull().default(1)

/**
 * Any JSON value, including a plain string. drizzle's own column parses again what pg has parsed already, and so turns
 * the text "1300" into a number and "null" into null.
 */
export const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
})

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** A SHA-256: hex in the program, 32 bytes in the database. */
export const sha256Sum = customType<{ data: string; driverData: Buffer | string }>({
  dataType: () => 'bytea',
  toDriver: (hex) => `\\x${hex}`,
  fromDriver: (stored) => (typeof stored === 'string' ? stored.slice(2) : stored.toString('hex')),
})

/** Ranges of whole numbers without overlap; years of a phone's numbers are a handful. */
export const numberRanges = customType<{ data: string }>({ dataType: () => 'int4multirange' })
