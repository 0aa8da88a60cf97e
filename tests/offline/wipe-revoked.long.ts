import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import { importUnsent } from '#contract/v1/unsent.ts'
import type { UnsentFile } from '#domain/unsent-file.ts'
import { edit, exportUnsent, exportUnsentOf, retry, unsentHere } from '#client/offline/unsent.ts'
import { users } from '#server/db/tables/users.ts'
import { hashPassword } from '#server/features/accounts/passwords.ts'
import type { Office } from '../support/office.ts'
import { aDevice, type TestDevice } from '../support/device.ts'
import { CrashInjector } from '../support/simulation/crash-injector.ts'
import { ours } from '../support/simulation/network.ts'
import { type SimulatedBusiness, eventsKept, officeView } from '../support/simulation/business.ts'
import { busy } from '../support/simulation/idle-detection.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

describe('unsent work exported as a file', () => {
  let office: Office
  let business: SimulatedBusiness
  withBusiness((opened) => void ({ office, business } = opened))

  async function ready() {
    const round = await business.newRound()
    return { ...round, device: await aDevice(office, round.driver) }
  }

  async function exported(device: TestDevice): Promise<UnsentFile> {
    return JSON.parse((await exportUnsent(device.device)).text) as UnsentFile
  }
  type Answer = OutputOf<typeof importUnsent>
  const readIn = (file: UnsentFile): Promise<Answer> => office.call(office.admin, importUnsent, file)
  const said = ({ results }: Answer) => results.map(({ result }) => result)

  /** An afternoon offline: outcomes, a correction, a note, an undo, and photos. */
  async function afternoon(device: TestDevice, stops: readonly { assignmentID: string }[]): Promise<void> {
    await device.finish(stops[0]!, 2, { extraAmount: 5 })
    await device.couldNot(stops[1]!, 'NO_ACCESS')
    await device.finish(stops[1]!, 3)
    await device.note(stops[2]!, 'Gate code changed')
    await device.undo(await device.bagMT(stops[2]!))
    await device.photograph(stops[0]!)
    await device.photograph(stops[3]!)
  }

  /** Everything of this driver's work that money and the office depend on. */
  async function effects(runOrderID: string, driverID: string) {
    const { jobs: stops, totalBags } = await officeView(business, runOrderID)
    const incomes = await office.admin.get<{ items: { pu: number; amount: number; assignmentID: string }[] }>(
      `/v1/pays?driverID=${driverID}&perPage=100`,
    )
    return {
      totalBags,
      jobs: stops.map(({ assignmentID, outcome, pu, extraAmount, driverNotes, photos, state }) => ({
        assignmentID,
        outcome,
        pu,
        extraAmount,
        driverNotes,
        photos: photos.map(({ photoID }) => photoID),
        state,
      })),
      incomes: incomes.body.items.map(({ pu, amount, assignmentID }) => ({ pu, amount, assignmentID })),
    }
  }

  test('the office reads the file in, then the phone sends too: everything counts once, photos included', async () => {
    const { device, stops, driver, runOrderID } = await ready()
    device.goOffline()
    await afternoon(device, stops)
    const answer = await readIn(await exported(device))
    expect(new Set(said(answer))).toEqual(new Set(['applied']))
    expect(answer.results).toHaveLength(8)
    const before = await effects(runOrderID, driver.userID)
    // The second stop is a rubbish removal, which has no bags.
    expect(before).toMatchObject({
      totalBags: 2,
      jobs: [
        { outcome: 'COLLECTED', pu: 2 },
        { outcome: 'COLLECTED', pu: 3 },
        { outcome: null, driverNotes: 'Gate code changed' },
        {},
        {},
      ],
    })
    device.goOnline()
    await device.settles()
    expect(await effects(runOrderID, driver.userID)).toEqual(before)
    expect((await eventsKept(business, driver.userID)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect((await device.events()).every((event) => event.state === 'acknowledged')).toBe(true)
    expect((await device.run()).recorded).toBe(2)
    await device.close()
  })

  test('the file holds exactly what the phone would have sent: either way it has the same effects', async () => {
    const [byFile, byDevice] = [await ready(), await ready()]
    byFile.device.goOffline()
    await afternoon(byFile.device, byFile.stops)
    await readIn(await exported(byFile.device))
    await afternoon(byDevice.device, byDevice.stops)
    await byDevice.device.settles()
    const shape = ({ totalBags, jobs: stops, incomes }: Awaited<ReturnType<typeof effects>>) => ({
      totalBags,
      jobs: stops.map(({ assignmentID: _id, photos, ...stop }) => ({ ...stop, photos: photos.length })),
      incomes: incomes.map(({ pu, amount }) => [pu, amount]).sort(),
    })
    expect(shape(await effects(byFile.runOrderID, byFile.driver.userID))).toEqual(
      shape(await effects(byDevice.runOrderID, byDevice.driver.userID)),
    )
    await byFile.device.close()
    await byDevice.device.close()
  })

  test('a record that had arrived without the phone getting the answer is a duplicate in the file', async () => {
    const { device, stops, driver, runOrderID } = await ready()
    device.network.fate = (url) => (url.endsWith('/done') ? 'drop-answer' : 'none')
    await device.finish(stops[0]!, 2)
    await device.passes(3000)
    device.goOffline()
    await device.finish(stops[1]!, 4)
    expect(said(await readIn(await exported(device)))).toEqual(['duplicate', 'applied'])
    device.network.fate = () => 'none'
    device.goOnline()
    await device.settles()
    expect((await effects(runOrderID, driver.userID)).totalBags).toBe(2)
    expect(await eventsKept(business, driver.userID)).toHaveLength(2)
    await device.close()
  })

  test('a file read in by two admins at once while the phone sends the same records counts once', async () => {
    const { device, stops, driver, runOrderID } = await ready()
    device.goOffline()
    await afternoon(device, stops)
    const file = await exported(device)
    device.goOnline()
    await device.passes(30)
    // The phone's clock does not advance while the desks work: a fast server would otherwise receive everything from
    // the phone before either of them begins.
    const desks = await Promise.all([busy(readIn(file)), busy(readIn(file)), device.settles()])
    expect(new Set([...said(desks[0]), ...said(desks[1])])).toEqual(new Set(['applied', 'duplicate']))
    expect(await eventsKept(business, driver.userID)).toHaveLength(8)
    expect((await effects(runOrderID, driver.userID)).totalBags).toBe(2)
    await device.close()
  })

  test('a record that needs attention is in the file too, and is settled by a retry after the file was read in', async () => {
    const { device, stops, driver } = await ready()
    device.network.fate = (url) => (url.endsWith('/done') ? 'ours-413' : 'none')
    const event = await device.finish(stops[0]!, 2)
    await device.passes(2000)
    expect((await device.event(event.eventID))?.state).toBe('needs-attention')
    expect(said(await readIn(await exported(device)))).toEqual(['applied'])
    device.network.fate = () => 'none'
    await retry(device.device, event.eventID)
    await device.settles()
    expect(await device.event(event.eventID)).toMatchObject({ state: 'acknowledged', result: 'duplicate' })
    expect(await eventsKept(business, driver.userID)).toHaveLength(1)
    await device.close()
  })

  test('a refused record that the office read in from a file is acknowledged on the phone by itself, and counts once', async () => {
    const { device, stops, driver, runOrderID } = await ready()
    device.network.fate = (url) => (url.endsWith('/done') ? 'ours-413' : 'none')
    device.network.stranger = (url) =>
      /\/signed-urls?$/.test(url) ? ours(413, 'file_too_large', undefined, 'Max file size: 20 MB') : null
    const refused = [await device.finish(stops[0]!, 2), await device.photograph(stops[1]!)]
    await device.passes(5000)
    expect((await device.events()).map((event) => event.state)).toEqual(['needs-attention', 'needs-attention'])
    device.network.fate = () => 'none'
    device.network.stranger = () => null
    await readIn(await exported(device))
    await device.passes(20 * 60_000)
    for (const { eventID } of refused)
      expect(await device.event(eventID)).toMatchObject({ state: 'acknowledged', result: 'duplicate' })
    expect(await device.status()).toMatchObject({ kind: 'all-sent', needsAttention: 0 })
    expect(await eventsKept(business, driver.userID)).toHaveLength(2)
    expect(await effects(runOrderID, driver.userID)).toMatchObject({
      totalBags: 2,
      jobs: [{ photos: [] }, { photos: [expect.any(String)] }, {}, {}, {}],
    })
    await device.close()
  })

  test('a record changed on the phone after the office read it in still needs a person, and the reason is shown', async () => {
    const { device, stops, driver } = await ready()
    device.network.fate = (url) => (url.endsWith('/done') ? 'ours-413' : 'none')
    const { eventID } = await device.finish(stops[0]!, 2)
    await device.passes(2000)
    await readIn(await exported(device))
    device.network.fate = () => 'none'
    await edit(device.device, eventID, { pu: 5 })
    await device.passes(60 * 60_000)
    expect(await device.event(eventID)).toMatchObject({
      state: 'needs-attention',
      lastAnswer: {
        code: 'event_differs',
        message: expect.stringContaining('different version of this record') as string,
      },
    })
    expect(await eventsKept(business, driver.userID)).toMatchObject([{ payload: { pu: 2 } }])
    await device.close()
  })

  test('a photo whose upload was interrupted is in the file, and the phone’s own upload later is the same photo', async () => {
    const { device, stops, runOrderID } = await ready()
    device.network.fate = (url) => (url.includes('/files/') ? 'drop-answer' : 'none')
    await device.photograph(stops[0]!)
    await device.passes(1500)
    expect(said(await readIn(await exported(device)))).toEqual(['applied'])
    device.network.fate = () => 'none'
    await device.settles()
    expect((await officeView(business, runOrderID)).jobs[0]!.photos).toHaveLength(1)
    await device.close()
  })

  test('a driver whose employment ended can’t sign in and reads why; their unsent work can be exported and counts', async () => {
    const { device, stops, driver, runOrderID } = await ready()
    const [email, password] = [`${driver.userID}@bagrun.example`, 'a long driver password']
    await office.deps.database.db
      .update(users)
      .set({ email, passwordHash: await hashPassword(password) })
      .where(eq(users.userID, driver.userID))
    device.goOffline()
    await device.finish(stops[0]!, 3)
    await device.photograph(stops[0]!)
    await office.admin.put(`/v1/users/drivers/${driver.userID}`, { employmentEndDate: '2026-11-08' })
    device.goOnline()
    await device.passes(60_000)
    expect(await device.status()).toMatchObject({ kind: 'sign-in', events: 1, photos: 1 })
    expect(await eventsKept(business, driver.userID)).toEqual([])
    const refused = await office.nobody.post('/v1/users/signin', { email, password })
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'account_closed', message: expect.stringContaining('account is closed') as string },
    })

    const ports = device.portsOf(new CrashInjector())
    expect(await unsentHere(ports)).toEqual([
      {
        userID: driver.userID,
        fullName: null,
        unsent: { stops: 1, photos: 1 },
        attention: { stops: 0, photos: 0 },
        hasNothingToSend: false,
        lostPhotos: 0,
      },
    ])
    const { text } = await exportUnsentOf(ports, driver.userID)
    const answer = await readIn(JSON.parse(text) as UnsentFile)
    expect(answer).toMatchObject({
      driver: { driverID: driver.userID },
      results: [{ result: 'applied' }, { result: 'applied' }],
    })
    expect(await effects(runOrderID, driver.userID)).toMatchObject({ totalBags: 3, incomes: [{ pu: 3 }] })
    // An export does not change the records on the phone.
    expect((await device.events()).map((event) => event.state)).toEqual(['queued', 'queued'])
    await device.close()
  })
})
