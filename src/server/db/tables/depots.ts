import { sql } from 'drizzle-orm'
import { check, doublePrecision, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, key, version } from './columns.ts'

/** Where trucks of a firm with several depots start, and whose suburbs, drivers, runs and users of the office are its own. */
export const depots = pgTable(
  'depots',
  {
    depotID: key('depot_id').primaryKey(),
    name: text('name').notNull(),
    /** WGS 84. Null: its rounds start at the firm's (setting `route.depot`). */
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    uniqueIndex('depots_name').on(sql`lower(${table.name})`),
    check('depots_place', sql`(${table.latitude} is null) = (${table.longitude} is null)`),
  ],
)
