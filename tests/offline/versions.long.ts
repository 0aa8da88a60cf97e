import { waitingOf } from '#client/offline/unsent.ts'
import { photoOnDevice, readWeek } from '#client/offline/week.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import type { Table } from 'dexie'
import { newID } from '#domain/identifiers.ts'
import { drivers } from '#server/db/tables/drivers.ts'
import { jobDrivers, jobs, runs } from '#server/db/tables/runs.ts'
import { users } from '#server/db/tables/users.ts'
import { eventWords } from '#client/features/sync/waiting-words.ts'

import { type StoredEvent, UserDatabase } from '#client/offline/store/schema.ts'
import { drain } from '#client/offline/send/send.ts'
import { endDelay } from '#client/offline/outbox/waits.ts'
import { openDevice, type Device } from '#client/offline/store/device.ts'
import { saveDone, saveNote } from '#client/offline/outbox/record.ts'
import { startSync } from '#client/offline/sync.ts'
import { THIS_WEEK } from '../fixtures/make.ts'
import type { Office } from '../support/office.ts'
import type { Person } from '../support/person.ts'
import { aPicture, sha256Of, TestDevice } from '../support/device.ts'
import { CrashInjector } from '../support/simulation/crash-injector.ts'
import { seeded } from '#domain/seeded.ts'
import { type SimulatedBusiness, eventsKept, openBusiness } from '../support/simulation/business.ts'
import { freezeDisk, type FrozenDevice, frozenDevices, rowsOf, thawDisk } from '../support/versions/frozen-device.ts'
import { withBusiness } from '../fixtures/simulated-business.ts'

/** The database of a future build: one more table, index and column. It only adds. */
class TomorrowDatabase extends UserDatabase {
  visits!: Table<{ visitID: string; assignmentID: string }, string>

  constructor(...[userID, ports]: ConstructorParameters<typeof UserDatabase>) {
    super(userID, ports)
    this.version(2)
      .stores({ visits: 'visitID, assignmentID', events: 'eventID, assignmentID, state, [runOrderID+seq]' })
      .upgrade((change) => change.table('events').toCollection().modify({ route: 'north' }))
  }
}
const TOMORROW = 2

describe.each(frozenDevices().map((frozen) => [frozen.appBuild, frozen] as const))(
  'a phone that build %s left with unsent work',
  (_, frozen) => {
    let office: Office
    let business: SimulatedBusiness
    let open: (() => Promise<unknown>)[] = []
    withBusiness((opened) => void ({ office, business } = opened))

    const events = rowsOf<StoredEvent>(frozen, 'events').sort((a, b) => a.seq - b.seq)

    /** The frozen phone, and a server that assigned that run to the driver. Signed in, the app not yet opened. */
    async function thawed(): Promise<TestDevice> {
      await Promise.all(open.map((close) => close()))
      open = []
      await office.reset()
      business = await openBusiness(office)
      office.clock.set(frozen.at)
      const driver = await roundOf(business, frozen)
      const device = new TestDevice(office, driver, { appBuild: 'tomorrow' })
      await thawDisk(device.disk, frozen.databases)
      await device.signIn(driver)
      open.push(() => device.close())
      return device
    }

    /** Today's core on a future build's database: simulates a future build. */
    async function tomorrow(device: TestDevice): Promise<Device & { db: TomorrowDatabase }> {
      const ports = device.portsOf(new CrashInjector())
      const db = new TomorrowDatabase(frozen.driverID, ports)
      await db.open()
      const core = await openDevice(ports, { userID: frozen.driverID })
      core.db.close()
      open.push(async () => {
        db.close()
        core.deviceDb.close()
      })
      return Object.assign(core, { db }) as Device & { db: TomorrowDatabase }
    }

    /** Sends everything, as the watchdog would, until nothing waits. */
    async function settle(device: TestDevice, core: Device): Promise<void> {
      device.network.online = true
      for (let round = 0; round < 5; round++) {
        await endDelay(core.db)
        await device.clock.during(drain(core))
      }
      expect(await core.db.events.where('state').noneOf(['acknowledged', 'discarded']).toArray()).toEqual([])
    }

    const kept = async () => (await eventsKept(business, frozen.driverID)).map((row) => row.event_id)
    const idsOf = (rows: readonly { eventID: string }[]) => rows.map((row) => row.eventID)

    test('it holds what the other tests need: every kind of record, some of them half sent', () => {
      expect([...new Set(events.map((event) => event.type))].sort()).toEqual([
        'bag-mt',
        'done',
        'not-collected',
        'note',
        'photo',
        'undo',
      ])
      const states = ['acknowledged', 'needs-attention', 'queued']
      // Only the first builds stored what was under way.
      if (frozen.appBuild === '0.1.0+ae9e909751') states.push('sending')
      expect([...new Set(events.map((event) => event.state))].sort()).toEqual(states)
    })

    test('this build sends everything: every record arrives once, every photo byte for byte', async () => {
      const device = await thawed()
      await device.open()
      expect(device.device.deviceID).toBe(events[0]!.deviceID)
      expect((await device.status()).lostBefore).toBeNull()
      for (const one of (await device.waiting()).filter(({ why }) => why === 'needs-attention'))
        await device.device.db.events.update(one.event.eventID, { state: 'queued' })
      await device.settles()
      // The server of that day is gone, as after a restore: what it had acknowledged is sent again, too.
      expect(await kept()).toEqual(idsOf(events))
      for (const { photoID, bytes } of rowsOf<{ photoID: string; bytes: ArrayBuffer }>(frozen, 'photoBytes')) {
        const answer = await office.admin.get(`/v1/photos/${photoID}`)
        const served = await office.fetch(answer.headers.get('location')!)
        expect(sha256Of(await served.arrayBuffer())).toBe(sha256Of(bytes))
      }
      expect((await device.finish({ assignmentID: frozen.assignmentIDs[0]! })).seq).toBe(events.length + 1)
    })

    test('after a roll-back that build finds what this one stored: its tables, its columns, and no state it does not know', async () => {
      const device = await thawed()
      device.goOffline()
      await device.open()
      await device.finish({ assignmentID: frozen.assignmentIDs[0]! })
      await device.photograph({ assignmentID: frozen.assignmentIDs[1]! })
      await device.close()
      const now = await freezeDisk(device.disk)
      const shape = (databases: FrozenDevice['databases']) =>
        databases.map(({ name, version, stores }) => [name, version, stores.map((store) => ({ ...store, rows: null }))])
      expect(shape(now)).toEqual(shape(frozen.databases))
      const columns = (rows: object[]) => [...new Set(rows.flatMap((row) => Object.keys(row)))].sort()
      for (const table of ['events', 'photos', 'photoBytes'])
        expect(columns(rowsOf({ ...frozen, databases: now }, table))).toEqual(columns(rowsOf(frozen, table)))
      const states = rowsOf<StoredEvent>({ ...frozen, databases: now }, 'events').map(({ state }) => state)
      const known = ['queued', 'sending', 'acknowledged', 'needs-attention', 'discarded']
      expect(states.filter((state) => !known.includes(state))).toEqual([])
    })

    test.each([1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144])(
      'killed at step %i of its first start on this build, it sends every record once after the next',
      async (step) => {
        const device = await thawed()
        await device.open({ crashAtStep: step })
        await device.passes(5_000)
        expect(device.isOpen).toBe(false)
        await device.restart()
        expect(device.device.deviceID).toBe(events[0]!.deviceID)
        expect((await device.status()).lostBefore).toBeNull()
        for (const one of (await device.waiting()).filter(({ why }) => why === 'needs-attention'))
          await device.device.db.events.update(one.event.eventID, { state: 'queued' })
        await device.settles()
        expect(await kept()).toEqual(idsOf(events))
        expect(await device.device.db.photoBytes.count()).toBeGreaterThanOrEqual(rowsOf(frozen, 'photoBytes').length)
      },
    )

    test('with a later build, back on this one, and forward again each record arrives once and none is lost', async () => {
      const device = await thawed()
      const [first, second, third] = frozen.assignmentIDs as [string, string, string]

      // The future build sends what is stored, including what was in mid-send.
      const next = await tomorrow(device)
      await next.db.events.where('state').equals('needs-attention').modify({ state: 'queued' })
      await settle(device, next)
      expect(await kept()).toEqual(idsOf(events))
      // Then, offline: rows in its own table, and records of a kind and with fields that today's build does not know.
      device.goOffline()
      expect(
        await next.db.events
          .where('[runOrderID+seq]')
          .between([frozen.runOrderID, 0], [frozen.runOrderID, Infinity])
          .count(),
      ).toBe(events.length)
      await next.db.visits.add({ visitID: 'v1', assignmentID: first })
      const seen = await saveNote(next, first, 'From tomorrow')
      const richer = await newer(next, seen, {
        type: 'done',
        payload: { pu: 2, notes: { text: 'an object now' }, compost: true },
      })
      const unheardOf = await newer(next, seen, { type: 'weighed', payload: { grams: 12_500, scale: { id: 'S-1' } } })
      next.db.close()

      // Back to today's build. It displays and counts what it does not understand, records more, and sends all of it as
      // it is stored.
      await device.open({ watch: false })
      const today = device.device
      expect(today.db.backendDB().version).toBe(20)
      expect(today.deviceID).toBe(events[0]!.deviceID)
      expect((await device.run()).jobs).toHaveLength(5)
      const words = waitingOf(today, await readWeek(today)).map((one) =>
        eventWords({ ...one, serviceType: null, photos: [] }),
      )
      expect(words).toContain('A record of a newer version of the app')
      expect((await device.status()).events).toBe(3)
      const back = await saveDone(today, second, { pu: 1 })
      expect(back.seq).toBe(unheardOf.seq + 1)
      await settle(device, today)
      const rows = await eventsKept(business, frozen.driverID)
      for (const event of [richer, unheardOf]) {
        const row = rows.find(({ event_id }) => event_id === event.eventID)
        expect(row).toMatchObject({
          type: event.type,
          counts: false,
          result: 'review',
          payload: { ...event.payload, v: TOMORROW },
        })
      }
      device.goOffline()
      const late = await saveNote(today, third, 'Recorded by today in between')
      await device.close()

      // Forward again: its upgrade does not run a second time, its table is there, and today's record is sent with it.
      const again = await tomorrow(device)
      expect(await again.db.visits.toArray()).toEqual([{ visitID: 'v1', assignmentID: first }])
      const columns = (await again.db.events.bulkGet([events[0]!.eventID, back.eventID])).map(
        (event) => (event as unknown as { route?: string }).route,
      )
      expect(columns).toEqual(['north', undefined])
      await settle(device, again)
      expect((await kept()).sort()).toEqual(idsOf([...events, seen, richer, unheardOf, back, late]).sort())
      expect(await again.db.photoBytes.count()).toBe(rowsOf(frozen, 'photoBytes').length)
    })

    test('an older window open at the same time closes the database at once, and no record of either is lost or doubled', async () => {
      const device = await thawed()
      device.goOffline()
      await device.open()
      const old = device.device
      const before = await device.finish({ assignmentID: frozen.assignmentIDs[0]! })
      // The upgrade happens during a tap.
      const [during, next] = await Promise.all([
        device.photograph({ assignmentID: frozen.assignmentIDs[1]! }, aPicture(seeded(3), 400)),
        tomorrow(device),
      ])
      const after = await device.finish({ assignmentID: frozen.assignmentIDs[2]! }, 3)
      const theirs = await saveNote(next, frozen.assignmentIDs[3]!, 'From the new window')
      expect(await next.db.events.count()).toBe(events.length + 4)
      expect(new Set((await next.db.events.toArray()).map((event) => event.seq)).size).toBe(events.length + 4)
      expect(await photoOnDevice(old.db, during.type === 'photo' ? during.payload.photoID : '')).not.toBeNull()
      await next.db.events.where('state').equals('needs-attention').modify({ state: 'queued' })
      // Both send.
      device.goOnline()
      const sync = startSync(next)
      await device.settles(120_000)
      await device.clock.during(sync.stop())
      expect((await kept()).sort()).toEqual(idsOf([...events, before, during, after, theirs]).sort())
    })

    test('while an old window blocks the upgrade the app says so, and opens as soon as that window is closed', async () => {
      const device = await thawed()
      const ports = device.portsOf(new CrashInjector())
      // A suspended page of an earlier build.
      const stopped = await new Promise<IDBDatabase>((resolve, reject) => {
        const asked = device.disk.open('rr-somebody', 5)
        asked.onsuccess = () => resolve(asked.result)
        asked.onerror = () => reject(asked.error)
      })
      let said = 0
      const opening = openDevice({ ...ports, IDBKeyRange }, { userID: 'somebody', onBlocked: () => (said += 1) })
      await expect.poll(() => said).toBe(1)
      stopped.close()
      const opened = await opening
      expect(await opened.db.meta.get('deviceID')).toBeDefined()
      opened.db.close()
      opened.deviceDb.close()
    })
  },
)

/** Leaves one more record as a future build would: with another envelope version and more fields in its payload. */
async function newer(
  device: Device,
  like: StoredEvent,
  changes: { type: string; payload: object },
): Promise<StoredEvent> {
  return device.db.transaction('rw', device.db.events, device.db.meta, async () => {
    const seq = Number((await device.db.meta.get('seq'))?.value) + 1
    const event = { ...like, ...changes, eventID: newID(), v: TOMORROW, seq } as unknown as StoredEvent
    await device.db.events.add(event)
    await device.db.meta.put({ key: 'seq', value: seq })
    return event
  })
}

/** Creates the frozen phone's run in an office of today. */
async function roundOf(
  business: SimulatedBusiness,
  { driverID, runOrderID, assignmentIDs }: FrozenDevice,
): Promise<Person> {
  const { office } = business
  const { db } = office.deps.database
  const now = office.clock.now()
  // It makes no difference to the phone whose stops they are.
  const { stops } = await business.newRound()
  await db.insert(users).values({
    userID: driverID,
    role: 'DRIVER',
    firstName: 'Dan',
    lastName: 'Frost',
    fullName: 'Dan Frost',
    email: 'frozen@bagrun.example',
    createdAt: now,
  })
  await db.insert(drivers).values({
    driverID,
    mobilePhone: '+61412345678',
    employmentType: 'CONTRACTOR',
    employmentStartDate: '2025-01-01',
    payRate: 400,
    payPercentage: 5000,
    weekNumbers: [1, 2, 3, 4, 5],
    createdAt: now,
  })
  await db.insert(runs).values({
    ...THIS_WEEK,
    runOrderID,
    refNumber: 20_000,
    status: 'active',
    sequenceNumber: 200,
    fromDate: '2026-11-09',
    toDate: '2026-11-15',
    createdAt: now,
    activatedAt: now,
  })
  const rows = assignmentIDs.map((assignmentID, at) => ({
    assignmentID,
    runOrderID,
    customerID: stops[at]!.customerID,
    capturedCustomerName: `Customer ${at}`,
    address: `${at} Banksia Street`,
    suburb: 'Wattle Grove',
    postcode: '2173',
    serviceType: 'GARDEN_BAG' as const,
    amount: 2500,
    runNumber: 1,
    stopOrder: at + 1,
    driverID,
    capturedDriverName: 'Dan Frost',
    state: 'planned' as const,
    createdAt: now,
  }))
  await db.insert(jobs).values(rows)
  await db.insert(jobDrivers).values(rows.map(({ assignmentID }) => ({ assignmentID, driverID, since: now })))
  return { userID: driverID, token: await business.signIn(driverID), email: '', password: '' } as Person
}
