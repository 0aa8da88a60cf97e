import { customType, integer, timestamp, uuid } from 'drizzle-orm/pg-core'

/** A key made in the app (UUIDv7), so that a phone or a test can know it beforehand. */
export const key = (name: string) => uuid(name).notNull()

/** Instants are UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
export const createdAt = () => instant('created_at').notNull()

/** A date without a time stays text from the database to the screen (domain.md 1); never a JavaScript Date. */
export const day = customType<{ data: string; driverData: string }>({ dataType: () => 'date' })

/** Money is integer cents (domain.md 1). */
export const cents = (name: string) => integer(name)

/** Goes up by one with every change: the object's ETag. */
export const version = () => integer('version').notNull().default(1)

/**
 * Any JSON value, a bare text included. drizzle's own column parses what pg has parsed already, and so takes the text "1300"
 * for a number and "null" for nothing.
 */
export const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
})

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })
