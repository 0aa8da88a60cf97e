import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createInvoice, type Invoice, payInvoice } from '#contract/v1/invoices.ts'
import { createNoPickup } from '#contract/v1/no-pickups.ts'
import { getPushKey, listPushSubscriptions } from '#contract/v1/push.ts'
import { customers } from '#server/db/tables/customers.ts'
import { runPushes } from '#server/features/push/push-runner.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'
import { openPushService, type PushService } from '../../support/push-service.ts'
import { pushed, switchOn } from '../../fixtures/push.ts'
import { NEXT_WEEK, readyToRemind } from '../../fixtures/reminders.ts'
import { act, deviceOf, generated } from '../../fixtures/runs.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
/** Sunday 15/11/2026, 18:00 in Sydney: the evening before next week. */
const EVENING = '2026-11-15T07:00:00.000Z'

describe.each(databases)('What is pushed, on %s', (kind) => {
  let service: PushService
  let office: Office
  let goBack: () => Promise<void>
  let anna: Person
  let bob: Person
  beforeAll(async () => {
    service = await openPushService()
    office = await openOffice(kind, { environment: { PUSH_TEST_ORIGIN: service.origin } })
    await readyToRemind(office)
    await office.admin.put('/v1/settings/business.email', { value: 'office@greenbags.example' })
    const [{ suburbID }, { productID }] = [await office.make.suburb({ weekNumber: 3 }), await office.make.product()]
    anna = await office.customer({ suburbID, productID, email: 'anna@customers.example', address: '1 Fern Street' })
    bob = await office.customer({ suburbID, productID, email: 'bob@customers.example' })
    goBack = await office.keep()
  })
  afterAll(async () => {
    await office.close()
    await service.close()
  })
  beforeEach(async () => {
    await goBack()
    service.arrived.length = 0
    service.asked.length = 0
    service.answer = null
  })

  const now = () => pushed(office, service)
  const rows = async () =>
    (
      await office.deps.database.db.execute<{ state: string; attempts: number; error: string | null }>(
        sql`select state, attempts, last_error as error from pushes order by thing, push_subscription_id`,
      )
    ).rows
  const devicesOf = async (person: Person) => (await office.call(person, listPushSubscriptions, {})).items

  describe('the evening before', () => {
    test('a week is pushed at 18:00 to each device once, encrypted and signed', async () => {
      await switchOn(office, service, anna, 'phone')
      await switchOn(office, service, anna, 'tablet')
      await switchOn(office, service, bob, 'bob')
      office.clock.set(new Date(Date.parse(EVENING) - 1).toISOString())
      expect(await now()).toEqual([])
      office.clock.set(EVENING)
      await runPushes(office.deps)
      const push = service.arrived.find(({ device }) => device === 'phone')!
      expect(push.message).toEqual({
        title: 'Collection from Mon 16/11/2026',
        body: 'Please put it out by Mon 16/11/2026, 6:00 am.',
        path: '/schedules',
        tag: 'week 2026-11-3',
      })
      expect(push).toMatchObject({
        ttl: 30 * 3600,
        urgency: 'normal',
        claims: { sub: 'mailto:office@greenbags.example' },
      })
      expect(push.topic).toMatch(/^[\w-]{32}$/)
      expect(push.key).toBe((await office.call(anna, getPushKey, {})).publicKey)
      expect(push.claims.exp * 1000).toBeGreaterThan(Date.now())
      expect(await now()).toEqual([
        'bob: Collection from Mon 16/11/2026',
        'phone: Collection from Mon 16/11/2026',
        'tablet: Collection from Mon 16/11/2026',
      ])
      office.clock.pass(MINUTE)
      expect(await now()).toEqual([])
    })

    test('not to a customer with a no pickup, a blocked one, one due in another week, or one who signed out', async () => {
      const other = await office.customer({ email: 'other@customers.example' })
      const blocked = await office.customer({ email: 'blocked@customers.example', suburbID: await suburbOf(bob) })
      for (const [who, name] of [
        [anna, 'skips'],
        [bob, 'left'],
        [other, 'other'],
        [blocked, 'blocked'],
      ] as const)
        await switchOn(office, service, who, name)
      await office.call(anna, createNoPickup, NEXT_WEEK)
      await office.admin.put(`/v1/users/customers/${blocked.userID}/block`, { reason: 'Never pays' })
      await bob.post('/v1/users/signout')
      office.clock.set(EVENING)
      expect(await now()).toEqual([])
      expect((await rows()).map(({ state }) => state)).toEqual(['left_out', 'left_out', 'left_out'])
    })

    test('not to a customer on hold, but to the others (P30)', async () => {
      await switchOn(office, service, anna, 'phone')
      await switchOn(office, service, bob, 'bob')
      await office.deps.database.db
        .update(customers)
        .set({ heldSince: office.clock.now() })
        .where(eq(customers.customerID, anna.userID))
      office.clock.set(EVENING)
      await runPushes(office.deps)
      expect(service.arrived.map(({ device }) => device)).toEqual(['bob'])
    })

    test('a no pickup taken back in time is pushed; one given after 18:00 before it is sent is not', async () => {
      await switchOn(office, service, anna, 'anna')
      await switchOn(office, service, bob, 'bob')
      const { noPickupID } = await office.call(anna, createNoPickup, NEXT_WEEK)
      await anna.delete(`/v1/runs/no-pickups/${noPickupID}`)
      service.answer = () => ({ status: 503 })
      office.clock.set(EVENING)
      expect(await now()).toEqual([])
      service.answer = null
      await office.call(bob, createNoPickup, NEXT_WEEK)
      office.clock.pass(MINUTE)
      expect(await now()).toEqual(['anna: Collection from Mon 16/11/2026'])
    })

    test('not on a device that was switched on later that evening, and not after 21:00', async () => {
      await switchOn(office, service, anna, 'early')
      office.clock.set(EVENING)
      office.clock.pass(MINUTE)
      await switchOn(office, service, await signedIn(office.fetch, anna), 'late')
      service.answer = () => ({ status: 500 })
      expect(await now()).toEqual([])
      service.answer = null
      office.clock.set(new Date(Date.parse(EVENING) + 3 * HOUR).toISOString())
      expect(await now()).toEqual([])
      expect(await rows()).toMatchObject([{ state: 'failed', error: 'too late' }])
    })

    test.each([
      ['the clocks go back', '2027-04-04T08:00:00.000Z'],
      ['the clocks go forward', '2027-10-03T07:00:00.000Z'],
    ])('comes at 18:00 there on the day %s', async (_when, evening) => {
      await office.make.calendarYear(2027)
      await switchOn(office, service, anna, 'anna')
      office.clock.set(new Date(Date.parse(evening) - 1).toISOString())
      await runPushes(office.deps)
      expect(await rows()).toEqual([])
      office.clock.set(evening)
      await runPushes(office.deps)
      expect(await rows()).toHaveLength(1)
    })
  })

  describe('“collected”', () => {
    const onTheRoad = async () => {
      const driver = await office.driver()
      const draft = await generated(office, { ...NEXT_WEEK, drivers: [{ runNumber: 1, driverID: driver.userID }] })
      const run = await act(office.admin, draft, 'activate')
      const phone = deviceOf(office, driver, run)
      const stopOf = (person: Person) => run.jobs.find(({ customerID }) => customerID === person.userID)!
      return { run, phone, stopOf }
    }

    test('is told 15 minutes after the record arrived, once, with bags and day', async () => {
      const { phone, stopOf } = await onTheRoad()
      await switchOn(office, service, anna, 'anna')
      await switchOn(office, service, bob, 'bob')
      await phone.send([phone.done(stopOf(anna), 2), phone.bagMt(stopOf(bob))])
      office.clock.pass(15 * MINUTE - 1)
      expect(await now()).toEqual([])
      office.clock.pass(1)
      await runPushes(office.deps)
      expect(service.arrived.map(({ device, message }) => [device, message.body, message.path])).toEqual([
        ['anna', '2 bags, Tue 10/11/2026.', '/schedules'],
      ])
      service.arrived.length = 0
      office.clock.pass(HOUR)
      expect(await now()).toEqual([])
    })

    test('is not told when it was undone; recorded again, it is told 15 minutes after that', async () => {
      const { phone, stopOf } = await onTheRoad()
      await switchOn(office, service, anna, 'anna')
      const first = phone.done(stopOf(anna))
      await phone.send([first])
      office.clock.pass(14 * MINUTE)
      await phone.send([phone.undo(first)])
      office.clock.pass(HOUR)
      expect(await now()).toEqual([])
      await phone.send([phone.done(stopOf(anna), 3)])
      office.clock.pass(15 * MINUTE - 1)
      expect(await now()).toEqual([])
      office.clock.pass(1)
      expect(await now()).toEqual(['anna: Collected'])
    })

    test('is not told when it was corrected to another outcome, or undone while the push service was away', async () => {
      const { phone, stopOf } = await onTheRoad()
      await switchOn(office, service, anna, 'anna')
      await switchOn(office, service, bob, 'bob')
      const [of, his] = [phone.done(stopOf(anna)), phone.done(stopOf(bob))]
      await phone.send([of, his])
      office.clock.pass(5 * MINUTE)
      await phone.send([phone.undo(of), phone.not(stopOf(anna), 'NOT_OUT')])
      office.clock.pass(10 * MINUTE)
      service.answer = () => ({ status: 503 })
      expect(await now()).toEqual([])
      expect(service.asked).toEqual(['/push/bob'])
      await phone.send([phone.undo(his)])
      service.answer = null
      office.clock.pass(10 * MINUTE)
      expect(await now()).toEqual([])
      expect(await rows()).toEqual([])
    })

    test('is told of a run completed meanwhile, and not of records that arrived hours ago', async () => {
      const { run, phone, stopOf } = await onTheRoad()
      await switchOn(office, service, anna, 'anna')
      await phone.send([phone.done(stopOf(anna)), phone.done(stopOf(bob))])
      office.clock.pass(MINUTE)
      await act(office.admin, run, 'complete')
      office.clock.pass(14 * MINUTE)
      // The completion mails an invoice with its confirmation.
      expect(await now()).toEqual(['anna: Collected', 'anna: New invoice'])
      const tablet = await switchOn(office, service, anna, 'tablet')
      office.clock.pass(7 * HOUR)
      expect([await now(), typeof tablet]).toEqual([[], 'string'])
    })
  })

  describe('an invoice', () => {
    const invoiced = (customerID: string): Promise<Invoice> =>
      office.call(office.admin, createInvoice, {
        customerID,
        lines: [{ description: 'Bin', quantity: 1, price: 25.5 }],
      })
    const send = async (invoiceID: string, how: 'send' | 'remind' = 'send') => {
      const admin = await signedIn(office.fetch, office.admin)
      const path = `/v1/invoices/${invoiceID}/${how}`
      expect((await (how === 'send' ? admin.post(path) : admin.put(path))).status).toBe(200)
    }

    test('is pushed when it is mailed, and with each payment reminder, once', async () => {
      await switchOn(office, service, anna, 'anna')
      const { invoiceID } = await invoiced(anna.userID)
      await send(invoiceID)
      await runPushes(office.deps)
      expect(service.arrived.splice(0)).toMatchObject([
        { message: { title: 'New invoice', body: 'INV-000001: $25.50, due by 17/11/2026.', path: '/invoices' } },
      ])
      await send(invoiceID)
      expect(await now()).toEqual([])
      for (const days of [8, 8]) {
        office.clock.pass(days * DAY)
        await send(invoiceID, 'remind')
        // A reminder whose mail was only kept is not used up.
        await office.deps.database.db.execute(sql`update mails set state = 'sent', sent_at = ${office.clock.now()}`)
        expect(await now()).toEqual(['anna: Invoice overdue'])
      }
    })

    test('is not pushed once it is paid, nor when it is addressed to another payer', async () => {
      await switchOn(office, service, anna, 'anna')
      const { invoiceID } = await invoiced(anna.userID)
      await send(invoiceID)
      await office.call(office.admin, payInvoice, {
        invoiceID,
        type: 'CUSTOMER_INBOUND',
        amount: 25.5,
        paymentType: 'EFT',
      })
      expect(await now()).toEqual([])
      await office.admin.put(`/v1/users/customers/${anna.userID}`, {
        billToName: 'Strata Pty Ltd',
        billToEmail: 'strata@payers.example',
      })
      await send((await invoiced(anna.userID)).invoiceID)
      expect(await now()).toEqual([])
      expect((await rows()).map(({ state }) => state)).toEqual(['left_out', 'left_out'])
    })
  })

  describe('the push service', () => {
    const waiting = async () => {
      await switchOn(office, service, anna, 'anna')
      await switchOn(office, service, bob, 'bob')
      office.clock.set(EVENING)
    }

    test.each([404, 410])('that says %s ends the device, and no other', async (status) => {
      await waiting()
      service.answer = (device) => ({ status: device === 'anna' ? status : 201 })
      expect(await now()).toEqual(['bob: Collection from Mon 16/11/2026'])
      expect([(await devicesOf(anna)).length, (await devicesOf(bob)).length]).toEqual([0, 1])
      expect(JSON.stringify(office.logged)).not.toContain(service.origin)
    })

    test.each([301, 302, 307, 308])('that redirects by %s is not followed', async (status) => {
      await waiting()
      service.answer = () => ({ status, headers: { location: `${service.origin}/elsewhere` } })
      expect(await now()).toEqual([])
      expect([...service.asked].sort()).toEqual(['/push/anna', '/push/bob'])
      expect((await rows()).map(({ state, error }) => [state, error])).toEqual(
        [1, 2].map(() => ['failed', String(status)]),
      )
    })

    test('that is busy is asked again when it says, and that fails with growing pauses', async () => {
      await waiting()
      service.answer = (device) =>
        device === 'anna' ? { status: 429, headers: { 'retry-after': '600' } } : { status: 500 }
      await now()
      const asked = () =>
        service.asked
          .splice(0)
          .map((path) => path.slice(6))
          .sort()
      expect(asked()).toEqual(['anna', 'bob'])
      const after: string[][] = []
      for (let minute = 0; minute < 10; minute++) {
        office.clock.pass(MINUTE)
        await now()
        after.push(asked())
      }
      // 30 s, 1, 2, 4 ... minutes by the minute; 10 minutes as asked.
      expect(after).toEqual([['bob'], ['bob'], [], ['bob'], [], [], [], ['bob'], [], ['anna']])
      service.answer = null
      office.clock.pass(10 * MINUTE)
      expect(await now()).toEqual(['anna: Collection from Mon 16/11/2026', 'bob: Collection from Mon 16/11/2026'])
    })

    test('that can’t be reached is tried again, and the log names no device', async () => {
      await waiting()
      const away = {
        ...office.deps,
        push: { ...office.deps.push, send: () => Promise.reject(new TypeError('fetch failed')) },
      }
      await runPushes(away)
      expect(await rows()).toMatchObject([{ state: 'queued', error: 'no answer (TypeError)' }, { state: 'queued' }])
      office.clock.pass(MINUTE)
      expect(await now()).toHaveLength(2)
      const logged = JSON.stringify(office.logged)
      for (const secret of [service.origin, '/push/anna', 'p256dh']) expect(logged).not.toContain(secret)
    })

    test('gets each push once from three servers at once', async () => {
      for (let n = 0; n < 8; n++) await switchOn(office, service, await signedIn(office.fetch, bob), `bob-${n}`)
      await waiting()
      await Promise.all([1, 2, 3].map(() => runPushes(office.deps)))
      expect(service.arrived).toHaveLength(10)
      expect(new Set(service.arrived.map(({ device }) => device)).size).toBe(10)
    })

    test('gets what a killed server had claimed, or had sent without noting it, under the same topic', async () => {
      await waiting()
      const killed = {
        ...office.deps,
        push: {
          ...office.deps.push,
          send: async (...args: Parameters<typeof office.deps.push.send>) => {
            await office.deps.push.send(...args)
            return new Promise<never>(() => undefined)
          },
        },
      }
      void runPushes(killed)
      await expect.poll(() => service.arrived.length).toBe(2)
      const topics = service.arrived.splice(0).map(({ topic }) => topic)
      expect(await now()).toEqual([])
      office.clock.pass(5 * MINUTE)
      await runPushes(office.deps)
      expect(service.arrived.map(({ topic }) => topic)).toEqual(topics)
      office.clock.pass(5 * MINUTE)
      service.arrived.length = 0
      expect(await now()).toEqual([])
    })

    test('gets nothing from a server at another address: a copy of the database tells nobody', async () => {
      await waiting()
      await runPushes({ ...office.deps, config: { ...office.deps.config, publicUrl: 'http://copy.test' } })
      expect(service.asked).toEqual([])
      expect(await now()).toHaveLength(2)
    })
  })

  async function suburbOf(person: Person): Promise<string> {
    const { body } = await office.admin.get<{ suburbID: string }>(`/v1/users/customers/${person.userID}`)
    return body.suburbID
  }
})
