import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { PRICE_CHANGE_KINDS, PRICE_LEFT_OUT } from '#domain/price-changes.ts'
import { COLLECTION_SCHEMES } from '#domain/words.ts'
import { cents, createdAt, day, instant, key, ledgerCents, version } from './columns.ts'
import { customers } from './customers.ts'

/** A price change with its day, for a package or a group of customers (domain.md 3, Dated prices). */
export const priceChanges = pgTable(
  'price_changes',
  {
    priceChangeID: key('price_change_id').primaryKey(),
    description: text('description'),
    kind: text('kind', { enum: PRICE_CHANGE_KINDS }).notNull(),
    /** Cents, or basis points of a percentage. */
    value: integer('value').notNull(),
    roundTo: cents('round_to_cents').notNull(),
    day: day('day').notNull(),
    /**
     * For the package's customers and, with `withPackage`, its own price. No foreign keys: a deleted package or suburb
     * has no customers, and its changes stay.
     */
    productID: uuid('product_id'),
    withPackage: boolean('with_package').notNull(),
    suburbID: uuid('suburb_id'),
    runNumber: integer('run_number'),
    weekNumber: integer('week_number'),
    collectionScheme: text('collection_scheme', { enum: COLLECTION_SCHEMES }),
    announcedAt: instant('announced_at'),
    cancelledAt: instant('cancelled_at'),
    /** The setting at announcing, for customers added later too. */
    noticeDays: integer('notice_days'),
    /** The package's own price, fixed at announcing. */
    packageOld: cents('package_old_cents'),
    packageNew: cents('package_new_cents'),
    packageState: text('package_state', { enum: ['pending', 'applied', 'dropped'] }),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    index('price_changes_listed').on(table.day, table.priceChangeID),
    // A package has one price change a day.
    uniqueIndex('price_changes_package_day')
      .on(table.productID, table.day)
      .where(sql`${table.packageState} in ('pending', 'applied')`),
  ],
)

/** Its customers, with the cents fixed at announcing, and those left out. */
export const priceChangeCustomers = pgTable(
  'price_change_customers',
  {
    priceChangeID: uuid('price_change_id')
      .notNull()
      .references(() => priceChanges.priceChangeID, { onDelete: 'cascade' }),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID, { onDelete: 'cascade' }),
    /** The customer's first possible day. */
    day: day('day').notNull(),
    oldPrice: cents('old_cents').notNull(),
    newPrice: cents('new_cents').notNull(),
    collections: doublePrecision('collections').notNull(),
    yearly: ledgerCents('yearly_cents').notNull(),
    /** Dropped: the office named another price, or a change of a later day came first. */
    state: text('state', { enum: ['pending', 'applied', 'dropped', 'cancelled', 'left_out'] }).notNull(),
    reason: text('reason', { enum: PRICE_LEFT_OUT }),
    /** None: the price falls. */
    notice: text('notice', { enum: ['email', 'letter', 'none'] }).notNull(),
    mailID: uuid('mail_id'),
    /** The day on which the notice was sent or printed. */
    noticedOn: day('noticed_on'),
    /** The first day of the new price; null: the notice has not gone yet. */
    fromDay: day('from_day'),
    /** The stored price that was brought up to the new one. */
    replaced: cents('replaced_cents'),
    announcedAt: instant('announced_at').notNull(),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.priceChangeID, table.customerID] }),
    uniqueIndex('price_change_customers_day')
      .on(table.customerID, table.day)
      .where(sql`${table.state} in ('pending', 'applied')`),
    index('price_change_customers_due')
      .on(table.fromDay)
      .where(sql`${table.state} = 'pending'`),
    index('price_change_customers_mail')
      .on(table.mailID)
      .where(sql`${table.mailID} is not null`),
  ],
)
