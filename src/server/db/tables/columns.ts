import { bigint, customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A key made in the app (UUIDv7), so that a device or a test knows it before the insert. */
export const key = (name: string) => uuid(name).notNull()

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = () => instant('created_at').notNull()

/** A date without a time is text from database to screen (domain.md 1), never a JavaScript Date. */
export const day = customType<{ data: string; driverData: string }>({ dataType: () => 'date' })

/** Integer cents (domain.md 1). */
export const cents = (name: string) => integer(name)

/** Cents of invoices and ledgers: 999 bags at the highest price exceed 32 bits. Exact in a JavaScript number. */
export const ledgerCents = (name: string) => bigint(name, { mode: 'number' })

/** Increases with every change; the ETag of the object. */
export const version = () => integer('version').notNull().default(1)

/**
 * Any JSON value, including a plain string. drizzle's own column parses again what pg has parsed, and turns the text
 * "1300" into a number and "null" into null.
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

/** Ranges of whole numbers without overlap; a phone's numbers of years are a handful of ranges. */
export const numberRanges = customType<{ data: string }>({ dataType: () => 'int4multirange' })
