import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.ts'
import {
  announced,
  jpeg,
  keep,
  keepWith,
  look,
  openPhotoOffice,
  type PhotoOffice,
  put,
  signedFor,
} from '../../fixtures/photo-office.ts'
import { activeRun, customersOf, NEVER } from '../../fixtures/runs.ts'
import { refusal } from '../../fixtures/office-bodies.ts'

describe.each(databases)('Removing a customer’s photos, on %s', (kind) => {
  let office: PhotoOffice
  beforeAll(async () => {
    office = await openPhotoOffice('embedded', kind)
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const path = (customerID: string, photoID: string) => `/v1/users/customers/${customerID}/photos/${photoID}`
  const shown = async (customerID: string) =>
    (await office.admin.get<{ photos: { photoID: string }[] }>(`/v1/users/customers/${customerID}`)).body.photos.map(
      ({ photoID }) => photoID,
    )

  test('a removed photo is shown neither on the customer’s page nor to the driver; its bytes stay', async () => {
    const { run, driver } = await activeRun(office, 1)
    const { customerID } = run.jobs[0]!
    const [gone, stays] = [
      (await keepWith(office, customerID)).body.photoID,
      (await keepWith(office, customerID)).body.photoID,
    ]
    const onTheRound = async () => {
      const { body } = await driver.get<{ items: { jobs: { accessPhotos: { photoID: string }[] }[] }[] }>('/v1/runs')
      return body.items[0]!.jobs[0]!.accessPhotos.map(({ photoID }) => photoID).toSorted()
    }
    expect(await onTheRound()).toEqual([gone, stays].toSorted())
    expect((await look(office, driver, gone)).status).toBe(200)
    const { rows } = await office.deps.database.db.execute<{ key: string }>(
      sql`select storage_key as key from photos where photo_id = ${gone}`,
    )
    expect(await office.admin.delete(path(customerID, gone))).toMatchObject({ status: 204 })
    expect([await shown(customerID), await onTheRound()]).toEqual([[stays], [stays]])
    expect(await driver.get(`/v1/photos/${gone}`)).toMatchObject(refusal(404, 'not_found'))
    expect((await look(office, driver, stays)).status).toBe(200)
    expect(await office.deps.storage.read(rows[0]!.key)).not.toBe(null)
  })

  test('who removed it is in the audit log, once', async () => {
    const [customer] = await customersOf(office, 1)
    const { photoID } = (await keepWith(office, customer!.customerID)).body
    const answers = await Promise.all([1, 2, 3].map(() => office.admin.delete(path(customer!.customerID, photoID))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404])
    const { items } = (await office.admin.get<{ items: object[] }>(`/v1/audit?action=customer.photo_remove`)).body
    expect(items).toMatchObject([
      {
        actorID: office.admin.userID,
        subjectKind: 'customer',
        subjectID: customer!.customerID,
        before: { photoID },
        after: null,
      },
    ])
    expect(
      (await office.admin.get<{ items: object[] }>(`/v1/audit?action=customer.photo_add`)).body.items,
    ).toHaveLength(1)
  })

  test('the limit of five counts only photos that are not removed', async () => {
    const [customer] = await customersOf(office, 1)
    const { customerID } = customer!
    const kept = []
    for (let n = 0; n < 5; n += 1) kept.push((await keepWith(office, customerID)).body.photoID)
    expect(await keepWith(office, customerID)).toMatchObject(refusal(409, 'too_many_files'))
    await office.admin.delete(path(customerID, kept[0]!))
    expect(await keepWith(office, customerID)).toMatchObject({ status: 201 })
    expect(await shown(customerID)).toHaveLength(5)
  })

  test('a photo of another customer or of a stop, or an unknown photo, can’t be removed', async () => {
    const { run } = await activeRun(office, 1)
    const [other] = await customersOf(office, 1)
    const { customerID } = run.jobs[0]!
    const { photoID } = (await keepWith(office, customerID)).body
    for (const [who, what] of [
      [other!.customerID, photoID],
      [customerID, NEVER],
      [NEVER, photoID],
    ]) {
      expect(await office.admin.delete(path(who!, what!))).toMatchObject(refusal(404, 'not_found'))
    }
    expect(await shown(customerID)).toEqual([photoID])
  })

  test('a removed photo does not come back by a request that arrives late', async () => {
    const [customer] = await customersOf(office, 1)
    const bytes = jpeg()
    const file = announced(bytes, randomUUID())
    const signed = await signedFor(office.admin, { purpose: 'customer-photo', ...file })
    expect((await put(office, signed, bytes)).ok).toBe(true)
    const again = () => keep(office, customer!.customerID, file, signed.key)
    expect(await again()).toMatchObject({ status: 201 })
    await office.admin.delete(path(customer!.customerID, file.photoID))
    expect(await again()).toMatchObject(refusal(422, 'upload_mismatch'))
    expect(await shown(customer!.customerID)).toEqual([])
  })
})
