import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { CUSTOMER_SERVICE_TYPES, JOB_STATES, OUTCOMES, RUN_STATUSES } from '#domain/words.ts'
import { cents, createdAt, day, instant, key, version } from './columns.ts'
import { customers } from './customers.ts'
import { depots } from './depots.ts'
import { users } from './users.ts'

export const runs = pgTable(
  'runs',
  {
    runOrderID: key('run_order_id').primaryKey(),
    refNumber: integer('ref_number').notNull().unique(),
    status: text('status', { enum: RUN_STATUSES }).notNull(),
    description: text('description'),
    trrNotes: text('trr_notes'),
    yearNumber: integer('year_number').notNull(),
    monthNumber: integer('month_number').notNull(),
    weekNumber: integer('week_number').notNull(),
    /** 1 for the first run of its week, 2 for the next. */
    sequenceNumber: integer('sequence_number').notNull(),
    fromDate: day('from_day').notNull(),
    toDate: day('to_day').notNull(),
    /** Whose customers it collects; null: those of every depot. */
    depotID: uuid('depot_id').references(() => depots.depotID),
    createdAt: createdAt(),
    activatedAt: instant('activated_at'),
    doneAt: instant('done_at'),
    completedAt: instant('completed_at'),
    archivedAt: instant('archived_at'),
    /** The setting fee.attempt at completion; null: the price of one bag. */
    attemptFee: cents('attempt_fee_cents'),
    /** How its stops are billed; null in a completed run: not yet. */
    billing: text('billing', { enum: ['invoiced', 'elsewhere'] }),
    version: version(),
  },
  (table) => [
    unique('runs_week_sequence').on(table.yearNumber, table.monthNumber, table.weekNumber, table.sequenceNumber),
    // Two concurrent calls create one draft, of the firm or of a depot.
    uniqueIndex('runs_one_draft')
      .on(table.yearNumber, table.monthNumber, table.weekNumber)
      .where(sql`${table.status} = 'draft' and ${table.depotID} is null`),
    uniqueIndex('runs_one_draft_of_depot')
      .on(table.depotID, table.yearNumber, table.monthNumber, table.weekNumber)
      .where(sql`${table.status} = 'draft' and ${table.depotID} is not null`),
    index('runs_status').on(table.status, table.fromDate),
  ],
)

export const jobs = pgTable(
  'jobs',
  {
    assignmentID: key('assignment_id').primaryKey(),
    runOrderID: uuid('run_order_id')
      .notNull()
      .references(() => runs.runOrderID, { onDelete: 'cascade' }),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID),
    capturedCustomerName: text('captured_customer_name').notNull(),
    address: text('address').notNull(),
    suburb: text('suburb').notNull(),
    postcode: text('postcode').notNull(),
    mobilePhone: text('mobile_phone'),
    serviceType: text('service_type', { enum: CUSTOMER_SERVICE_TYPES }).notNull(),
    amount: cents('amount_cents').notNull(),
    /** The office typed the amount, so that it stays at activation and shifting. */
    amountTyped: boolean('amount_typed').notNull().default(false),
    adminNotes: text('admin_notes'),
    runNumber: integer('run_number').notNull(),
    stopOrder: integer('stop_order').notNull(),
    driverID: uuid('driver_id').references(() => users.userID),
    capturedDriverName: text('captured_driver_name'),
    state: text('state', { enum: JOB_STATES }).notNull(),
    /** The result of folding the stop's events (domain.md 5), never edited. */
    outcome: text('outcome', { enum: OUTCOMES }),
    emptyPickup: boolean('empty_pickup').notNull().default(false),
    pu: integer('pu').notNull().default(0),
    extraAmount: cents('extra_amount_cents').notNull().default(0),
    driverNotes: text('driver_notes'),
    /** The photos in force, in order. An undone one keeps its row and bytes, but is not listed. */
    photoIDs: jsonb('photo_ids').$type<string[]>().notNull().default([]),
    doneAt: instant('done_at'),
    recordedBy: uuid('recorded_by'),
    /** The event that set the outcome in force; an undo from any device refers to it. */
    outcomeEventID: uuid('outcome_event_id'),
    reason: text('reason'),
    shiftedYear: integer('shifted_year'),
    shiftedMonth: integer('shifted_month'),
    shiftedWeek: integer('shifted_week'),
    customerCancelledAt: instant('customer_cancelled_at'),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    // A customer is in a run once; a shifted or removed stop stays in the run's history.
    uniqueIndex('jobs_customer_once')
      .on(table.runOrderID, table.customerID)
      .where(sql`${table.state} not in ('shifted', 'cancelled')`),
    index('jobs_run').on(table.runOrderID, table.runNumber, table.stopOrder),
    index('jobs_driver').on(table.driverID, table.runOrderID),
    // Includes the run, so that the runs of a run's customers are found without reading their stops.
    index('jobs_customer_run').on(table.customerID, table.runOrderID),
    // A customer's latest collections, without reading all of them.
    index('jobs_customer_done')
      .on(table.customerID, table.doneAt)
      .where(sql`${table.doneAt} is not null`),
    check('jobs_bags', sql`${table.pu} >= 0 and (${table.outcome} is distinct from 'COLLECTED' or ${table.pu} >= 1)`),
  ],
)

/** Which driver had a stop since when: a driver may upload a photo of any stop they ever had. */
export const jobDrivers = pgTable(
  'job_drivers',
  {
    assignmentID: uuid('assignment_id')
      .notNull()
      .references(() => jobs.assignmentID, { onDelete: 'cascade' }),
    driverID: uuid('driver_id')
      .notNull()
      .references(() => users.userID),
    since: instant('since').notNull(),
  },
  (table) => [unique('job_drivers_once').on(table.assignmentID, table.driverID)],
)

/** In which order a driver drives a run, where that is not the office's: as the phone told it last. */
export const ownOrders = pgTable(
  'own_orders',
  {
    runOrderID: uuid('run_order_id')
      .notNull()
      .references(() => runs.runOrderID, { onDelete: 'cascade' }),
    driverID: uuid('driver_id')
      .notNull()
      .references(() => users.userID),
    assignmentIDs: jsonb('assignment_ids').$type<string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runOrderID, table.driverID] })],
)

export const noPickups = pgTable(
  'no_pickups',
  {
    noPickupID: key('no_pickup_id').primaryKey(),
    refNumber: integer('ref_number').notNull().unique(),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID),
    yearNumber: integer('year_number').notNull(),
    monthNumber: integer('month_number').notNull(),
    weekNumber: integer('week_number').notNull(),
    reason: text('reason'),
    late: boolean('late').notNull().default(false),
    /** The stop that was taken off its run, which withdrawing puts back; null: none yet. */
    assignmentID: uuid('assignment_id'),
    createdBy: uuid('created_by').references(() => users.userID),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    unique('no_pickups_week').on(table.customerID, table.yearNumber, table.monthNumber, table.weekNumber),
    index('no_pickups_by_week').on(table.yearNumber, table.monthNumber, table.weekNumber, table.customerID),
    index('no_pickups_created').on(table.createdAt, table.refNumber),
    index('no_pickups_week_created').on(
      table.yearNumber,
      table.monthNumber,
      table.weekNumber,
      table.createdAt,
      table.refNumber,
    ),
  ],
)

/** FLEXIBLE and ONE_OFF customers are due only with an open request for the week (domain.md 4). */
export const pickupRequests = pgTable(
  'pickup_requests',
  {
    pickupRequestID: key('pickup_request_id').primaryKey(),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID),
    yearNumber: integer('year_number').notNull(),
    monthNumber: integer('month_number').notNull(),
    weekNumber: integer('week_number').notNull(),
    notes: text('notes'),
    /** The stop that fulfils it. */
    assignmentID: uuid('assignment_id'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('pickup_requests_week').on(table.customerID, table.yearNumber, table.monthNumber, table.weekNumber),
    index('pickup_requests_open')
      .on(table.yearNumber, table.monthNumber, table.weekNumber, table.customerID)
      .where(sql`${table.assignmentID} is null`),
  ],
)
