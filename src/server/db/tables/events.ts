import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { cents, createdAt, instant, key, version } from './columns.ts'
import { users } from './users.ts'
import { jobs, runs } from './runs.ts'

/** The driver's record: facts, kept for good, never edited (domain.md 5). The event's own id is the key. */
export const events = pgTable(
  'events',
  {
    eventID: uuid('event_id').primaryKey(),
    /** As it came, which may name a run or job we do not have. */
    runOrderID: text('run_order_id').notNull(),
    assignmentID: text('assignment_id'),
    /** The job it belongs to, when there is one. */
    jobID: uuid('job_id').references(() => jobs.assignmentID),
    deviceID: text('device_id').notNull(),
    seq: integer('seq').notNull(),
    v: integer('v'),
    type: text('type').notNull(),
    /** The whole event as it came. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** Bytes of its JSON, so that a list need not read it to say how large it is; null: kept before this was counted. */
    payloadBytes: integer('payload_bytes'),
    actorID: uuid('actor_id')
      .notNull()
      .references(() => users.userID),
    occurredAt: instant('occurred_at'),
    receivedAt: instant('received_at').notNull(),
    /** Server clock minus device clock at that sync, ms; fixed at first receipt. A flat battery puts a phone's clock decades back. */
    clockOffset: bigint('clock_offset_ms', { mode: 'number' }).notNull(),
    correctedAt: instant('corrected_at').notNull(),
    appBuild: text('app_build'),
    result: text('result', { enum: ['applied', 'review'] }).notNull(),
    code: text('code'),
    /** Whether the fold counts it. */
    counts: boolean('counts').notNull(),
    /** Null: nothing to decide. */
    decision: text('decision', { enum: ['open', 'accept', 'dismiss'] }),
    decidedBy: uuid('decided_by'),
    decidedAt: instant('decided_at'),
    decisionReason: text('decision_reason'),
    /** The job's version that held its effect when it was applied. */
    jobVersion: integer('job_version'),
  },
  (table) => [
    index('events_job').on(table.jobID),
    index('events_device').on(table.deviceID, table.seq),
    index('events_open')
      .on(table.receivedAt)
      .where(sql`${table.decision} = 'open'`),
    check('events_seq', sql`${table.seq} >= 0`),
  ],
)

/** One row per phone and person: what the office knows of it. */
export const devices = pgTable(
  'devices',
  {
    deviceID: text('device_id').notNull(),
    userID: uuid('user_id')
      .notNull()
      .references(() => users.userID),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    clockOffset: bigint('clock_offset_ms', { mode: 'number' }).notNull().default(0),
    appBuild: text('app_build'),
    highestSeq: integer('highest_seq').notNull().default(0),
    unsent: integer('unsent').notNull().default(0),
    /** When the oldest record it still holds was made, as it says. */
    oldestUnsentAt: instant('oldest_unsent_at'),
    /** Records that wait for a person, as it says. */
    needsAttention: integer('needs_attention').notNull().default(0),
    /** Its numbers that never came and that it does not account for, at the last reconciliation; null: none was made yet. */
    holes: integer('holes').array(),
    /** Those of its numbers the office has made up its mind about, though they never came: it is told of them no more. The phone still is. */
    settled: integer('settled')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The office took it back: it hands over what is unsent and is then emptied (offline.md, "Server side of it"). */
    revokedAt: instant('revoked_at'),
    revokedBy: uuid('revoked_by').references(() => users.userID),
    /** It said that its copies are gone. */
    wipedAt: instant('wiped_at'),
  },
  (table) => [unique('devices_device_user').on(table.deviceID, table.userID)],
)

export const photos = pgTable(
  'photos',
  {
    photoID: key('photo_id').primaryKey(),
    purpose: text('purpose', { enum: ['job-photo', 'customer-photo', 'email-content'] }).notNull(),
    storageKey: text('storage_key').notNull().unique(),
    contentType: text('content_type').notNull(),
    size: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    jobID: uuid('job_id').references(() => jobs.assignmentID),
    customerID: uuid('customer_id'),
    takenAt: instant('taken_at'),
    uploadedBy: uuid('uploaded_by').references(() => users.userID),
    createdAt: createdAt(),
  },
  (table) => [index('photos_job').on(table.jobID), index('photos_customer').on(table.customerID)],
)

/** One income per job, from its done outcome on (domain.md 8). */
export const incomes = pgTable(
  'incomes',
  {
    incomeID: key('income_id').primaryKey(),
    refNumber: integer('ref_number').notNull().unique(),
    jobID: uuid('job_id')
      .notNull()
      .unique()
      .references(() => jobs.assignmentID),
    runOrderID: uuid('run_order_id')
      .notNull()
      .references(() => runs.runOrderID),
    /** Belongs to who recorded the outcome. */
    driverID: uuid('driver_id')
      .notNull()
      .references(() => users.userID),
    status: text('status', { enum: ['pending', 'payable', 'paid'] }).notNull(),
    pu: integer('pu').notNull(),
    amount: cents('amount_cents').notNull(),
    payRate: cents('pay_rate_cents').notNull(),
    payPercentage: integer('pay_percentage_bp').notNull(),
    formula: text('formula').notNull(),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [index('incomes_driver').on(table.driverID, table.createdAt), index('incomes_run').on(table.runOrderID)],
)
