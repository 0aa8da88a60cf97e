import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CUSTOMER_BYTES_MAX, CUSTOMERS_BYTES_MAX, removeOldUploads } from '#server/db/uploads.ts'
import { uploads } from '#server/db/tables/events.ts'
import { MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { newID } from '#domain/identifiers.ts'
import { aRound, collected, report, type Round, uploaded } from '../../fixtures/cases-office.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import {
  announced,
  jpeg,
  openPhotoOffice,
  type PhotoOffice,
  put,
  shoot,
  signedFor,
  sha256,
} from '../../fixtures/photo-office.ts'
import { PASSWORD, REGISTER, confirmToken, registered } from '../../fixtures/registrations.ts'
import { databases } from '../../support/databases.ts'
import { lettersTo } from '../../support/mailed-links.ts'
import { type Person, signedIn } from '../../support/person.ts'

const DAY_MS = 86_400_000

describe.each(databases)('uploads that no record names on %s', (kind) => {
  let office: PhotoOffice
  let mine: Round
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openPhotoOffice('embedded', kind)
    mine = await aRound(office)
    await collected(mine)
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await bringBack()
    mine = { ...mine, customer: await signedIn(office.fetch, mine.customer) }
  })

  const sweep = (store: { remove(key: string): Promise<void> } = office.deps.storage) =>
    removeOldUploads(office.deps.database.db, store, office.clock.now())
  const isThere = async (key: string) => (await office.deps.storage.look(key)) !== null
  const signedAgain = (customer: Person, about: ReturnType<typeof announced>) =>
    customer.post<{ url: string; headers: Record<string, string> }>('/v1/cases/signed-url', about)
  const inADay = () => office.clock.pass(DAY_MS + 1)
  /** A removal that waits where a slow disk would, until it is let go. */
  const slowly = () => {
    let letGo = () => {}
    let begun = () => {}
    const free = new Promise<void>((resolve) => (letGo = resolve))
    const removing = new Promise<void>((resolve) => (begun = resolve))
    const remove = async (key: string) => {
      begun()
      await free
      await office.deps.storage.remove(key)
    }
    return { store: { remove }, removing, letGo: () => letGo() }
  }

  test('a file is removed after a day, and one that a case, a customer or a stop names never', async () => {
    const [waste, used] = [await uploaded(office, mine.customer, jpeg()), await uploaded(office, mine.customer, jpeg())]
    const access = announced(jpeg())
    const bytes = jpeg()
    const signed = await signedFor(office.admin, { ...announced(bytes, access.photoID), purpose: 'customer-photo' })
    await put(office, signed, bytes)
    const about = { photoID: access.photoID, key: signed.key, sha256: sha256(bytes), size: bytes.length }
    expect((await office.admin.post(`/v1/users/customers/${mine.customer.userID}/photos`, about)).status).toBeLessThan(
      300,
    )
    const driven = jpeg()
    const shot = await shoot(office, mine.driver, mine.device, mine.stop, driven)
    expect(await mine.device.send([shot.event])).toMatchObject({ results: [{ result: 'applied' }] })
    await report(office, mine, { photos: [used] })
    // Its address is signed again, as by a phone that has lost the answer.
    await signedFor(mine.driver, {
      purpose: 'job-photo',
      assignmentID: mine.stop.assignmentID,
      ...announced(driven, shot.photoID),
    })
    office.clock.pass(DAY_MS - 1)
    expect(await sweep()).toBe(0)
    expect(await isThere(waste.key)).toBe(true)
    inADay()
    expect(await sweep()).toBe(1)
    inADay()
    await sweep()
    expect(await isThere(waste.key)).toBe(false)
    for (const key of [used.key, signed.key, shot.signed.key]) expect(await isThere(key), key).toBe(true)
    expect(await office.deps.database.db.select().from(uploads)).toEqual([])
  })

  test('who names a file while it is removed is told that it hasn’t arrived, uploads it again and keeps it', async () => {
    const bytes = jpeg()
    const photo = await uploaded(office, mine.customer, bytes)
    inADay()
    const customer = await signedIn(office.fetch, mine.customer)
    const { store, removing, letGo } = slowly()
    const swept = sweep(store)
    await removing
    const opening = customer.post('/v1/cases', {
      kind: 'outcome',
      assignmentID: mine.stop.assignmentID,
      reason: 'missed',
      text: 'My bag was out',
      photos: [photo],
    })
    letGo()
    expect(await swept).toBe(1)
    expect((await opening).body).toMatchObject({ code: 'upload_mismatch', message: 'The photo hasn’t arrived yet.' })
    const signed = await signedAgain(customer, announced(bytes, photo.photoID))
    await put(office, signed.body, bytes)
    await report(office, { ...mine, customer }, { photos: [photo] })
    inADay()
    await sweep()
    expect(await isThere(photo.key)).toBe(true)
  })

  test('who asks for the address again while a file is removed waits for the removal, and what they upload stays', async () => {
    const bytes = jpeg()
    const photo = await uploaded(office, mine.customer, bytes)
    inADay()
    const customer = await signedIn(office.fetch, mine.customer)
    const { store, removing, letGo } = slowly()
    const swept = sweep(store)
    await removing
    const again = signedAgain(customer, announced(bytes, photo.photoID))
    letGo()
    expect(await swept).toBe(1)
    await put(office, (await again).body, bytes)
    await report(office, { ...mine, customer }, { photos: [photo] })
    inADay()
    await sweep()
    expect(await isThere(photo.key)).toBe(true)
  })

  test('a driver’s photo that was removed is asked for again, and loses nothing', async () => {
    const bytes = jpeg()
    const shot = await shoot(office, mine.driver, mine.device, mine.stop, bytes)
    inADay()
    expect(await sweep()).toBe(1)
    expect(await mine.device.send([shot.event])).toMatchObject({ results: [{ code: 'photo_not_uploaded' }] })
    const signed = await signedFor(mine.driver, {
      purpose: 'job-photo',
      assignmentID: mine.stop.assignmentID,
      ...announced(bytes, shot.photoID),
    })
    await put(office, signed, bytes)
    expect(await mine.device.send([shot.event])).toMatchObject({ results: [{ result: 'applied' }] })
    inADay()
    await sweep()
    expect(await isThere(signed.key)).toBe(true)
  })

  test('two servers that remove at once, and a customer who names a file at that moment, leave no record without its file', async () => {
    const photos = []
    for (let at = 0; at < 5; at++) photos.push(await uploaded(office, mine.customer, jpeg()))
    inADay()
    const customer = await signedIn(office.fetch, mine.customer)
    const [named, ...rest] = photos
    const [one, other, opened] = await Promise.all([
      sweep(),
      sweep(),
      customer.post('/v1/cases', {
        kind: 'outcome',
        assignmentID: mine.stop.assignmentID,
        reason: 'missed',
        text: 'My bag was out',
        photos: [named],
      }),
    ])
    expect(one + other).toBe(opened.status === 201 ? 4 : 5)
    expect(await isThere(named!.key)).toBe(opened.status === 201)
    for (const { key } of rest) expect(await isThere(key)).toBe(false)
  })

  test('a server that is killed between file and row leaves it to the next, whether or not the file is gone', async () => {
    const [before, after] = [
      await uploaded(office, mine.customer, jpeg()),
      await uploaded(office, mine.customer, jpeg()),
    ]
    inADay()
    const dies = (first: boolean) => ({
      remove: async (key: string) => {
        if (first) await office.deps.storage.remove(key)
        if (kind === 'postgres') {
          // What a killed process leaves: a connection that is gone.
          await office.deps.database.db.execute(
            sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`,
          )
        }
        throw new Error('killed')
      },
    })
    await expect(sweep(dies(true))).rejects.toThrow()
    await expect(sweep(dies(false))).rejects.toThrow()
    await sweep()
    for (const { key } of [before, after]) expect(await isThere(key)).toBe(false)
    const rows = await office.deps.database.db.select().from(uploads)
    expect(rows.map(({ removedAt }) => removedAt !== null)).toEqual([true, true])
  })

  test('one customer, by how many sign-ins ever, gets addresses for a bounded number of bytes, and is told to wait', async () => {
    const sessions = [mine.customer]
    for (let at = 0; at < 2; at++) sessions.push(await signedIn(office.fetch, mine.customer))
    const ask = (person: Person) =>
      person.post('/v1/cases/signed-url', {
        photoID: randomUUID(),
        size: MAX_UPLOAD_BYTES,
        sha256: 'a'.repeat(64),
        contentType: 'image/jpeg',
      })
    const answers = await Promise.all([...sessions, ...sessions, ...sessions, ...sessions].map(ask))
    const given = answers.filter(({ status }) => status === 201)
    expect(given).toHaveLength(Math.floor(CUSTOMER_BYTES_MAX / MAX_UPLOAD_BYTES))
    for (const one of answers.filter(({ status }) => status !== 201))
      expect(one).toMatchObject(refusal(429, 'rate_limited'))
    // A driver's photo is not counted with them.
    expect((await shoot(office, mine.driver, mine.device, mine.stop)).photoID).toBeDefined()
    inADay()
    await sweep()
    expect((await ask(await signedIn(office.fetch, mine.customer))).status).toBe(201)
  })

  test('all customers together get a bounded number of bytes', async () => {
    await office.deps.database.db.insert(uploads).values(
      Array.from({ length: Math.floor(CUSTOMERS_BYTES_MAX / MAX_UPLOAD_BYTES) }, () => ({
        storageKey: `case-photo.${newID()}.${'a'.repeat(32)}`,
        purpose: 'case-photo' as const,
        size: MAX_UPLOAD_BYTES,
        announcedAt: office.clock.now(),
      })),
    )
    const about = { ...announced(jpeg()), size: MAX_UPLOAD_BYTES }
    expect(await mine.customer.post('/v1/cases/signed-url', about)).toMatchObject(refusal(507, 'disk_full'))
    expect((await shoot(office, mine.driver, mine.device, mine.stop)).photoID).toBeDefined()
  })

  test('who only registered gets no address for a photo', async () => {
    const { email } = await registered(office)
    const token = confirmToken((await lettersTo(office, email))[0]!)
    await office.nobody.put(`${REGISTER}/${token}/confirm`, { password: PASSWORD })
    const rita = await signedIn(office.fetch, { email, password: PASSWORD })
    expect(await rita.post('/v1/cases/signed-url', announced(jpeg()))).toMatchObject(refusal(404, 'not_found'))
  })
})
