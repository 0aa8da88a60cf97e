import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { DoneEvent } from '#contract/v1/done.ts'
import type { DatabaseKind } from '#server/db/database.ts'
import { databases } from '../../support/databases.ts'
import * as jpegs from '../../fixtures/jpeg.ts'
import * as pngs from '../../fixtures/png.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Answer, Body, Person } from '../../support/person.ts'
import { hasSwift, startSwift } from '../../support/s3/swift-server.ts'
import { type Device, deviceOf, type Taken } from '../runs/fixture.ts'

export type StoreKind = 'embedded' | 's3'

/** The combinations the suite runs on: our own store on each database, S3 where such a server is installed. */
export const stores: { store: StoreKind; database: DatabaseKind; skipped: boolean }[] = [
  ...databases.map((database) => ({ store: 'embedded' as const, database, skipped: false })),
  { store: 's3', database: 'embedded', skipped: !hasSwift },
]

export interface PhotoOffice extends Office {
  /** PUT or GET on an address of the store, as a phone does it: without session, cookie or redirect. */
  atStore(url: string, init?: RequestInit): Promise<Response>
}

export async function openPhotoOffice(store: StoreKind, database: DatabaseKind): Promise<PhotoOffice> {
  if (store === 'embedded') {
    const office = await openOffice(database)
    return Object.assign(office, { atStore: office.fetch })
  }
  const swift = await startSwift()
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = swift.settings
  const office = await openOffice(database, {
    // The S3 server uses the real time, and addresses are signed for it.
    at: new Date().toISOString(),
    environment: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
  })
  const closeOffice = office.close
  return Object.assign(office, {
    atStore: (url: string, init?: RequestInit) => fetch(url, { redirect: 'manual', ...init }),
    close: async () => {
      await closeOffice()
      await swift.close()
    },
  })
}

/** A jpeg with unique content. */
export const jpeg = (size = 200): Buffer => Buffer.from(jpegs.jpeg({ size, ...unlikeOthers(size) }).buffer)
export const png = (size = 200): Buffer => Buffer.from(pngs.png({ size, ...unlikeOthers(size) }).buffer)
function unlikeOthers(size: number) {
  const random = randomBytes(size)
  return { fill: (at: number) => random[at]! }
}
export const gif = (): Buffer => Buffer.concat([Buffer.from('GIF89a'), randomBytes(100)])

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** What a phone announces about a photo before it uploads it. */
export const announced = (bytes: Uint8Array, photoID: string = randomUUID()) => ({
  photoID,
  size: bytes.length,
  sha256: sha256(bytes),
  contentType: 'image/jpeg',
})

export interface Signed extends Body {
  key: string
  url: string
  method: 'PUT'
  headers: Record<string, string>
  expiresAt: string
}

export const sign = (person: Person, about: object): Promise<Answer<Signed>> =>
  person.post<Signed>('/v1/users/signed-url', about)

/** A signed address; throws when it is refused. */
export async function signedFor(person: Person, about: object): Promise<Signed> {
  const answer = await sign(person, about)
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

export const put = (
  office: PhotoOffice,
  signed: Pick<Signed, 'url' | 'headers'>,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> =>
  office.atStore(signed.url, { method: 'PUT', headers: { ...signed.headers, ...headers }, body: new Uint8Array(bytes) })

interface Shot {
  readonly signed: Signed
  readonly event: DoneEvent
  readonly photoID: string
}

/** Uploads a photo of a stop to the store; its event is yet to be sent. */
export async function shoot(
  office: PhotoOffice,
  driver: Person,
  device: Device,
  stop: Taken,
  bytes: Buffer = jpeg(),
  photoID?: string,
): Promise<Shot> {
  const file = announced(bytes, photoID)
  const signed = await signedFor(driver, { purpose: 'job-photo', assignmentID: stop.assignmentID, ...file })
  const answer = await put(office, signed, bytes)
  if (!answer.ok) throw new Error(`upload answered ${answer.status}`)
  return { signed, photoID: file.photoID, event: tellOf(device, stop, signed.key, bytes, file.photoID) }
}

/** The event that reports an uploaded photo. */
export const tellOf = (device: Device, stop: Taken, key: string, bytes: Uint8Array, photoID: string): DoneEvent =>
  device.tap(stop, {
    type: 'photo',
    photoID,
    key,
    sha256: sha256(bytes),
    size: bytes.length,
    takenAt: '2026-11-09T20:00:00Z',
  })

/** A stop's photo, taken, uploaded and acknowledged. @returns its id */
export async function photographed(
  office: PhotoOffice,
  driver: Person,
  run: { runOrderID: string },
  stop: Taken,
  bytes: Buffer = jpeg(),
): Promise<string> {
  const device = deviceOf(office, driver, run)
  const { event, photoID } = await shoot(office, driver, device, stop, bytes)
  const { results } = await device.send([event])
  if (results[0]?.result !== 'applied') throw new Error(JSON.stringify(results))
  return photoID
}

/** A photo stored with a customer: how to enter the property. */
export async function keepWith(
  office: PhotoOffice,
  customerID: string,
  bytes: Buffer = jpeg(),
  photoID?: string,
): Promise<Answer<Body & { photoID: string }>> {
  const file = announced(bytes, photoID)
  const signed = await signedFor(office.admin, { purpose: 'customer-photo', ...file })
  const answer = await put(office, signed, bytes)
  if (!answer.ok) throw new Error(`upload answered ${answer.status}`)
  return keep(office, customerID, file, signed.key)
}

export const keep = (
  office: PhotoOffice,
  customerID: string,
  file: { photoID: string; sha256: string; size: number },
  key: string,
) =>
  office.admin.post<Body & { photoID: string }>(`/v1/users/customers/${customerID}/photos`, {
    photoID: file.photoID,
    sha256: file.sha256,
    size: file.size,
    key,
  })

/** Follows a photo's stable address to its bytes. */
export async function look(office: PhotoOffice, person: Person, photoID: string): Promise<Response> {
  const pointed = await person.get(`/v1/photos/${photoID}`)
  if (pointed.status !== 302) throw new Error(`${pointed.status} ${JSON.stringify(pointed.body)}`)
  return office.atStore(pointed.headers.get('location') ?? '')
}

export const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())
