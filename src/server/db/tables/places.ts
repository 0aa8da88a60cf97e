import { doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PLACE_SOURCES } from '#domain/place.ts'
import { day, instant } from './columns.ts'
import { customers } from './customers.ts'

/** Where a customer's bags stand; beside the customer's row, because a learnt place must not change its version. */
export const customerPlaces = pgTable('customer_places', {
  customerID: uuid('customer_id')
    .primaryKey()
    .references(() => customers.customerID, { onDelete: 'cascade' }),
  latitude: doublePrecision('latitude').notNull(),
  longitude: doublePrecision('longitude').notNull(),
  source: text('source', { enum: PLACE_SOURCES }).notNull(),
  /** Metres; null: not known. */
  accuracy: integer('accuracy_metres'),
  /** Of a learnt place: the days that it rests on, and the newest of them. */
  visits: integer('visits'),
  lastVisit: day('last_visit'),
  placedAt: instant('placed_at').notNull(),
})

/**
 * Positions that wait until those of enough days agree, then or after some weeks deleted (domain.md 18). Neither the
 * driver nor the time of day is stored.
 */
export const placeVisits = pgTable(
  'place_visits',
  {
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID, { onDelete: 'cascade' }),
    day: day('day').notNull(),
    latitude: doublePrecision('latitude').notNull(),
    longitude: doublePrecision('longitude').notNull(),
  },
  (table) => [primaryKey({ columns: [table.customerID, table.day] })],
)
