import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventVerdict } from '#contract/v1/done.ts'
import { PHOTO_FAULTS, type PhotoFault } from '#domain/photo-check.ts'
import { ascii, jpeg, join, segment } from '../../fixtures/jpeg.ts'
import { chunk, header, png, PNG_SIGNATURE, rowsOf } from '../../fixtures/png.ts'
import { activeRun, deviceOf, runNow, said } from '../../fixtures/runs.ts'
import {
  announced,
  keep,
  look,
  openPhotoOffice,
  type PhotoOffice,
  put,
  sha256,
  signedFor,
  stores,
  tellOf,
} from '../../fixtures/photo-office.ts'

/** Exif with a GPS directory. */
const POSITION = segment(0xe1, [
  ...ascii('Exif\0\0MM\0*'),
  0,
  0,
  0,
  8,
  0,
  1,
  0x88,
  0x25,
  0,
  4,
  0,
  0,
  0,
  1,
  0,
  0,
  0,
  26,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
])

/** A PNG with one height in its header and another in its data. */
const pngWith = (said: { height: number }, drawn: { height: number }) =>
  join(PNG_SIGNATURE, header(40, said.height), chunk('IDAT', rowsOf(40, drawn.height)), chunk('IEND'))

const REFUSED: readonly [
  what: string,
  bytes: Uint8Array,
  contentType: string,
  fault: Exclude<PhotoFault, 'not_a_photo'>,
][] = [
  ['a position', jpeg({ size: 300, beside: [POSITION] }), 'image/jpeg', 'photo_has_metadata'],
  ['a text', png({ size: 300, beside: [chunk('tEXt', ascii('Taken at home'))] }), 'image/png', 'photo_has_metadata'],
  ['a film behind it', join(jpeg(), ascii('ftypmp42')), 'image/jpeg', 'photo_has_metadata'],
  [
    '30,000 by 30,000 pixels',
    png({ width: 30_000, height: 30_000, size: 109_000 }),
    'image/png',
    'photo_too_many_pixels',
  ],
  ['four good bytes', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), 'image/jpeg', 'photo_incomplete'],
  ['its upper half', jpeg({ size: 4000 }).slice(0, 2000), 'image/jpeg', 'photo_incomplete'],
  ['less data than its picture has', pngWith({ height: 30 }, { height: 29 }), 'image/png', 'photo_incomplete'],
  ['more data than its picture has', pngWith({ height: 30 }, { height: 3_000 }), 'image/png', 'photo_incomplete'],
  ['no width', png({ width: 0 }), 'image/png', 'photo_incomplete'],
]

describe.each(stores)('photos that are not accepted: $store on $database', ({ store, database, skipped }) => {
  describe.skipIf(skipped)('', () => {
    let office: PhotoOffice
    beforeAll(async () => {
      office = await openPhotoOffice(store, database)
    })
    afterAll(() => office?.close())
    beforeEach(() => office.reset())

    const problemOf = async (answer: Response) =>
      (await answer.json()) as { code: string; message: string; reason?: string }

    test.each(REFUSED)(
      'one with %s is refused, whoever sends it, and the records beside it are accepted',
      async (_what, bytes, contentType, fault) => {
        const { run, driver } = await activeRun(office, 1)
        const stop = run.jobs[0]!
        const device = deviceOf(office, driver, run)
        const file = { ...announced(bytes), contentType }
        const signed = await signedFor(driver, { purpose: 'job-photo', assignmentID: stop.assignmentID, ...file })
        const answer = await put(office, signed, bytes)
        if (store === 'embedded') {
          expect(answer.status).toBe(422)
          expect(await problemOf(answer)).toMatchObject({
            code: 'not_a_photo',
            reason: fault,
            message: PHOTO_FAULTS[fault],
          })
        } else expect(answer.ok).toBe(true)
        const tell = () =>
          device.send([tellOf(device, stop, signed.key, bytes, file.photoID), device.note(stop, 'Blue gate')])
        const { results } = await tell()
        // S3 has accepted the bytes without a check: they are checked before the acknowledgement, and deleted.
        if (store === 's3')
          expect(results[0]).toMatchObject({ result: 'rejected', code: fault, message: PHOTO_FAULTS[fault] })
        else expect(said(results)[0]).toBe('rejected photo_not_uploaded')
        expect(said(results)[1]).toBe('applied')
        expect(await office.deps.storage.read(signed.key)).toBeNull()
        expect((await runNow(office, run)).jobs[0]).toMatchObject({ photos: [], driverNotes: 'Blue gate' })
        expect((await office.admin.get(`/v1/photos/${file.photoID}`)).status).toBe(404)
      },
    )

    test('a customer’s photo is judged by the same rules', async () => {
      const { customerID } = await office.make.customer()
      const bytes = jpeg({ size: 300, beside: [POSITION] })
      const file = announced(bytes)
      const signed = await signedFor(office.admin, { purpose: 'customer-photo', ...file })
      await put(office, signed, bytes)
      const answer = await keep(office, customerID, file, signed.key)
      if (store === 's3')
        expect(answer).toMatchObject({ status: 422, body: { code: 'not_a_photo', reason: 'photo_has_metadata' } })
      else
        expect(answer).toMatchObject({
          status: 422,
          body: { code: 'upload_mismatch', message: 'The photo hasn’t arrived yet.' },
        })
    })

    test('so is a photo in a phone’s file', async () => {
      const { run, driver } = await activeRun(office, 1)
      const device = deviceOf(office, driver, run)
      const photos = REFUSED.map(([, bytes]) => ({
        ...announced(bytes),
        base64: Buffer.from(bytes).toString('base64'),
      }))
      const events = photos.map(({ photoID, sha256: hash, size }) => ({
        ...device.tap(run.jobs[0]!, { type: 'photo', photoID, key: '', sha256: hash, size, takenAt: null }),
        runOrderID: run.runOrderID,
      }))
      const answer = await office.admin.post<{ results: EventVerdict[] }>('/v1/runs/unsent/import', {
        format: 'bagrun-unsent',
        v: 1,
        exportedAt: office.clock.now().toISOString(),
        userID: driver.userID,
        deviceID: device.deviceID,
        appBuild: 'test',
        events,
        photos,
      })
      expect(said(answer.body.results)).toEqual(REFUSED.map(([, , , fault]) => `rejected ${fault}`))
    })

    test('a photo drawn by a phone’s browser is stored byte for byte, with the Exif that Safari writes', async () => {
      const exif = [
        ...ascii('Exif\0\0MM\0*'),
        0,
        0,
        0,
        8,
        0,
        2,
        0x01,
        0x12,
        0,
        3,
        0,
        0,
        0,
        1,
        0,
        1,
        0,
        0,
        0x87,
        0x69,
        0,
        4,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        38,
        0,
        0,
        0,
        0,
        0,
        2,
        0xa0,
        0x02,
        0,
        4,
        0,
        0,
        0,
        1,
        0,
        0,
        6,
        64,
        0xa0,
        0x03,
        0,
        4,
        0,
        0,
        0,
        1,
        0,
        0,
        4,
        176,
        0,
        0,
        0,
        0,
      ]
      const bytes = jpeg({ size: 500, beside: [segment(0xe1, exif)] })
      const { run, driver } = await activeRun(office, 1)
      const device = deviceOf(office, driver, run)
      const photoID = randomUUID()
      const signed = await signedFor(driver, {
        purpose: 'job-photo',
        assignmentID: run.jobs[0]!.assignmentID,
        ...announced(bytes, photoID),
      })
      expect((await put(office, signed, bytes)).ok).toBe(true)
      expect(said((await device.send([tellOf(device, run.jobs[0]!, signed.key, bytes, photoID)])).results)).toEqual([
        'applied',
      ])
      expect(sha256(Buffer.from(await (await look(office, driver, photoID)).arrayBuffer()))).toBe(sha256(bytes))
    })
  })
})
