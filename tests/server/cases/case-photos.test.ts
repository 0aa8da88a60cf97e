import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addToCase, type Case } from '#contract/v1/cases.ts'
import { MAX_FILES } from '#domain/limits.ts'
import { databases } from '../../support/databases.ts'
import { type Body, type Person, signedIn } from '../../support/person.ts'
import { aRound, caseNow, collected, notOut, report, type Round, uploaded } from '../../fixtures/cases-office.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import {
  announced,
  bytesOf,
  gif,
  jpeg,
  look,
  openPhotoOffice,
  type PhotoOffice,
  photographed,
  png,
  sha256,
} from '../../fixtures/photo-office.ts'

describe.each(databases)('photos of cases on %s', (kind) => {
  let office: PhotoOffice
  let mine: Round
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openPhotoOffice('embedded', kind)
    mine = await aRound(office)
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await bringBack()
    mine = { ...mine, customer: await signedIn(office.fetch, mine.customer) }
  })

  const photosOf = ({ messages }: Case) => messages.flatMap(({ photos }) => photos.map(({ photoID }) => photoID))
  const opens = async (person: Person, photoID: string) => (await person.get(`/v1/photos/${photoID}`)).status

  test('a customer’s jpg and png are with the case, for them and the office, and for nobody else', async () => {
    await collected(mine)
    const bytes = jpeg()
    const first = await uploaded(office, mine.customer, bytes)
    const opened = await report(office, mine, { reason: 'damage', photos: [first] })
    const { caseID } = opened
    expect(photosOf(opened)).toEqual([first.photoID])
    const picture = png()
    const second = await uploadedPng(office, mine.customer, picture)
    const added = await office.call(mine.customer, addToCase, { caseID, photos: [second] })
    expect(photosOf(added)).toEqual([first.photoID, second.photoID])
    expect(sha256(await bytesOf(await look(office, office.admin, first.photoID)))).toBe(sha256(bytes))
    expect(sha256(await bytesOf(await look(office, mine.customer, second.photoID)))).toBe(sha256(picture))
    const other = await office.customer()
    // The stop's own driver too: it is no access photo.
    for (const person of [other, mine.driver]) expect(await opens(person, first.photoID)).toBe(404)
    const { body: run } = await mine.driver.get<Body>(`/v1/runs/${mine.run.runOrderID}`)
    expect(JSON.stringify(run)).not.toContain(first.photoID)
    const { body: customer } = await office.admin.get<Body>(`/v1/users/customers/${mine.customer.userID}`)
    expect(customer['photos']).toEqual([])
  })

  test('the automatic answer shows the driver’s photo, also after the record was corrected', async () => {
    await notOut(mine)
    const photoID = await photographed(office, mine.driver, mine.run, mine.stop)
    const { caseID } = await report(office, mine)
    await collected(mine)
    const now = await caseNow(office, mine.customer, caseID)
    expect(now.stop!.outcome).toBe('COLLECTED')
    expect(now.messages[1]!.record).toMatchObject({ outcome: 'NOT_OUT', photos: [{ photoID }] })
    expect(await opens(mine.customer, photoID)).toBe(302)
  })

  test('a case has at most five photos; one too many and nothing of the message is kept', async () => {
    await collected(mine)
    const photos = []
    for (let at = 0; at < MAX_FILES; at++) photos.push(await uploaded(office, mine.customer, jpeg()))
    const { caseID } = await report(office, mine, { reason: 'bags', photos })
    const one = await uploaded(office, mine.customer, jpeg())
    expect(await mine.customer.post(`/v1/cases/${caseID}/messages`, { text: 'More', photos: [one] })).toMatchObject(
      refusal(409, 'too_many_files'),
    )
    expect((await caseNow(office, mine.customer, caseID)).messages).toHaveLength(1)
    expect((await mine.customer.post('/v1/cases', { kind: 'other', text: 'x', photos: [...photos, one] })).status).toBe(
      422,
    )
  })

  test('only whole jpg and png photos that were announced and have arrived, of at most 20 MB', async () => {
    await collected(mine)
    const sign = (file: object) => mine.customer.post('/v1/cases/signed-url', file)
    const file = announced(jpeg())
    expect(await sign({ ...file, size: 20_971_521 })).toMatchObject(refusal(413, 'file_too_large'))
    expect((await sign({ ...file, contentType: 'image/gif' })).body.fields).toHaveProperty('contentType')
    const say = (photos: object[]) => mine.customer.post('/v1/cases', { kind: 'other', text: 'x', photos })
    const signed = await mine.customer.post<{ key: string }>('/v1/cases/signed-url', file)
    const claimed = { photoID: file.photoID, key: signed.body.key, sha256: file.sha256, size: file.size }
    expect(await say([claimed])).toMatchObject(refusal(422, 'upload_mismatch'))
    await expect(uploaded(office, mine.customer, gif())).rejects.toThrow('upload answered 422')
    const whole = await uploaded(office, mine.customer, jpeg())
    expect(await say([{ ...whole, size: whole.size + 1 }])).toMatchObject(refusal(422, 'upload_mismatch'))
    expect(await say([{ ...whole, photoID: randomUUID() }])).toMatchObject(refusal(422, 'upload_mismatch'))
    expect((await say([whole])).status).toBe(201)
    expect(await say([whole])).toMatchObject(refusal(422, 'upload_mismatch'))
  })

  test('another person’s photo is nobody’s to use: no address for its ID, and no case takes it', async () => {
    await collected(mine)
    const stops = await photographed(office, mine.driver, mine.run, mine.stop)
    const file = announced(jpeg(), stops)
    expect((await mine.customer.post('/v1/cases/signed-url', file)).status).toBe(404)
    const other = await office.customer()
    const theirs = await uploaded(office, other, jpeg())
    expect((await other.post('/v1/cases', { kind: 'other', text: 'x', photos: [theirs] })).status).toBe(201)
    expect(await mine.customer.post('/v1/cases', { kind: 'other', text: 'x', photos: [theirs] })).toMatchObject(
      refusal(422, 'upload_mismatch'),
    )
    for (const person of [office.admin, mine.driver])
      expect((await person.post('/v1/cases/signed-url', announced(jpeg()))).status).toBe(403)
  })
})

async function uploadedPng(office: PhotoOffice, customer: Person, bytes: Buffer) {
  const file = { ...announced(bytes), contentType: 'image/png' }
  const { body } = await customer.post<{ key: string; url: string; headers: Record<string, string> }>(
    '/v1/cases/signed-url',
    file,
  )
  await office.atStore(body.url, { method: 'PUT', headers: body.headers, body: new Uint8Array(bytes) })
  return { photoID: file.photoID, key: body.key, sha256: file.sha256, size: file.size }
}
