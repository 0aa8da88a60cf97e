import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, key } from './columns.ts'
import { customers } from './customers.ts'

/** Each accepted wording of the terms and of the privacy notice, so that it can be shown later. */
export const acceptedTexts = pgTable('accepted_texts', {
  /** The first 16 hex digits of the SHA-256 of kind and text. */
  version: text('version').primaryKey(),
  kind: text('kind', { enum: ['terms', 'privacy'] }).notNull(),
  text: text('text').notNull(),
  createdAt: createdAt(),
})

/** What a customer who registered on the web accepted, and whether the email is proven to be theirs. */
export const registrations = pgTable('registrations', {
  customerID: uuid('customer_id')
    .primaryKey()
    .references(() => customers.customerID, { onDelete: 'cascade' }),
  termsVersion: text('terms_version')
    .notNull()
    .references(() => acceptedTexts.version),
  privacyVersion: text('privacy_version')
    .notNull()
    .references(() => acceptedTexts.version),
  acceptedAt: instant('accepted_at').notNull(),
  /** Before it the password does not work. */
  emailConfirmedAt: instant('email_confirmed_at'),
})

/** People whose suburb is not served yet. */
export const suburbRequests = pgTable('suburb_requests', {
  suburbRequestID: key('suburb_request_id').primaryKey(),
  suburb: text('suburb').notNull(),
  postcode: text('postcode').notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  email: text('email').notNull(),
  mobilePhone: text('mobile_phone'),
  createdAt: createdAt(),
})
