import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { CASE_KINDS, CASE_MESSAGE_KINDS, CASE_REASONS, CASE_STATES } from '#domain/cases.ts'
import { createdAt, instant, json, key, ledgerCents, version } from './columns.ts'
import { customers } from './customers.ts'
import { photos } from './events.ts'
import { transactions } from './ledger.ts'
import { jobs } from './runs.ts'
import { users } from './users.ts'

/** What a customer reports about a past collection, or asks the office (domain.md 15). */
export const cases = pgTable(
  'cases',
  {
    caseID: key('case_id').primaryKey(),
    refNumber: integer('ref_number').notNull().unique(),
    customerID: uuid('customer_id')
      .notNull()
      .references(() => customers.customerID),
    kind: text('kind', { enum: CASE_KINDS }).notNull(),
    /** Only in a report about a collection, else null. */
    reason: text('reason', { enum: CASE_REASONS }),
    assignmentID: uuid('assignment_id').references(() => jobs.assignmentID),
    state: text('state', { enum: CASE_STATES }).notNull(),
    /** The customer disagreed with an answer, and the office has not answered since. */
    disagreed: boolean('disagreed').notNull().default(false),
    /** When it was last opened or reopened; orders the list. */
    waitingSince: instant('waiting_since').notNull(),
    /** Until then an answer can be disagreed with; afterwards an answered case is closed. */
    disagreeUntil: instant('disagree_until'),
    createdAt: createdAt(),
    version: version(),
  },
  (table) => [
    // Two tabs open only one case about a stop.
    uniqueIndex('cases_stop_open')
      .on(table.assignmentID)
      .where(sql`${table.state} <> 'closed'`),
    uniqueIndex('cases_request_open')
      .on(table.customerID, table.kind)
      .where(sql`${table.kind} in ('address_change', 'close_account') and ${table.state} <> 'closed'`),
    index('cases_since').on(table.waitingSince, table.refNumber),
    index('cases_state').on(table.state, table.disagreeUntil),
    index('cases_customer').on(table.customerID, table.createdAt),
    index('cases_waiting')
      .on(table.waitingSince)
      .where(sql`${table.state} = 'open'`),
    check('cases_stop', sql`(${table.kind} = 'outcome') = (${table.assignmentID} is not null)`),
    check('cases_reason', sql`(${table.kind} = 'outcome') = (${table.reason} is not null)`),
    check('cases_answered', sql`(${table.state} = 'answered') <= (${table.disagreeUntil} is not null)`),
  ],
)

/** What the driver's record said when it answered a case. A later correction does not change it. */
export interface AnsweringRecord {
  readonly outcome: 'NOT_OUT'
  readonly doneAt: string
  readonly outcomeEventID: string | null
  readonly photoIDs: readonly string[]
}

/** The messages of a case. Append-only by a trigger, except that the text is emptied when the customer is deleted. */
export const caseMessages = pgTable(
  'case_messages',
  {
    messageID: key('message_id').primaryKey(),
    caseID: uuid('case_id')
      .notNull()
      .references(() => cases.caseID),
    /** 1, 2, 3 within the case. */
    sequence: integer('sequence').notNull(),
    kind: text('kind', { enum: CASE_MESSAGE_KINDS }).notNull(),
    /** Null: the automatic answer. */
    authorID: uuid('author_id').references(() => users.userID),
    text: text('text').notNull(),
    record: json('record'),
    transactionID: uuid('transaction_id')
      .unique()
      .references(() => transactions.transactionID),
    creditAmount: ledgerCents('credit_cents'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('case_messages_sequence').on(table.caseID, table.sequence),
    uniqueIndex('case_messages_credit')
      .on(table.caseID)
      .where(sql`${table.transactionID} is not null`),
    check('case_messages_record', sql`(${table.kind} = 'record') = (${table.record} is not null)`),
    check('case_messages_author', sql`(${table.kind} = 'record') = (${table.authorID} is null)`),
    check('case_messages_amount', sql`(${table.transactionID} is null) = (${table.creditAmount} is null)`),
  ],
)

/** The customer's photos of a message, in order. Deleted with the customer; file and row of the photo stay. */
export const casePhotos = pgTable(
  'case_photos',
  {
    photoID: uuid('photo_id')
      .primaryKey()
      .references(() => photos.photoID),
    messageID: uuid('message_id')
      .notNull()
      .references(() => caseMessages.messageID),
    place: integer('place').notNull(),
  },
  (table) => [unique('case_photos_place').on(table.messageID, table.place)],
)
