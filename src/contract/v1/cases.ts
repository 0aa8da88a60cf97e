import * as z from 'zod/mini'
import { CASE_KINDS, CASE_MESSAGE_KINDS, CASE_REASONS, CASE_STATES } from '#domain/cases.ts'
import { MAX_FILES, NOTES_MAX } from '#domain/limits.ts'
import { PHOTO_TYPES } from '#domain/photo-file.ts'
import { CUSTOMER_SERVICE_TYPES, OUTCOMES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../paging.ts'
import { day, id, instant, money, notes, ofDepot, queryFlag, storageKey } from '../shapes.ts'
import { signUpload } from './photos.ts'
import { periodWeek, photoLink, runWeek } from './stops.ts'

const READS = ['customers', 'runs', 'transactions', 'settings', 'admins', 'drivers'] as const

const OWN = { ADMIN: 'any', CUSTOMER: 'own' } as const
const CUSTOMER = { CUSTOMER: 'own' } as const
const ADMIN = { ADMIN: 'any' } as const

const reported = z.object({
  assignmentID: id,
  ...periodWeek.shape,
  from: day,
  to: day,
  serviceType: z.enum(CUSTOMER_SERVICE_TYPES),
  outcome: z.nullable(z.enum(OUTCOMES)),
  doneAt: z.nullable(instant),
  /** Bags; 0 of a rubbish removal. */
  pu: z.int(),
  photos: z.array(photoLink),
  /** For the office only. */
  office: z.optional(
    z.object({
      runOrderID: id,
      runOrder: z.string(),
      runWeek,
      driver: z.nullable(z.string()),
      driverNotes: z.nullable(z.string()),
    }),
  ),
})

const summary = {
  caseID: id,
  refId: z.string(),
  customerID: id,
  customer: z.string(),
  kind: z.enum(CASE_KINDS),
  /** What was wrong; null in kinds other than `outcome`. */
  reason: z.nullable(z.enum(CASE_REASONS)),
  state: z.enum(CASE_STATES),
  /** It is open because the customer disagrees with an answer. */
  disagreed: z.boolean(),
  /** When it was last opened or reopened. */
  waitingSince: instant,
  /** Until then the answer can be disagreed with; null unless answered. */
  disagreeUntil: z.nullable(instant),
  /** The first line of the first message. */
  text: z.string(),
  createdAt: instant,
  version: z.int(),
}

export const listedCase = z.object({
  ...summary,
  /** The stop it is about; null in kinds other than `outcome`. */
  assignmentID: z.nullable(id),
  week: z.nullable(z.object({ ...periodWeek.shape, from: day })),
})
export type ListedCase = z.input<typeof listedCase>

const message = z.object({
  messageID: id,
  kind: z.enum(CASE_MESSAGE_KINDS),
  /** For the office: who wrote it; null: the automatic answer. */
  author: z.nullable(z.string()),
  fromOffice: z.boolean(),
  text: z.string(),
  photos: z.array(photoLink),
  /** The automatic answer: what the driver recorded. */
  record: z.nullable(z.object({ outcome: z.enum(OUTCOMES), doneAt: instant, photos: z.array(photoLink) })),
  /** Credit given with the answer, AUD. */
  credit: z.nullable(z.object({ transactionID: id, amount: money })),
  createdAt: instant,
})
export type CaseMessage = z.input<typeof message>

export const oneCase = z.object({ ...summary, stop: z.nullable(reported), messages: z.array(message) })
export type Case = z.input<typeof oneCase>

/** Photos that were uploaded before (`signCasePhoto`). */
const photos = z.optional(
  z
    .array(
      z.strictObject({
        photoID: id,
        key: storageKey,
        sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
        size: z.int().check(z.minimum(1)),
      }),
    )
    .check(z.maxLength(MAX_FILES, `Max number of files: ${MAX_FILES}`)),
)
const words = notes.check(z.minLength(1), z.maxLength(NOTES_MAX))

export const listCases = endpoint({
  method: 'GET',
  path: '/v1/cases',
  summary: 'Cases: what customers reported or asked for; a customer’s own',
  roles: OWN,
  area: 'customers',
  depot: 'list',
  reads: READS,
  input: z.strictObject({
    ...pageQuery,
    ...ofDepot,
    state: z.optional(z.enum(CASE_STATES)),
    kind: z.optional(z.enum(CASE_KINDS)),
    disagreed: z.optional(queryFlag),
    customerID: z.optional(id),
    assignmentID: z.optional(id),
  }),
  output: pageOf(listedCase),
  refusals: ['keyword_too_short'],
})

export const openCase = endpoint({
  method: 'POST',
  path: '/v1/cases',
  summary: 'Something was wrong with a past collection, or a request to the office',
  roles: CUSTOMER,
  changes: ['cases'],
  input: z.strictObject({
    kind: z.enum(CASE_KINDS),
    /** Only of kind `outcome`, and mandatory there. */
    assignmentID: z.optional(id),
    reason: z.optional(z.enum(CASE_REASONS)),
    text: words,
    photos,
  }),
  output: oneCase,
  status: 201,
  refusals: ['wrong_state', 'case_open', 'disagree_over', 'too_many_files', 'upload_mismatch', 'not_a_photo'],
})

export const getCase = endpoint({
  method: 'GET',
  path: '/v1/cases/{caseID}',
  summary: 'One case with its thread',
  roles: OWN,
  area: 'customers',
  depot: 'records',
  reads: READS,
  input: z.strictObject({ caseID: id }),
  output: oneCase,
  versioned: true,
  refusals: [],
})

export const addToCase = endpoint({
  method: 'POST',
  path: '/v1/cases/{caseID}/messages',
  summary: 'Add words and photos, or disagree with the answer; an answered case is open again',
  roles: CUSTOMER,
  changes: ['cases'],
  input: z.strictObject({
    caseID: id,
    /** Mandatory unless there are photos, or the customer disagrees. */
    text: z.optional(notes),
    photos,
    disagree: z.optional(z.boolean()),
  }),
  output: oneCase,
  status: 201,
  refusals: ['wrong_state', 'too_many_files', 'upload_mismatch', 'not_a_photo'],
})

export const answerCase = endpoint({
  method: 'PUT',
  path: '/v1/cases/{caseID}/answer',
  summary: 'The office’s answer, emailed to the customer; may give a credit and close the case',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['cases', 'customers', 'transactions', 'invoices', 'mails'],
  input: z.strictObject({
    caseID: id,
    /** Made by the caller: the same answer twice counts once. */
    messageID: id,
    text: words,
    /** Goodwill for the customer’s account, AUD; once per case. */
    credit: z.optional(money),
    close: z.optional(z.boolean()),
  }),
  output: oneCase,
  versioned: true,
  refusals: ['wrong_state', 'credit_given', 'books_closed', 'client_key_reused', 'version_conflict'],
})

export const closeCase = endpoint({
  method: 'PUT',
  path: '/v1/cases/{caseID}/close',
  summary: 'Close it without an answer; closed already changes nothing',
  roles: ADMIN,
  area: 'customers',
  depot: 'records',
  changes: ['cases'],
  input: z.strictObject({ caseID: id }),
  output: oneCase,
  versioned: true,
  refusals: ['version_conflict'],
})

export const signCasePhoto = endpoint({
  method: 'POST',
  path: '/v1/cases/signed-url',
  summary: 'A signed address to upload a photo for a case to',
  roles: CUSTOMER,
  changes: [],
  input: z.strictObject({
    photoID: id,
    contentType: z.enum(PHOTO_TYPES, 'Only jpg, jpeg and png photos can be used.'),
    size: z.int().check(z.minimum(1)),
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  output: signUpload.output,
  status: 201,
  idempotencyKey: false,
  refusals: ['file_too_large'],
})
