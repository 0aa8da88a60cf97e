import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { INCOME_STATUSES } from '#domain/words.ts'
import { cents, createdAt, instant, key, numberRanges, sha256Sum, version } from './columns.ts'
import { driverPayments } from './pay.ts'
import { users } from './users.ts'
import { jobs, runs } from './runs.ts'

/** The drivers' records, kept for good and never edited (domain.md 5). The event's own id is the key. */
export const events = pgTable(
  'events',
  {
    eventID: uuid('event_id').primaryKey(),
    /** As received; may name a run or stop that does not exist. */
    runOrderID: text('run_order_id').notNull(),
    assignmentID: text('assignment_id'),
    /** The event's stop, if it exists. */
    jobID: uuid('job_id').references(() => jobs.assignmentID),
    deviceID: text('device_id').notNull(),
    seq: integer('seq').notNull(),
    v: integer('v'),
    type: text('type').notNull(),
    /** As received. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    /** Bytes of its JSON, so that a list need not read the payload; null: stored before this column existed. */
    payloadBytes: integer('payload_bytes'),
    actorID: uuid('actor_id')
      .notNull()
      .references(() => users.userID),
    occurredAt: instant('occurred_at'),
    receivedAt: instant('received_at').notNull(),
    /**
     * Server clock minus device clock when the event was first received, ms; never changed. bigint, because a flat
     * battery can set a phone's clock decades back.
     */
    clockOffset: bigint('clock_offset_ms', { mode: 'number' }).notNull(),
    correctedAt: instant('corrected_at').notNull(),
    appBuild: text('app_build'),
    result: text('result', { enum: ['applied', 'review'] }).notNull(),
    code: text('code'),
    /** Whether the fold includes it. */
    counts: boolean('counts').notNull(),
    /** Null: nothing to decide. */
    decision: text('decision', { enum: ['open', 'accept', 'dismiss'] }),
    decidedBy: uuid('decided_by'),
    decidedAt: instant('decided_at'),
    decisionReason: text('decision_reason'),
    /** The stop's version when the effect of the event was applied, or the event was left to the office. */
    jobVersion: integer('job_version'),
  },
  (table) => [
    index('events_job').on(table.jobID),
    // A phone numbers its records separately for each of its users.
    index('events_device_user').on(table.deviceID, table.actorID, table.seq),
    index('events_run').on(table.runOrderID),
    index('events_open')
      .on(table.receivedAt)
      .where(sql`${table.decision} = 'open'`),
    index('events_decided')
      .on(table.receivedAt, table.seq, table.eventID)
      .where(sql`${table.decision} is not null`),
    // Finds earlier outcomes of a phone for stops that do not exist (`kept_totals`); `events_job` finds them for the
    // others.
    index('events_without_job')
      .on(table.assignmentID)
      .where(sql`${table.jobID} is null`),
    check('events_seq', sql`${table.seq} >= 0`),
  ],
)

/** Records that were moved to files (`npm run archive-events`), as folders in the format of a backup. */
export const eventArchives = pgTable('event_archives', {
  archiveID: key('archive_id').primaryKey(),
  /** Its name under BACKUP_DIR. */
  folder: text('folder').notNull().unique(),
  movedAt: instant('moved_at').notNull(),
  rows: integer('rows').notNull(),
  /** SHA-256 of its checksum file. */
  sha256: text('sha256').notNull(),
  /** When its records were last read back into `events`; they may be moved again, into another folder. */
  readBackAt: instant('read_back_at'),
})

/**
 * What is kept of a record in a file: enough to answer a phone that sends it again, and to keep its stop from being
 * deleted.
 */
export const movedEvents = pgTable(
  'moved_events',
  {
    eventID: uuid('event_id').primaryKey(),
    archiveID: uuid('archive_id')
      .notNull()
      .references(() => eventArchives.archiveID),
    jobID: uuid('job_id').references(() => jobs.assignmentID),
    actorID: uuid('actor_id')
      .notNull()
      .references(() => users.userID),
    /** SHA-256 of its content (`statementSum`). */
    statement: sha256Sum('statement_sha256').notNull(),
    result: text('result', { enum: ['applied', 'review'] }).notNull(),
    code: text('code'),
    jobVersion: integer('job_version'),
  },
  (table) => [index('moved_events_job').on(table.jobID)],
)

/** What the server knows about a phone and one of its users. */
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
    /** When the oldest unsent record was made, as the phone reports. */
    oldestUnsentAt: instant('oldest_unsent_at'),
    /** Number of records that need a person's attention, as the phone reports. */
    needsAttention: integer('needs_attention').notNull().default(0),
    /**
     * Sequence numbers that never arrived and that the phone does not account for, at the last reconciliation; null:
     * none yet.
     */
    holes: integer('holes').array(),
    /** Missing numbers that the office has settled: no longer reported, but still requested from the phone. */
    settled: integer('settled')
      .array()
      .notNull()
      .default(sql`'{}'`),
    /**
     * When the office revoked it: the phone sends its unsent records and is then emptied (offline.md, "Server side of
     * it").
     */
    revokedAt: instant('revoked_at'),
    revokedBy: uuid('revoked_by').references(() => users.userID),
    /** When it reported that its copies are deleted. */
    wipedAt: instant('wiped_at'),
    /** Counts of its records in files: sequence numbers, stops with an outcome, and photos. */
    movedSeqs: numberRanges('moved_seqs')
      .notNull()
      .default(sql`'{}'`),
    movedStops: integer('moved_stops').notNull().default(0),
    movedPhotos: integer('moved_photos').notNull().default(0),
  },
  (table) => [unique('devices_device_user').on(table.deviceID, table.userID)],
)

export const photos = pgTable(
  'photos',
  {
    photoID: key('photo_id').primaryKey(),
    purpose: text('purpose', { enum: ['job-photo', 'customer-photo', 'case-photo', 'email-content'] }).notNull(),
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

/**
 * Files for which the photo store was opened and that no record names yet. Whoever names one deletes its row in the same
 * transaction; a day later the file is removed, and the row says so for another day (`db/uploads.ts`).
 */
export const uploads = pgTable(
  'uploads',
  {
    storageKey: text('storage_key').primaryKey(),
    purpose: text('purpose', { enum: ['job-photo', 'customer-photo', 'case-photo', 'email-content'] }).notNull(),
    /** A user. Without a foreign key, because the table is in no backup. */
    uploadedBy: uuid('uploaded_by'),
    size: integer('size_bytes').notNull(),
    /** When its address was last signed. */
    announcedAt: instant('announced_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [index('uploads_by').on(table.uploadedBy), index('uploads_age').on(table.announcedAt)],
)

/**
 * Drivers' incomes: one per stop, created with its done outcome; after that is paid, further signed ones; and lines by
 * hand (domain.md 11, M20). A trigger refuses changes of what is paid, except by reversing the payment.
 */
export const incomes = pgTable(
  'incomes',
  {
    incomeID: key('income_id').primaryKey(),
    refNumber: integer('ref_number').notNull().unique(),
    kind: text('kind', { enum: ['stop', 'correction', 'tip', 'bonus', 'deduction'] }).notNull(),
    /** Null: a line by hand. */
    jobID: uuid('job_id').references(() => jobs.assignmentID),
    runOrderID: uuid('run_order_id').references(() => runs.runOrderID),
    /** The driver who recorded the outcome. */
    driverID: uuid('driver_id')
      .notNull()
      .references(() => users.userID),
    status: text('status', { enum: INCOME_STATUSES }).notNull(),
    pu: integer('pu').notNull(),
    amount: cents('amount_cents').notNull(),
    payRate: cents('pay_rate_cents').notNull(),
    payPercentage: integer('pay_percentage_bp').notNull(),
    /** How the amount is calculated; of a line by hand, the reason. */
    formula: text('formula').notNull(),
    /** When the stop was done, or another line was made; ranges are paid by it (M21). */
    earnedAt: instant('earned_at').notNull(),
    transactionID: uuid('transaction_id').references(() => driverPayments.transactionID),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    uniqueIndex('incomes_stop_once')
      .on(table.jobID)
      .where(sql`${table.kind} = 'stop'`),
    index('incomes_driver').on(table.driverID, table.earnedAt),
    index('incomes_earned').on(table.earnedAt),
    // Unpaid incomes: a driver has few, however long they have driven.
    index('incomes_payable')
      .on(table.driverID, table.earnedAt)
      .where(sql`${table.status} = 'payable'`),
    index('incomes_run_earned').on(table.runOrderID, table.earnedAt),
    index('incomes_job').on(table.jobID),
    index('incomes_payment').on(table.transactionID),
    check('incomes_paid', sql`(${table.status} = 'paid') = (${table.transactionID} is not null)`),
    check(
      'incomes_stop',
      sql`(${table.kind} in ('stop', 'correction')) = (${table.jobID} is not null) and (${table.jobID} is null) = (${table.runOrderID} is null)`,
    ),
  ],
)
