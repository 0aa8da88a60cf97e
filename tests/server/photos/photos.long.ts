import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activeRun, act, NEVER, deviceOf, runNow, said } from '../../fixtures/runs.ts'
import {
  announced,
  bytesOf,
  jpeg,
  keep,
  keepWith,
  look,
  openPhotoOffice,
  photographed,
  type PhotoOffice,
  png,
  put,
  sha256,
  shoot,
  sign,
  signedFor,
  stores,
  tellOf,
} from '../../fixtures/photo-office.ts'

describe.each(stores)('photos in the $store store, with the $database database', ({ store, database, skipped }) => {
  describe.skipIf(skipped)('as phone and office see them', () => {
    let office: PhotoOffice
    beforeAll(async () => {
      office = await openPhotoOffice(store, database)
    })
    afterAll(() => office?.close())
    beforeEach(() => office.reset())

    /** A refusal by the store: ours names the reason, S3 answers 403 only. */
    const refusedByStore = async (answer: Response, status: number, code: string) => {
      if (store === 's3') return expect(answer.status).toBe(403)
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
      expect({ status: answer.status, code: ((await answer.json()) as { code: string }).code }).toEqual({
        status,
        code,
      })
    }

    /** A stop of an active run, its driver, and an address for a photo of it. */
    async function ready(bytes: Buffer) {
      const { run, driver } = await activeRun(office, 1)
      const stop = run.jobs[0]!
      const file = announced(bytes)
      const signed = await signedFor(driver, { purpose: 'job-photo', assignmentID: stop.assignmentID, ...file })
      return { run, driver, stop, file, signed, phone: deviceOf(office, driver, run) }
    }

    test('a driver’s photo is uploaded, acknowledged, and seen byte for byte by office, driver and customer', async () => {
      const bytes = jpeg(40_000)
      const { run, driver } = await activeRun(office, 1, { password: 'a long customer password' })
      const photoID = await photographed(office, driver, run, run.jobs[0]!, bytes)
      const [stop] = (await runNow(office, run)).jobs
      expect(stop!.photos).toEqual([{ photoID, url: `/v1/photos/${photoID}`, takenAt: '2026-11-09T20:00:00.000Z' }])
      for (const person of [office.admin, driver]) {
        const seen = await look(office, person, photoID)
        expect(seen.headers.get('content-type')).toBe('image/jpeg')
        expect(sha256(await bytesOf(seen))).toBe(sha256(bytes))
      }
    })

    test('a photo’s own address redirects only those who may see it, and is not cached', async () => {
      const { run, driver } = await activeRun(office, 1)
      const photoID = await photographed(office, driver, run, run.jobs[0]!)
      const pointed = await driver.get<{ url: string }>(`/v1/photos/${photoID}`)
      expect(pointed.status).toBe(302)
      expect(pointed.headers.get('cache-control')).toBe('private, no-store')
      expect(pointed.headers.get('location')).toBe(pointed.body.url)
      expect(pointed.headers.get('x-content-type-options')).toBe('nosniff')
    })

    test.each([
      ['the type', (bytes: Buffer) => ({ bytes, headers: { 'content-type': 'image/png' } })],
      ['a byte too few', (bytes: Buffer) => ({ bytes: bytes.subarray(1), headers: {} })],
      ['a byte too many', (bytes: Buffer) => ({ bytes: Buffer.concat([bytes, Buffer.of(1)]), headers: {} })],
      ['half of it', (bytes: Buffer) => ({ bytes: bytes.subarray(0, bytes.length / 2), headers: {} })],
      ['nothing at all', () => ({ bytes: Buffer.alloc(0), headers: {} })],
    ])('an upload that differs from its announcement is refused: %s', async (_what, changed) => {
      const bytes = jpeg()
      const { signed, phone: device, stop, file } = await ready(bytes)
      const sent = changed(bytes)
      await refusedByStore(await put(office, signed, sent.bytes, sent.headers), 422, 'upload_mismatch')
      const { results } = await device.send([tellOf(device, stop, signed.key, bytes, file.photoID)])
      expect(said(results)).toEqual(['rejected photo_not_uploaded'])
    })

    const changes: [string, (url: URL) => void][] = [
      [
        'the signature',
        (url) =>
          turn(url, store === 's3' ? 'X-Amz-Signature' : 'signature', (text) =>
            text.replace(/^./, (first) => (first === '0' ? '1' : '0')),
          ),
      ],
      [
        'the end of its time',
        (url) => turn(url, store === 's3' ? 'X-Amz-Expires' : 'expires', (text) => String(Number(text) + 60)),
      ],
      ['the photo', (url) => (url.pathname = url.pathname.replace(/photo\.[0-9a-f]{8}/, 'photo.00000000'))],
    ]
    test.each(changes)('an upload address that was changed is refused: %s', async (_what, change) => {
      const bytes = jpeg()
      const { signed } = await ready(bytes)
      const url = new URL(signed.url)
      change(url)
      await refusedByStore(await put(office, { ...signed, url: url.href }, bytes), 400, 'token_invalid')
    })

    test('the address to read a photo can’t be changed to another photo’s, nor be used to overwrite it', async () => {
      const { run, driver } = await activeRun(office, 1)
      const [one, other] = [
        await photographed(office, driver, run, run.jobs[0]!),
        await photographed(office, driver, run, run.jobs[0]!),
      ]
      const address = async (photoID: string) =>
        new URL((await office.admin.get<{ url: string }>(`/v1/photos/${photoID}`)).body.url)
      const [mine, theirs] = [await address(one), await address(other)]
      const mixed = new URL(mine)
      mixed.pathname = theirs.pathname
      await refusedByStore(await office.atStore(mixed.href), 400, 'token_invalid')
      const bare = new URL(theirs)
      bare.search = ''
      expect((await office.atStore(bare.href)).ok).toBe(false)
      expect(
        (
          await office.atStore(mine.href, {
            method: 'PUT',
            headers: { 'content-type': 'image/jpeg' },
            body: new Uint8Array(jpeg()),
          })
        ).ok,
      ).toBe(false)
      expect((await look(office, driver, one)).ok).toBe(true)
    })

    test('an upload address is good for half an hour, and no longer', async () => {
      const bytes = jpeg()
      // The S3 server uses the real time: the office's clock is set back before it signs.
      const asked = office.clock.now().getTime()
      if (store === 's3') office.clock.set(new Date(asked - 31 * 60_000).toISOString())
      const late = await ready(bytes)
      const signedAt = office.clock.now().getTime()
      expect(Date.parse(late.signed.expiresAt) - signedAt).toBe(30 * 60_000)
      if (store === 'embedded') office.clock.set(new Date(asked + 30 * 60_000).toISOString())
      await refusedByStore(await put(office, late.signed, bytes), 400, 'token_invalid')
      office.clock.set(new Date(asked).toISOString())
      const anew = await signedFor(late.driver, {
        purpose: 'job-photo',
        assignmentID: late.stop.assignmentID,
        ...late.file,
      })
      expect((await put(office, anew, bytes)).ok).toBe(true)
    })

    test('an address to read a photo is valid for ten minutes, and no longer', async () => {
      const { run, driver } = await activeRun(office, 1)
      const photoID = await photographed(office, driver, run, run.jobs[0]!)
      const now = office.clock.now().getTime()
      if (store === 's3') office.clock.set(new Date(now - 11 * 60_000).toISOString())
      const { body } = await driver.get<{ url: string }>(`/v1/photos/${photoID}`)
      if (store === 'embedded') {
        office.clock.set(new Date(now + 10 * 60_000 - 1).toISOString())
        expect((await office.atStore(body.url)).ok).toBe(true)
        office.clock.set(new Date(now + 10 * 60_000).toISOString())
      }
      await refusedByStore(await office.atStore(body.url), 400, 'token_invalid')
    })

    test('the same photo uploaded and recorded twice is one photo', async () => {
      const bytes = jpeg()
      const { run, driver } = await activeRun(office, 1)
      const device = deviceOf(office, driver, run)
      const first = await shoot(office, driver, device, run.jobs[0]!, bytes)
      const again = await shoot(office, driver, device, run.jobs[0]!, bytes, first.photoID)
      expect(again.signed.key).toBe(first.signed.key)
      expect(said((await device.send([first.event])).results)).toEqual(['applied'])
      expect((await put(office, again.signed, bytes)).ok).toBe(true)
      expect(said((await device.send([first.event, again.event])).results)).toEqual(['duplicate', 'applied'])
      expect((await runNow(office, run)).jobs[0]!.photos.map(({ photoID }) => photoID)).toEqual([first.photoID])
      expect(await bytesOf(await look(office, driver, first.photoID))).toEqual(bytes)
    })

    test('an acknowledged photo is never overwritten: not through its own address, not through a new one', async () => {
      const [bytes, others] = [jpeg(), jpeg()]
      const { run, driver } = await activeRun(office, 1)
      const device = deviceOf(office, driver, run)
      const { signed, event, photoID } = await shoot(office, driver, device, run.jobs[0]!, bytes)
      await device.send([event])
      // Of the same type and length, which is all that S3's signature covers.
      await put(office, signed, others)
      expect(await bytesOf(await look(office, driver, photoID))).toEqual(bytes)
      await device.send([tellOf(device, run.jobs[0]!, signed.key, bytes, photoID)])
      expect(await bytesOf(await look(office, driver, photoID))).toEqual(bytes)
      const about = { purpose: 'job-photo', assignmentID: run.jobs[0]!.assignmentID, ...announced(others, photoID) }
      expect(await sign(driver, about)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await sign(office.admin, about)).status).toBe(404)
    })

    test('of two pictures to which a phone gave the same id the second is refused', async () => {
      const { run, driver } = await activeRun(office, 1)
      const device = deviceOf(office, driver, run)
      const photoID = randomUUID()
      const [one, other] = [jpeg(), jpeg()]
      const first = await shoot(office, driver, device, run.jobs[0]!, one, photoID)
      const second = await shoot(office, driver, device, run.jobs[0]!, other, photoID)
      expect(said((await device.send([first.event, second.event])).results)).toEqual([
        'applied',
        'rejected photo_damaged',
      ])
      expect(said((await device.send([second.event])).results)).toEqual(['rejected photo_damaged'])
      expect(await bytesOf(await look(office, driver, photoID))).toEqual(one)
    })

    test('other bytes under a photo’s key are not acknowledged, and the right ones still can be', async () => {
      const [bytes, others] = [jpeg(), jpeg()]
      const { signed, phone: device, stop, file, driver } = await ready(bytes)
      const answer = await put(office, signed, others)
      if (store === 'embedded') await refusedByStore(answer, 422, 'upload_mismatch')
      const tell = () =>
        device.send([tellOf(device, stop, signed.key, bytes, file.photoID)]).then(({ results }) => said(results))
      expect(await tell()).toEqual([store === 's3' ? 'rejected photo_damaged' : 'rejected photo_not_uploaded'])
      expect((await put(office, signed, bytes)).ok).toBe(true)
      expect(await tell()).toEqual(['applied'])
      expect(await bytesOf(await look(office, driver, file.photoID))).toEqual(bytes)
    })

    test('a file that is no photo by its first bytes is never shown as one, whatever was announced', async () => {
      const page = Buffer.from('<!doctype html><script>alert(1)</script>')
      const { signed, phone: device, stop, file } = await ready(page)
      const answer = await put(office, signed, page)
      if (store === 'embedded') await refusedByStore(answer, 422, 'not_a_photo')
      const { results } = await device.send([tellOf(device, stop, signed.key, page, file.photoID)])
      expect(said(results)).toEqual([store === 's3' ? 'rejected photo_damaged' : 'rejected photo_not_uploaded'])
      expect((await office.admin.get(`/v1/photos/${file.photoID}`)).status).toBe(404)
    })

    test('a photo of the largest allowed size is stored whole', async () => {
      const bytes = jpeg(20 * 1024 * 1024)
      const { run, driver } = await activeRun(office, 1)
      const photoID = await photographed(office, driver, run, run.jobs[0]!, bytes)
      expect(sha256(await bytesOf(await look(office, driver, photoID)))).toBe(sha256(bytes))
    })

    test('an announcement that can’t be accepted is refused before any byte is sent', async () => {
      const { run, driver } = await activeRun(office, 1)
      const about = { purpose: 'job-photo', assignmentID: run.jobs[0]!.assignmentID, ...announced(jpeg()) }
      const refused = async (change: object) =>
        (await sign(driver, { ...about, ...change })) as { status: number; body: { message?: string; fields?: object } }
      expect(await refused({ size: 20 * 1024 * 1024 + 1 })).toMatchObject({
        status: 413,
        body: { code: 'file_too_large', message: 'Max file size: 20 MB' },
      })
      expect(await refused({ contentType: 'image/gif' })).toMatchObject({
        status: 422,
        body: { fields: { contentType: 'Only jpg, jpeg and png photos can be used.' } },
      })
      expect(Object.keys((await refused({ size: 0 })).body.fields!)).toEqual(['size'])
      expect(Object.keys((await refused({ size: 1.5 })).body.fields!)).toEqual(['size'])
      expect(Object.keys((await refused({ sha256: 'A'.repeat(64) })).body.fields!)).toEqual(['sha256'])
      expect(Object.keys((await refused({ photoID: '../../etc/passwd' })).body.fields!)).toEqual(['photoID'])
      expect(Object.keys((await refused({ purpose: 'backup' })).body.fields!)).toEqual(['purpose'])
      expect(await refused({ assignmentID: undefined })).toMatchObject({
        status: 422,
        body: { fields: { assignmentID: 'A photo belongs to a stop.' } },
      })
    })

    test('a driver gets an upload address only for a stop they have or had, an admin for any stop', async () => {
      const { run, driver } = await activeRun(office, 1)
      const [other, customer] = [await office.driver(), await office.customer()]
      const of = (assignmentID: string) => ({ purpose: 'job-photo', assignmentID, ...announced(jpeg()) })
      const mine = of(run.jobs[0]!.assignmentID)
      expect((await sign(driver, mine)).status).toBe(201)
      expect(await sign(other, mine)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await sign(driver, of(NEVER))).status).toBe(404)
      expect((await sign(office.admin, of(NEVER))).status).toBe(404)
      expect((await sign(office.admin, mine)).status).toBe(201)
      expect((await sign(customer, mine)).status).toBe(403)
      expect((await office.nobody.post('/v1/users/signed-url', mine)).status).toBe(401)
      expect((await sign(driver, { ...mine, purpose: 'customer-photo' })).status).toBe(404)
      expect((await sign(driver, { ...mine, purpose: 'email-content' })).status).toBe(404)
      expect((await sign(office.admin, { purpose: 'email-content', ...announced(jpeg()) })).status).toBe(201)
    })

    test('a driver whose stop was given to another while offline still delivers its photo, and both drivers see it', async () => {
      const bytes = jpeg()
      const { run, driver } = await activeRun(office, 1)
      const other = await office.driver()
      const assign = [{ assignmentIDs: [run.jobs[0]!.assignmentID], driverID: other.userID }]
      expect((await office.admin.put(`/v1/runs/${run.runOrderID}`, { jobs: { assign } })).status).toBe(200)
      const device = deviceOf(office, driver, run)
      const { event, photoID } = await shoot(office, driver, device, run.jobs[0]!, bytes)
      await device.send([event])
      for (const person of [driver, other, office.admin])
        expect(await bytesOf(await look(office, person, photoID))).toEqual(bytes)
    })

    test('a stop’s photo can be seen by its driver, its customer and the office, and by nobody else', async () => {
      const { run, driver } = await activeRun(office, 1)
      const photoID = await photographed(office, driver, run, run.jobs[0]!)
      const status = async (person: { get: (path: string) => Promise<{ status: number }> }, id = photoID) =>
        (await person.get(`/v1/photos/${id}`)).status
      expect(await status(driver)).toBe(302)
      expect(await status(office.admin)).toBe(302)
      expect(await status(await office.driver())).toBe(404)
      expect(await status(await office.customer())).toBe(404)
      expect(await status(office.nobody)).toBe(401)
      expect(await status(office.admin, NEVER)).toBe(404)
      expect(await status(office.admin, 'no-id-at-all')).toBe(404)
    })

    test('a customer sees the photos of their own stops', async () => {
      const customer = await office.customer()
      const driver = await office.driver()
      await office.make.calendarYear()
      const draft = await office.make.run({ drivers: [{ runNumber: 1, driverID: driver.userID }] })
      const run = await act(office.admin, draft, 'activate')
      const [own, others] = [true, false].map((isOwn) =>
        run.jobs.find(({ customerID }) => (customerID === customer.userID) === isOwn)!,
      )
      const [ofHis, ofOthers] = [
        await photographed(office, driver, run, own!),
        await photographed(office, driver, run, others!),
      ]
      expect((await look(office, customer, ofHis)).ok).toBe(true)
      expect((await customer.get(`/v1/photos/${ofOthers}`)).status).toBe(404)
    })

    test('an access photo belongs to the customer and can be seen by the driver of the customer’s stop', async () => {
      const bytes = png()
      const { run, driver } = await activeRun(office, 1)
      const { customerID } = run.jobs[0]!
      const file = { ...announced(bytes), contentType: 'image/png' }
      const signed = await signedFor(office.admin, { purpose: 'customer-photo', ...file })
      expect((await put(office, signed, bytes)).ok).toBe(true)
      const kept = await keep(office, customerID, file, signed.key)
      expect(kept).toMatchObject({
        status: 201,
        body: { photoID: file.photoID, url: `/v1/photos/${file.photoID}`, takenAt: null },
      })
      const seen = await look(office, driver, file.photoID)
      expect(seen.headers.get('content-type')).toBe('image/png')
      expect(await bytesOf(seen)).toEqual(bytes)
      expect((await (await office.driver()).get(`/v1/photos/${file.photoID}`)).status).toBe(404)
      expect(
        (await driver.get<{ items: { jobs: { accessPhotos: object[] }[] }[] }>('/v1/runs')).body.items[0]!.jobs[0]!
          .accessPhotos,
      ).toEqual([kept.body])
    })

    test('a customer has at most five photos: the sixth is refused, the same one again is accepted', async () => {
      const { customerID } = await office.make.customer()
      const kept = []
      for (let n = 0; n < 5; n++) kept.push(await keepWith(office, customerID))
      expect(kept.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
      expect(await keepWith(office, customerID)).toMatchObject({
        status: 409,
        body: { message: 'Too many files. The maximum number of files is 5.' },
      })
      const bytes = jpeg()
      const { customerID: another } = await office.make.customer()
      const first = await keepWith(office, another, bytes)
      expect((await keepWith(office, another, bytes, first.body.photoID)).body).toEqual(first.body)
    })

    test('of six photos uploaded at once five are kept', async () => {
      const { customerID } = await office.make.customer()
      const answers = await Promise.all(Array.from({ length: 6 }, () => keepWith(office, customerID)))
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409])
    })

    test('a customer’s photo is accepted only when its bytes are there, whole, and nobody else’s', async () => {
      const [bytes, one, other] = [jpeg(), await office.make.customer(), await office.make.customer()]
      const file = announced(bytes)
      const signed = await signedFor(office.admin, { purpose: 'customer-photo', ...file })
      expect(await keep(office, one.customerID, file, signed.key)).toMatchObject({
        status: 422,
        body: { code: 'upload_mismatch', message: 'The photo hasn’t arrived yet.' },
      })
      await put(office, signed, bytes)
      expect((await keep(office, one.customerID, { ...file, size: file.size + 1 }, signed.key)).status).toBe(422)
      expect((await keep(office, one.customerID, { ...file, sha256: sha256(randomBytes(9)) }, signed.key)).status).toBe(
        422,
      )
      expect((await keep(office, one.customerID, { ...file, photoID: randomUUID() }, signed.key)).status).toBe(422)
      expect((await keep(office, one.customerID, file, '../../etc/passwd')).status).toBe(422)
      expect((await keep(office, NEVER, file, signed.key)).status).toBe(404)
      expect((await keep(office, one.customerID, file, signed.key)).status).toBe(201)
      expect(await keep(office, other.customerID, file, signed.key)).toMatchObject({
        status: 422,
        body: { code: 'upload_mismatch' },
      })
    })

    test('pages may load and send photos only at the address of the store', async () => {
      const policy = (await office.nobody.get('/v1/config')).headers.get('content-security-policy') ?? ''
      const sources = (name: string) =>
        policy
          .split(';')
          .find((line) => line.trim().startsWith(name))
          ?.trim()
          .split(' ')
          .slice(1)
      const elsewhere =
        store === 's3'
          ? [new URL((await signedFor(office.admin, { purpose: 'customer-photo', ...announced(jpeg()) })).url).origin]
          : []
      expect(sources('connect-src')).toEqual(["'self'", ...elsewhere])
      expect(sources('img-src')).toEqual(["'self'", 'blob:', 'data:', ...elsewhere])
    })
  })
})

function turn(url: URL, name: string, change: (text: string) => string): void {
  url.searchParams.set(name, change(url.searchParams.get(name) ?? ''))
}
