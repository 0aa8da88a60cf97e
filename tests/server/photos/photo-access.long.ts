import { describe, expect, test } from 'vitest'
import type { Run } from '#contract/v1/runs.ts'
import { databases } from '../../support/databases.ts'
import type { Person } from '../../support/person.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import { withActiveRunIn } from '../../fixtures/active-run.ts'
import { act, customersOf, generated, deviceOf } from '../../fixtures/runs.ts'
import { keepWith, openPhotoOffice, photographed, type PhotoOffice, shoot } from '../../fixtures/photo-office.ts'

const DAY_MS = 86_400_000

describe.each(databases)('who may see a photo, on %s', (kind) => {
  let office: PhotoOffice
  let run: Run
  let driver: Person
  withActiveRunIn(
    () => openPhotoOffice('embedded', kind),
    2,
    (opened) => void ({ office, run, driver } = opened),
  )

  const opened = async (person: Person, photoID: string) => (await person.get(`/v1/photos/${photoID}`)).status
  const changeRun = async (change: object) => {
    const answer = await office.admin.put(`/v1/runs/${run.runOrderID}`, change)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  }
  const accessPhoto = async (at: number) => (await keepWith(office, run.jobs[at]!.customerID)).body.photoID
  const completed = async (): Promise<number> => {
    const device = deviceOf(office, driver, run)
    await device.send(run.jobs.map((stop) => device.done(stop)))
    await act(office.admin, run, 'complete')
    return office.clock.now().getTime()
  }
  const at = (time: number) => office.clock.set(new Date(time).toISOString())

  test('a photo removed from its customer opens for nobody: driver, customer or office', async () => {
    const customer = await office.customer()
    const photoID = (await keepWith(office, customer.userID)).body.photoID
    await changeRun({ jobs: { add: [customer.userID], assign: [] } })
    const stop = (await office.admin.get<Run>(`/v1/runs/${run.runOrderID}`)).body.jobs.find(
      ({ customerID }) => customerID === customer.userID,
    )!
    await changeRun({ jobs: { assign: [{ assignmentIDs: [stop.assignmentID], driverID: driver.userID }] } })
    for (const person of [driver, customer, office.admin]) expect(await opened(person, photoID)).toBe(302)
    expect((await office.admin.delete(`/v1/users/customers/${customer.userID}/photos/${photoID}`)).status).toBe(204)
    for (const person of [driver, customer, office.admin])
      expect(await person.get(`/v1/photos/${photoID}`)).toMatchObject(refusal(404, 'not_found'))
  })

  test('when a stop is given to another driver, its customer’s access photos open for that driver only', async () => {
    const other = await office.driver()
    const photoID = await accessPhoto(0)
    expect([await opened(driver, photoID), await opened(other, photoID)]).toEqual([302, 404])
    await changeRun({ jobs: { assign: [{ assignmentIDs: [run.jobs[0]!.assignmentID], driverID: other.userID }] } })
    expect([await opened(driver, photoID), await opened(other, photoID)]).toEqual([404, 302])
  })

  test.each([
    ['taken off the run', (assignmentID: string) => changeRun({ jobs: { remove: [assignmentID] } })],
    ['shifted', (assignmentID: string) => act(office.admin, run, `assignments/${assignmentID}/shift`)],
  ])('an access photo does not open any more for the driver of a stop that was %s', async (_how, away) => {
    const [gone, stays] = [await accessPhoto(0), await accessPhoto(1)]
    await away(run.jobs[0]!.assignmentID)
    expect([await opened(driver, gone), await opened(driver, stays)]).toEqual([404, 302])
  })

  test('a customer who cancelled during an active run stays on the driver’s list, with the access photos', async () => {
    const photoID = await accessPhoto(0)
    const week = { yearNumber: run.yearNumber, monthNumber: run.monthNumber, weekNumber: run.weekNumber }
    const said = await office.admin.post('/v1/runs/no-pickups', {
      customerID: run.jobs[0]!.customerID,
      ...week,
      reason: 'Away',
    })
    expect(said.status).toBe(201)
    expect(await opened(driver, photoID)).toBe(302)
  })

  test('a draft opens no photo before it is active', async () => {
    const other = await office.driver()
    const [customer] = await customersOf(office, 1)
    const draft = await generated(office, { drivers: [{ runNumber: 1, driverID: other.userID }] })
    expect(draft.jobs.map(({ customerID, driverID }) => ({ customerID, driverID }))).toEqual([
      { customerID: customer!.customerID, driverID: other.userID },
    ])
    const { photoID } = (await keepWith(office, customer!.customerID)).body
    expect(await opened(other, photoID)).toBe(404)
    await act(office.admin, draft, 'activate')
    expect(await opened(other, photoID)).toBe(302)
  })

  test('a completed run opens its customers’ and its stops’ photos for 7 days, as long as the driver’s list shows it', async () => {
    const other = await office.driver()
    await changeRun({ jobs: { assign: [{ assignmentIDs: [run.jobs[1]!.assignmentID], driverID: other.userID }] } })
    const access = await accessPhoto(0)
    const ofOther = await photographed(office, other, run, run.jobs[1]!)
    await changeRun({ jobs: { assign: [{ assignmentIDs: [run.jobs[1]!.assignmentID], driverID: driver.userID }] } })
    const end = await completed()
    const seen = async () => {
      const { body } = await driver.get<{ total: number }>('/v1/runs')
      return [
        body.total,
        (await driver.get(`/v1/runs/${run.runOrderID}`)).status,
        await opened(driver, access),
        await opened(driver, ofOther),
      ]
    }
    at(end + 7 * DAY_MS)
    expect(await seen()).toEqual([1, 200, 302, 302])
    at(end + 7 * DAY_MS + 1)
    expect(await seen()).toEqual([0, 404, 404, 404])
  })

  test('a driver’s own photos still open: of a stop given away, and of a run no longer listed', async () => {
    const other = await office.driver()
    const photoID = await photographed(office, driver, run, run.jobs[0]!)
    await changeRun({ jobs: { assign: [{ assignmentIDs: [run.jobs[0]!.assignmentID], driverID: other.userID }] } })
    expect([await opened(driver, photoID), await opened(other, photoID)]).toEqual([302, 302])
    const theirs = deviceOf(office, other, run)
    await theirs.send([theirs.done(run.jobs[0]!)])
    const mine = deviceOf(office, driver, run)
    await mine.send([mine.done(run.jobs[1]!)])
    await act(office.admin, run, 'complete')
    office.clock.pass(8 * DAY_MS)
    expect([await opened(driver, photoID), await opened(other, photoID)]).toEqual([302, 404])
  })

  test('a phone still delivers the photo of a run that is no longer listed, and gets no run in the answer', async () => {
    const end = await completed()
    at(end + 8 * DAY_MS)
    const device = deviceOf(office, driver, run)
    const { event, photoID } = await shoot(office, driver, device, run.jobs[0]!)
    const answer = await device.send([event])
    expect(answer).toMatchObject({ results: [{ result: 'review', code: 'job_completed' }], run: null })
    expect(await opened(driver, photoID)).toBe(302)
  })
})
