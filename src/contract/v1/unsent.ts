import * as z from 'zod/mini'
import { UNSENT_FORMAT, UNSENT_REQUEST_MAX, UNSENT_VERSION } from '#domain/unsent-file.ts'
import { CUSTOMER_SERVICE_TYPES } from '#domain/words.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../shapes.ts'
import { eventVerdict } from './done.ts'

const NOT_SUCH_A_FILE = 'This isn’t a driver’s file'
const OF_A_NEWER_APP = 'This file is from a newer version of the app. Please update the server and import it again.'

/** 20,000 records and as many photos, each with its fields. */
const UNSENT_VALUES = 500_000

/**
 * The file as the device wrote it. Its entries are judged one by one, so that an invalid or manually edited record does
 * not reject the others.
 */
export const importUnsent = endpoint({
  method: 'POST',
  path: '/v1/runs/unsent/import',
  summary:
    'A phone’s file of unsent work: each record judged alone, as if the phone had sent it; counts once whatever the phone sends',
  roles: { ADMIN: 'any' },
  area: 'runs',
  maxBytes: UNSENT_REQUEST_MAX,
  maxValues: UNSENT_VALUES,
  changes: ['runs', 'customers', 'pays', 'devices'],
  input: z.strictObject({
    format: z.literal(UNSENT_FORMAT, NOT_SUCH_A_FILE),
    v: z.literal(UNSENT_VERSION, OF_A_NEWER_APP),
    /** When it was exported, by the phone's clock. */
    exportedAt: instant,
    /** The driver who did the work, not the person who imports the file. */
    userID: id,
    deviceID: z.string().check(z.minLength(1), z.maxLength(100)),
    appBuild: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    /** In the wire format, each with `runOrderID`. */
    events: z.array(z.unknown()).check(z.maxLength(20_000)),
    /** `{photoID, contentType, size, sha256, base64}`. */
    photos: z.array(z.unknown()).check(z.maxLength(20_000)),
  }),
  output: z.object({
    driver: z.object({ driverID: z.string(), fullName: z.string() }),
    /** In the file's order. */
    results: z.array(
      z.extend(eventVerdict, {
        /** The stop in words; null: the server knows no such stop. */
        stop: z.nullable(
          z.object({
            customer: z.string(),
            address: z.string(),
            suburb: z.string(),
            serviceType: z.enum(CUSTOMER_SERVICE_TYPES),
          }),
        ),
      }),
    ),
  }),
  // Repeating the import has no effect, because its records carry their own keys.
  idempotencyKey: false,
  refusals: ['driver_unknown'],
})
