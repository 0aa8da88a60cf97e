import { createHash } from 'node:crypto'
import type { AnswerOf, InputOf } from '#contract/endpoint.ts'
import { MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { newID } from '#domain/identifiers.ts'
import { PHOTO_FAULTS } from '#domain/photo-check.ts'
import { photoKey } from '#domain/photo-file.ts'
import { refusals } from '#domain/refusals.ts'
import { signCasePhoto } from '#contract/v1/cases.ts'
import {
  addCustomerPhoto,
  getFile,
  getPhoto,
  putFile,
  removeCustomerPhoto,
  signUpload,
  signUploads,
} from '#contract/v1/photos.ts'
import { checkPhotoFile } from '../../files/check-photo-file.ts'
import { readInput } from '../../http/input.ts'
import { Refused, refuseField } from '../../http/refused.ts'
import { type Actor, RawAnswer, serve, type Route } from '../../http/serve.ts'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { announceUploads } from '../../db/uploads.ts'
import type { Dependencies, StoragePort, StoredFile } from '../../ports.ts'
import { storeCustomerPhoto, removeCustomerPhoto as remove } from './photos-commands.ts'
import { mayUpload, mayUploadAll, photoFor } from './photos-policy.ts'
import { storedPhoto } from '../../files/stored-photo.ts'

/** Long enough for a slow upload; short, so that a leaked address soon expires. */
const UPLOAD_MINUTES = 30
const DOWNLOAD_MINUTES = 10
/** A customer may choose photos again. */
const CASE_PHOTOS_PER_HOUR = { perUser: { hits: 40, seconds: 3600 } }
const minutesAfter = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000)

/**
 * The store's own addresses are absolute. This server's begin with PUBLIC_URL, or with `/v1` and are relative to the
 * caller's origin.
 */
const whole = (address: string, origin: string) => (address.startsWith('/') ? origin + address : address)

/** The file that this address was signed for. Refuses an address that this server did not sign, or that has expired. */
function announcedFile(storage: StoragePort, input: InputOf<typeof putFile>, now: Date): StoredFile {
  const file = { key: input.key, contentType: input.type, size: Number(input.size), sha256: input.sha256 }
  if (!storage.door?.mayPut(file, input.expires, input.signature, now)) throw new Refused('token_invalid')
  return file
}

type Announced = Omit<StoredFile, 'key'> & {
  purpose: InputOf<typeof signUpload>['purpose'] | 'case-photo'
  photoID: string
}

interface Signing {
  readonly actor: Actor
  readonly database: Database
  readonly now: Date
  readonly origin: string
}

/** Notes the files, so that those that no record names are removed, and refuses what would be too many bytes of them. */
async function note({ actor, database, now }: Signing, files: readonly Announced[]): Promise<void> {
  const rows = files.map((file) => ({ ...file, storageKey: keyOf(file) }))
  const unique = [
    ...new Map(rows.map(({ storageKey, purpose, size }) => [storageKey, { storageKey, purpose, size }])).values(),
  ]
  const full = await announceUploads(
    database,
    { userID: actor.userID, isCustomer: actor.role === 'CUSTOMER' },
    unique,
    now,
  )
  if (full === 'all') throw new Refused('disk_full')
  if (full === 'user')
    throw new Refused('rate_limited', {
      message: 'Too many photos are waiting to be sent. Please try again tomorrow.',
      retryAfterSeconds: 86_400,
    })
}

const keyOf = ({ purpose, photoID, sha256 }: Announced) => photoKey(purpose, photoID, sha256)

async function signed(
  storage: StoragePort,
  { contentType, size, sha256, ...rest }: Announced,
  { now, origin }: Signing,
): Promise<AnswerOf<typeof signUpload>> {
  const file = { key: keyOf({ contentType, size, sha256, ...rest }), contentType, size, sha256 }
  const expiresAt = minutesAfter(now, UPLOAD_MINUTES)
  const { url, headers } = await storage.signUpload(file, expiresAt)
  return { key: file.key, url: whole(url, origin), method: 'PUT', headers, expiresAt }
}

export const photosRoutes = ({ storage }: Dependencies): Route[] => [
  serve(signUpload, { transaction: false })(async (input, context) => {
    if (input.size > MAX_UPLOAD_BYTES) context.refuse('file_too_large')
    if (context.actor.role === 'DRIVER' && input.purpose === 'job-photo' && !input.assignmentID)
      refuseField('assignmentID', 'A photo belongs to a stop.')
    const photoID = input.photoID ?? newID()
    if (!(await mayUpload(context.database, context.actor, { ...input, photoID }))) context.refuse('not_found')
    await note(context, [{ ...input, photoID }])
    return signed(storage, { ...input, photoID }, context)
  }),

  serve(signUploads, { transaction: false })(async ({ photos }, context) => {
    const may = await mayUploadAll(context.database, context.actor, photos)
    const refusedFor = (photo: (typeof photos)[number]) =>
      photo.size > MAX_UPLOAD_BYTES ? 'file_too_large' : may(photo) ? null : 'not_found'
    await note(
      context,
      photos
        .filter((photo) => refusedFor(photo) === null)
        .map((photo) => ({ ...photo, purpose: 'job-photo' as const })),
    )
    const uploads = photos.map(async (photo) => {
      const refused = refusedFor(photo)
      if (refused) return { photoID: photo.photoID, upload: null, code: refused, message: refusals[refused].message }
      return { photoID: photo.photoID, upload: await signed(storage, { ...photo, purpose: 'job-photo' }, context) }
    })
    return { uploads: await Promise.all(uploads) }
  }),

  serve(signCasePhoto, { transaction: false, limits: CASE_PHOTOS_PER_HOUR })(async (input, context) => {
    if (input.size > MAX_UPLOAD_BYTES) context.refuse('file_too_large')
    const photo = { ...input, purpose: 'case-photo' as const }
    if (!(await mayUpload(context.database, context.actor, photo))) context.refuse('not_found')
    await note(context, [photo])
    return signed(storage, photo, context)
  }),

  serve(putFile, {
    transaction: false,
    ofStrangers: (params) => String((params as { key?: unknown }).key).startsWith('case-photo.'),
    beforeBody: ({ params, query, headers, now }) => {
      const file = announcedFile(
        storage,
        readInput(putFile, { params: Object(params), query: Object(query), body: undefined }),
        now,
      )
      const length = headers['content-length']
      if (Number(length) > MAX_UPLOAD_BYTES) throw new Refused('file_too_large')
      // The same refusals as by S3, whose addresses are valid for one type and one length.
      if (headers['content-type'] !== file.contentType || (length !== undefined && Number(length) !== file.size))
        throw new Refused('upload_mismatch')
    },
  })(async (input, context) => {
    const bytes = context.bytes ?? new Uint8Array()
    // Expiry was checked when the upload began, so that a slow upload is not rejected at its end.
    const file = announcedFile(storage, input, new Date(0))
    if (bytes.length !== file.size || createHash('sha256').update(bytes).digest('hex') !== file.sha256)
      context.refuse('upload_mismatch')
    const { type, fault } = await checkPhotoFile(bytes)
    if (type !== file.contentType) context.refuse('not_a_photo')
    // One code for all causes, because devices know it: they keep the photo for a person and continue with the others.
    // `reason` distinguishes the causes.
    if (fault !== null) context.refuse('not_a_photo', { message: PHOTO_FAULTS[fault], reason: fault })
    await storage.write(file.key, bytes, file.contentType, file.sha256)
    return undefined
  }),

  serve(getFile)(async (input, context) => {
    if (!storage.door?.mayGet(input.key, input.expires, input.signature, context.now)) context.refuse('token_invalid')
    const file = await storage.read(input.key)
    if (!file) return context.refuse('not_found')
    return new RawAnswer(file.bytes, file.contentType, {
      'cache-control': `private, max-age=${DOWNLOAD_MINUTES * 60}, immutable`,
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  }),

  serve(getPhoto)(async (input, context) => {
    const photo = await photoFor(context.db, context.actor, input.photoID, context.now)
    if (!photo) return context.refuse('not_found')
    const url = whole(
      await storage.signDownload(photo.storageKey, minutesAfter(context.now, DOWNLOAD_MINUTES)),
      context.origin,
    )
    context.setHeader('location', url)
    context.setHeader('cache-control', 'private, no-store')
    return { url }
  }),

  serve(addCustomerPhoto, { transaction: false })(async (input, context) => {
    const stored = await storedPhoto(storage, { ...input, purpose: 'customer-photo' })
    if (stored.state === 'refused')
      return context.refuse('not_a_photo', { message: PHOTO_FAULTS[stored.fault], reason: stored.fault })
    if (stored.state !== 'whole')
      return context.refuse(
        'upload_mismatch',
        stored.state === 'missing' ? { message: 'The photo hasn’t arrived yet.' } : {},
      )
    return inTransaction(context.database, (tx) =>
      storeCustomerPhoto(tx, context, { ...input, contentType: stored.contentType }),
    )
  }),

  serve(removeCustomerPhoto)(async ({ customerID, photoID }, context) => {
    await remove(context.db, context, customerID, photoID)
    return undefined
  }),
]
