import * as z from 'zod/mini'
import { LOGO_MAX_BYTES, MAX_UPLOAD_BYTES, UPLOADS_PER_REQUEST } from '#domain/limits.ts'
import { PHOTO_TYPES } from '#domain/photo-file.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant, noContent, storageKey } from '../shapes.ts'
import { photoLink } from './stops.ts'

/**
 * A signed address to PUT a file to, in the same form for the embedded store and for S3. The key is made from the
 * photo's own id, so that a repeat overwrites itself (offline.md, "Photos").
 */
export const signUpload = endpoint({
  method: 'POST',
  path: '/v1/users/signed-url',
  summary: 'A signed address to upload one photo to',
  allowedWhenRevoked: true,
  roles: { ADMIN: 'any', DRIVER: 'own' },
  area: 'shared',
  depot: 'any',
  changes: [],
  input: z.strictObject({
    purpose: z.enum(['job-photo', 'customer-photo', 'email-content']),
    contentType: z.enum(PHOTO_TYPES, 'Only jpg, jpeg and png photos can be used.'),
    size: z.int().check(z.minimum(1)),
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    assignmentID: z.optional(id),
    photoID: z.optional(id),
  }),
  output: z.object({
    key: z.string(),
    url: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
    expiresAt: instant,
  }),
  status: 201,
  idempotencyKey: false,
  refusals: ['file_too_large'],
})

const upload = signUpload.output

/** Several at once, which saves a round trip for each of a day's photos. Judged one by one. */
export const signUploads = endpoint({
  method: 'POST',
  path: '/v1/users/signed-urls',
  summary: 'Signed addresses to upload the photos of stops to, up to 50 in one call',
  allowedWhenRevoked: true,
  roles: { ADMIN: 'any', DRIVER: 'own' },
  area: 'shared',
  depot: 'any',
  changes: [],
  input: z.strictObject({
    photos: z
      .array(
        z.strictObject({
          photoID: id,
          assignmentID: id,
          contentType: z.enum(PHOTO_TYPES, 'Only jpg, jpeg and png photos can be used.'),
          size: z.int().check(z.minimum(1)),
          sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
        }),
      )
      .check(z.minLength(1), z.maxLength(UPLOADS_PER_REQUEST)),
  }),
  /** `upload` is null for a refused one, with the code and sentence that the single call would give. */
  output: z.object({
    uploads: z.array(
      z.object({
        photoID: z.string(),
        upload: z.nullable(upload),
        code: z.optional(z.string()),
        message: z.optional(z.string()),
      }),
    ),
  }),
  status: 201,
  idempotencyKey: false,
  refusals: [],
})

/** The upload target of the embedded store; S3 has its own. */
export const putFile = endpoint({
  method: 'PUT',
  path: '/v1/files/{key}',
  summary:
    'Upload the bytes to a signed address of the embedded store: a whole photo of at most 50 megapixels, without metadata',
  roles: 'public',
  changes: [],
  input: z.strictObject({
    key: storageKey,
    expires: z.string(),
    signature: z.string(),
    type: z.string(),
    size: z.string(),
    sha256: z.string(),
  }),
  output: noContent,
  status: 204,
  body: 'bytes',
  maxBytes: MAX_UPLOAD_BYTES,
  ownProof: true,
  refusals: ['token_invalid', 'file_too_large', 'upload_mismatch', 'not_a_photo'],
})

export const getFile = endpoint({
  method: 'GET',
  path: '/v1/files/{key}',
  summary: 'Download the bytes from a signed address of the embedded store',
  roles: 'public',
  input: z.strictObject({ key: storageKey, expires: z.string(), signature: z.string() }),
  output: z.unknown(),
  ownProof: true,
  refusals: ['token_invalid'],
})

export const getPhoto = endpoint({
  method: 'GET',
  path: '/v1/photos/{photoID}',
  summary: 'Points to a signed address of the photo',
  roles: { ADMIN: 'any', DRIVER: 'own', CUSTOMER: 'own' },
  area: 'shared',
  depot: 'records',
  input: z.strictObject({ photoID: id }),
  output: z.object({ url: z.string() }),
  status: 302,
  refusals: [],
})

/** An access photo, for example of how to get in; the driver sees it with the stop. */
export const addCustomerPhoto = endpoint({
  method: 'POST',
  path: '/v1/users/customers/{customerID}/photos',
  summary: 'Keep an uploaded photo with a customer: drivers see it with the stop',
  roles: { ADMIN: 'any' },
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs'],
  input: z.strictObject({
    customerID: id,
    photoID: id,
    key: storageKey,
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    size: z.int().check(z.minimum(1)),
    takenAt: z.optional(z.nullable(instant)),
  }),
  output: photoLink,
  status: 201,
  refusals: ['upload_mismatch', 'not_a_photo', 'too_many_files'],
})

export const removeCustomerPhoto = endpoint({
  method: 'DELETE',
  path: '/v1/users/customers/{customerID}/photos/{photoID}',
  summary: 'Take a photo away from a customer',
  roles: { ADMIN: 'any' },
  area: 'customers',
  depot: 'records',
  changes: ['customers', 'runs'],
  input: z.strictObject({ customerID: id, photoID: id }),
  output: noContent,
  status: 204,
  refusals: [],
})

/** Public, and small enough to be part of every answer to the login page. */
export const putLogo = endpoint({
  method: 'PUT',
  path: '/v1/settings/logo',
  summary: 'The firm’s logo: a jpg or png of at most 200 kB, without metadata; an empty body takes it away',
  roles: { ADMIN: 'any' },
  area: 'settings',
  changes: ['settings', 'profile', 'config'],
  input: z.strictObject({}),
  output: z.object({ logoUrl: z.nullable(z.string()) }),
  body: 'bytes',
  maxBytes: LOGO_MAX_BYTES,
  refusals: ['not_a_photo', 'logo_too_large'],
})

export const getLogo = endpoint({
  method: 'GET',
  path: '/v1/logo/{hash}',
  summary: 'The firm’s logo',
  roles: 'public',
  input: z.strictObject({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) }),
  output: z.unknown(),
  refusals: [],
})
