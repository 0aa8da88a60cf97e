import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Alert } from '#contract/v1/alerts.ts'
import { DISK_ENOUGH_BYTES, DISK_SHORT_BYTES } from '#domain/alerts.ts'
import { newID } from '#domain/identifiers.ts'
import { maintainAndNote, startMaintenance } from '#server/maintenance.ts'
import { backups } from '#server/db/tables/maintenance.ts'
import { devices } from '#server/db/tables/events.ts'
import { mails } from '#server/db/tables/mails.ts'
import { runs } from '#server/db/tables/runs.ts'
import { users } from '#server/db/tables/users.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { signedIn } from '../../support/person.ts'
import { activeRun, deviceOf } from '../../fixtures/runs.ts'

const HOUR = 3_600_000

describe.each(databases)('what the office is alerted to about the installation itself, on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await office.reset()
    // Extends the calendar so that no test but its own gets the alert that it ends soon.
    await office.make.calendarYear(2027)
  })

  const now = () => office.clock.now()
  const ago = (hours: number) => new Date(now().getTime() - hours * HOUR)
  const check = (freeBytes = 50 * DISK_SHORT_BYTES) =>
    checkAlerts({ ...office.deps, database: { ...office.deps.database, freeBytes: async () => freeBytes } })
  /** An admin's session does not last a night: the admin signs in again to read. */
  async function list(query = ''): Promise<Alert[]> {
    const admin = await signedIn(office.fetch, office.admin)
    return (await admin.get<{ items: Alert[] }>(`/v1/alerts${query}`)).body.items
  }
  const kinds = async (query = '') => (await list(query)).map((alert) => alert.kind)
  const backup = (hoursAgo: number, failure: string | null = null) =>
    office.deps.database.db.insert(backups).values({
      backupID: newID(),
      startedAt: ago(hoursAgo + 0.1),
      endedAt: ago(hoursAgo),
      fileName: failure ? null : 'some',
      failure,
    })
  const outbox = () => office.deps.database.db.select().from(mails)

  test('a fresh installation has no alert', async () => {
    expect(await check()).toBe(0)
    expect(await list()).toEqual([])
  })

  test('no good backup for 36 hours: one alert, mailed to every admin, that ends with the next good backup', async () => {
    await check()
    const second = {
      userID: newID(),
      role: 'ADMIN' as const,
      firstName: 'Ada',
      lastName: 'Second',
      fullName: 'Ada Second',
      email: 'ada@bagrun.example',
      createdAt: now(),
    }
    await office.deps.database.db
      .insert(users)
      .values([second, { ...second, userID: newID(), email: 'gone@bagrun.example', disabledAt: now() }])
    office.clock.pass(35 * HOUR)
    expect(await check()).toBe(0)
    office.clock.pass(2 * HOUR)
    expect([await check(), await check()]).toEqual([1, 0])
    const [alert] = await list()
    expect(alert).toMatchObject({
      kind: 'backup-stale',
      title: 'No good backup for 36 hours',
      advice: expect.stringContaining('npm run backup'),
      openedAt: now().toISOString(),
      endedAt: null,
    })
    const told = await outbox()
    expect(told.map((mail) => [mail.to, mail.subject]).toSorted()).toEqual([
      ['ada@bagrun.example', 'Bagrun: No good backup for 36 hours'],
      [office.admin.email, 'Bagrun: No good backup for 36 hours'],
    ])
    expect(told[0]!.text).toContain(alert!.advice)
    await backup(0.5)
    expect([await check(), await list(), await kinds('?status=ended')]).toEqual([0, [], ['backup-stale']])
    office.clock.pass(40 * HOUR)
    expect(await check()).toBe(1)
    expect(await outbox()).toHaveLength(4)
  })

  test('an alert’s email that was kept without a mail server is not sent once the problem is over', async () => {
    await backup(1, 'The disk is full')
    await check()
    const states = async () => (await outbox()).map(({ state, fault }) => [state, fault])
    expect(await states()).toEqual([['kept', null]])
    await check()
    expect(await states()).toEqual([['kept', null]])
    await backup(0.1)
    await check()
    expect([await kinds(), await states()]).toEqual([[], [['failed', 'late']]])
  })

  test('a failed backup is an alert that ends with the next backup that does not fail', async () => {
    await backup(20)
    await backup(1, 'The disk is full')
    await check()
    expect(await kinds()).toEqual(['backup-failed'])
    await backup(0.1)
    await check()
    expect(await kinds()).toEqual([])
  })

  test('several nodes that check at the same moment make one alert and one mail', async () => {
    await backup(1, 'No')
    const opened = await Promise.all([check(), check(), check(), check()])
    expect(opened.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect([await kinds(), (await outbox()).length]).toEqual([['backup-failed'], 1])
  })

  test('a driver on an active run with no contact for a day is an alert with the name; it ends with the next contact', async () => {
    const { run, driver } = await activeRun(office, 1)
    const phone = deviceOf(office, driver, run)
    await phone.send([])
    // From the run's first morning on.
    office.clock.set('2026-11-10T00:00:00Z')
    await backup(0)
    await check()
    expect(await kinds()).toEqual([])
    office.clock.pass(25 * HOUR)
    await check()
    const [alert] = await list()
    const { body: profile } = await driver.get<{ fullName: string }>('/v1/users/profile')
    expect(alert).toMatchObject({
      kind: 'phone-silent',
      subject: driver.userID,
      title: `${profile.fullName}’s phone hasn’t connected for a day`,
    })
    const [device] = (
      await (await signedIn(office.fetch, office.admin)).get<{ items: { state: string }[] }>('/v1/devices')
    ).body.items
    expect(device).toMatchObject({ state: 'silent' })
    await phone.send([])
    await check()
    expect(await kinds()).toEqual([])
  })

  /**
   * A run that has been active for more than a day, whose driver's phone has just made contact; and a function that
   * re-assigns its stops.
   */
  async function aRunThatIsOut(stops: number) {
    const { run, driver } = await activeRun(office, stops)
    const other = await office.driver()
    const device = deviceOf(office, driver, run)
    office.clock.set('2026-11-10T12:00:00Z')
    await backup(0)
    await device.send([])
    const give = async (userID: string, ...at: number[]) => {
      const admin = await signedIn(office.fetch, office.admin)
      const answer = await admin.put(`/v1/runs/${run.runOrderID}`, {
        jobs: { assign: [{ driverID: userID, assignmentIDs: at.map((n) => run.jobs[n]!.assignmentID) }] },
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    }
    return { run, driver, other, phone: device, give }
  }
  const told = async () => (await list()).map(({ kind, subject }) => [kind, subject])
  async function aDayOn(hours: number, device: { send: (events: unknown[]) => Promise<unknown> }) {
    office.clock.pass(hours * HOUR)
    await backup(0)
    await device.send([])
    await check()
  }

  test('a driver given stops of an active run has a day’s time; another stop does not extend it, new ones after none do', async () => {
    const { driver, other, phone: device, give } = await aRunThatIsOut(4)
    await give(other.userID, 0)
    await check()
    expect(await told()).toEqual([])
    await aDayOn(23, device)
    expect(await told()).toEqual([])
    await give(other.userID, 1)
    await aDayOn(2, device)
    expect(await told()).toEqual([['phone-silent', other.userID]])
    await give(driver.userID, 0, 1)
    await check()
    expect(await told()).toEqual([])
    await give(other.userID, 0)
    await check()
    expect(await told()).toEqual([])
  })

  test('a driver without a phone has an alert; records of the office in their place end it, its corrections do not', async () => {
    const { run, driver, other, phone: device, give } = await aRunThatIsOut(5)
    await give(other.userID, 0, 1, 2)
    await aDayOn(25, device)
    const { body } = await other.get<{ fullName: string }>('/v1/users/profile')
    expect(await list()).toMatchObject([
      {
        subject: other.userID,
        title: `No contact with ${body.fullName} for a day`,
        advice: expect.not.stringContaining('sign it out'),
      },
    ])
    expect((await outbox()).map((mail) => mail.subject)).toEqual([`Bagrun: No contact with ${body.fullName} for a day`])
    const record = async (at: number) => {
      const desk = deviceOf(office, await signedIn(office.fetch, office.admin), run)
      expect((await desk.send([desk.done(run.jobs[at]!)])).results).toMatchObject([{ result: 'applied' }])
    }
    await record(0)
    await check()
    expect(await told()).toEqual([])
    await aDayOn(23, device)
    expect(await told()).toEqual([])
    await record(1)
    await aDayOn(2, device)
    expect(await told()).toEqual([])
    await aDayOn(23, device)
    expect(await told()).toEqual([['phone-silent', other.userID]])
    await record(2)
    // The first driver's stops are done; the other driver sent a record for one of theirs, and made no contact
    // since.
    await device.send([device.done(run.jobs[3]!)])
    office.clock.pass(25 * HOUR)
    await backup(0)
    await record(3)
    await check()
    expect(await told()).toEqual([['phone-silent', driver.userID]])
    await record(4)
    await check()
    expect(await told()).toEqual([])
  })

  /** A driver of an active run whose first phone has records it never sent, and made no contact since. */
  async function aDeviceThatHolds(unsent: number, needsAttention = 0) {
    const { run, driver } = await activeRun(office, 2)
    const old = deviceOf(office, driver, run)
    await old.send([old.done(run.jobs[0]!)])
    await office.deps.database.db
      .update(devices)
      .set({ unsent, needsAttention })
      .where(eq(devices.deviceID, old.deviceID))
    office.clock.pass(25 * HOUR)
    await backup(0)
    const { body } = await driver.get<{ fullName: string }>('/v1/users/profile')
    return { run, driver, old, name: body.fullName }
  }

  test('a phone that holds records and has no contact is an alert, even if the driver’s other phone has contact', async () => {
    const { run, driver, old, name } = await aDeviceThatHolds(12)
    await deviceOf(office, driver, run).send([])
    await check()
    const [alert, ...others] = await list()
    expect([alert, others]).toMatchObject([
      {
        kind: 'phone-silent',
        subject: old.deviceID,
        title: `${name}’s phone with 12 records not sent yet hasn’t connected for a day`,
      },
      [],
    ])
    expect((await outbox()).map((mail) => mail.subject)).toEqual([`Bagrun: ${alert!.title}`])
    expect(await kinds(`?keyword=${encodeURIComponent(name)}`)).toEqual(['phone-silent'])
    await old.send([], { reconcile: { highestSeq: 1, unsent: [], accounted: [] } })
    await check()
    expect(await kinds()).toEqual([])
    expect((await list('?status=ended'))[0]).toMatchObject({
      title: `${name}’s phone with records not sent yet hasn’t connected for a day`,
    })
  })

  test('a driver whose only phone holds records has one alert for it, none without an active run or once revoked', async () => {
    const { run, old } = await aDeviceThatHolds(3, 3)
    office.clock.set('2026-11-12T00:00:00Z')
    await backup(0)
    await check()
    expect((await list()).map(({ kind, subject }) => [kind, subject])).toEqual([['phone-silent', old.deviceID]])
    const admin = await signedIn(office.fetch, office.admin)
    expect((await admin.get(`/v1/devices/${old.deviceID}`)).body).toMatchObject({
      state: 'needs-attention',
      silent: true,
    })
    await admin.put(`/v1/devices/${old.deviceID}/revoke`, {})
    expect((await admin.get(`/v1/devices/${old.deviceID}`)).body).toMatchObject({ state: 'revoked', silent: false })
    await check()
    expect((await list()).map(({ subject }) => subject)).not.toContain(old.deviceID)
    await admin.put(`/v1/devices/${old.deviceID}/allow`, {})
    await check()
    expect((await list()).map(({ subject }) => subject)).toEqual([old.deviceID])
    await office.deps.database.db.update(runs).set({ status: 'completed' }).where(eq(runs.runOrderID, run.runOrderID))
    await check()
    expect(await kinds()).toEqual([])
  })

  test('records that a phone counted and that did not arrive are an alert with their number, until they arrive', async () => {
    const { run, driver } = await activeRun(office, 2)
    const device = deviceOf(office, driver, run)
    const lost = device.done(run.jobs[0]!)
    await device.send([device.done(run.jobs[1]!)], { reconcile: { highestSeq: 2, unsent: [], accounted: [] } })
    await check()
    const { body } = await driver.get<{ fullName: string }>('/v1/users/profile')
    expect(await list()).toMatchObject([
      {
        kind: 'records-missing',
        subject: device.deviceID,
        title: `1 record from ${body.fullName}’s phone didn’t arrive`,
      },
    ])
    await device.send([lost])
    await check()
    expect(await kinds()).toEqual([])
  })

  test('a failed nightly clean-up is an alert that ends with the next one', async () => {
    const broken = { ...office.deps.database, maintain: () => Promise.reject(new Error('No')) }
    await maintainAndNote(office.deps)
    office.clock.pass(HOUR)
    await maintainAndNote({ ...office.deps, database: broken })
    await check()
    expect(await list()).toMatchObject([{ kind: 'care-failed', title: 'The nightly clean-up didn’t run' }])
    office.clock.pass(HOUR)
    await maintainAndNote(office.deps)
    await check()
    expect(await kinds()).toEqual([])
  })

  test('a nightly clean-up not done for 36 hours is an alert, counted from the server’s start at the earliest', async () => {
    await maintainAndNote(office.deps)
    office.clock.pass(100 * HOUR)
    const stop = await startMaintenance(office.deps)
    stop.stop()
    await backup(0)
    await check()
    expect(await kinds()).toEqual([])
    office.clock.pass(37 * HOUR)
    await backup(0)
    await check()
    expect(await kinds()).toEqual(['care-failed'])
  })

  test('a driver with no stops left needs no contact', async () => {
    const { run, driver } = await activeRun(office, 1)
    const device = deviceOf(office, driver, run)
    await device.send([device.done(run.jobs[0]!)])
    office.clock.set('2026-11-12T00:00:00Z')
    await backup(0)
    await check()
    expect(await kinds()).toEqual([])
  })

  test('a mail that waits for more than an hour, or was given up, is an alert', async () => {
    const mail = (state: 'queued' | 'failed' | 'kept', hours: number) =>
      office.deps.database.db.insert(mails).values({
        mailID: newID(),
        dedupeKey: newID(),
        to: 'x@y.example',
        subject: 's',
        text: 't',
        state,
        createdAt: ago(hours),
      })
    await mail('queued', 0.5)
    await mail('kept', 100)
    await check()
    expect(await kinds()).toEqual([])
    await mail('failed', 0.5)
    await check()
    expect(await kinds()).toEqual(['mail-stuck'])
    await office.deps.database.db.update(mails).set({ state: 'sent' }).where(eq(mails.state, 'failed'))
    await check()
    expect(await kinds()).toEqual([])
    await mail('queued', 1.5)
    await check()
    expect(await kinds()).toEqual(['mail-stuck'])
  })

  test('a mail given up because of a wrong address is an alert until that person, and no other, is invited again', async () => {
    const { body } = await (
      await signedIn(office.fetch, office.admin)
    ).post<{ adminID: string }>('/v1/users/admins', {
      firstName: 'Ned',
      lastName: 'New',
      email: 'nde@bagrun.example',
    })
    await office.deps.database.db.update(mails).set({ state: 'failed' })
    await check()
    expect(await kinds()).toEqual(['mail-stuck'])
    office.clock.pass(60_000)
    const admin = await signedIn(office.fetch, office.admin)
    await admin.post('/v1/users/admins', { firstName: 'Ada', lastName: 'Abel', email: 'ada@bagrun.example' })
    await check()
    expect(await kinds()).toEqual(['mail-stuck'])
    await admin.post(`/v1/users/admins/${body.adminID}/invite`)
    await check()
    expect(await kinds()).toEqual([])
    // The new mail also failed.
    await office.deps.database.db.update(mails).set({ state: 'failed' })
    await check()
    expect(await kinds()).toEqual(['mail-stuck'])
  })

  test('a short disk is an alert until a quarter more is free; nothing is written when it is full', async () => {
    expect(await check(50)).toBe(0)
    expect(await check(DISK_SHORT_BYTES - 1)).toBe(1)
    await check(DISK_SHORT_BYTES + 1)
    expect(await kinds()).toEqual(['disk-short'])
    await check(DISK_ENOUGH_BYTES)
    expect(await kinds()).toEqual([])
  })

  test('a calendar that ends within ninety days is an alert, and again once it has ended, until there is a next year', async () => {
    office.clock.set('2027-10-01T00:00:00Z')
    await check()
    expect(await kinds()).not.toContain('calendar-ending')
    office.clock.set('2027-10-10T00:00:00Z')
    const told = async () => (await list('?keyword=calendar')).map(({ title, subject }) => [title, subject])
    await check()
    expect(await told()).toEqual([['The calendar ends within 90 days', '']])
    office.clock.set('2028-01-03T00:00:00Z')
    await check()
    expect(await told()).toEqual([['The calendar has ended', 'ended']])
    const admin = await signedIn(office.fetch, office.admin)
    await admin.post('/v1/settings/calendars/year', { yearNumber: 2028, mode: 'MONTHS' })
    await check()
    expect(await told()).toEqual([])
    expect(
      (await outbox())
        .filter(({ subject }) => subject.includes('calendar'))
        .map(({ subject }) => subject)
        .toSorted(),
    ).toEqual(['Bagrun: The calendar ends within 90 days', 'Bagrun: The calendar has ended'])
  })

  test('a business without a calendar is still being set up and has no alert', async () => {
    await office.reset()
    expect(await check()).toBe(0)
  })

  test('the list takes the usual query', async () => {
    await backup(1, 'No')
    await check(DISK_SHORT_BYTES - 1)
    expect(await kinds('?sort=kind')).toEqual(['backup-failed', 'disk-short'])
    expect(await kinds('?keyword=disk')).toEqual(['disk-short'])
    expect(await kinds('?status=all&perPage=1&page=2&sort=kind')).toEqual(['disk-short'])
    expect(await kinds('?from=2030-01-01')).toEqual([])
    expect((await office.admin.get('/v1/alerts?sort=title')).status).toBe(422)
  })
})
