import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getTimeline, noteCall } from '#contract/v1/customer-timeline.ts'
import { cancelCustomer } from '#contract/v1/customers.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { mails as mailRows } from '#server/db/tables/mails.ts'
import { getNotReached, listNotReached, mailNotReached } from '#contract/v1/not-reached.ts'
import { listMails, previewKeptMails } from '#contract/v1/mails.ts'
import { runProgress } from '#contract/v1/progress.ts'
import { collectionsReport, reportRows, roundsReport } from '#contract/v1/reports.ts'
import { getRun, listRuns, type Run } from '#contract/v1/runs.ts'
import { listCalendar, updateCalendarWeek } from '#contract/v1/settings.ts'
import type { Telling } from '#domain/not-reached.ts'
import { financialYear } from '#domain/periods.ts'
import { act, deviceOf, generated, suburbAndPackage } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'

const YEAR = financialYear(2026)
/** Done, Bag MT, no access, removed; the other driver's three were not reached. */
const FIGURES = { planned: 7, done: 2, notDone: 1, moved: 3, removed: 1, open: 0 }

describe.each(databases)('customers a completed run did not reach, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  /** Two rounds of one week: the first driver was at three stops, the second at none. */
  async function weekHalfDriven(): Promise<{ run: Run; idle: Person; before: Run }> {
    const { suburbID, productID } = await suburbAndPackage(office)
    const [busy, idle] = [await office.driver(), await office.driver()]
    for (let n = 0; n < 4; n++) await office.make.customer({ suburbID, productID, runNumber: 1 })
    for (const [firstName, email] of [
      ['Anna', 'anna@example.com'],
      ['Ben', 'ben@example.com'],
      ['Cara', null],
    ] as const)
      await office.make.customer({ suburbID, productID, runNumber: 2, firstName, email, mobilePhone: '0412 345 678' })
    const draft = await generated(office, {
      drivers: [
        { runNumber: 1, driverID: busy.userID },
        { runNumber: 2, driverID: idle.userID },
      ],
    })
    const active = await act<Run>(office.admin, draft, 'activate')
    const [first, second, third, fourth] = active.jobs.filter(({ runNumber }) => runNumber === 1)
    const device = deviceOf(office, busy, active)
    await device.send([device.done(first!), device.bagMt(second!), device.not(third!, 'NO_ACCESS')])
    const answer = await office.admin.put<Run>(
      `/v1/runs/${active.runOrderID}`,
      { jobs: { remove: [fourth!.assignmentID] } },
      {},
    )
    const before = answer.body
    return { run: await act<Run>(office.admin, active, 'complete', { outstanding: 'shift' }), idle, before }
  }

  test('A completed run names the invoices of its collections, and lists show the same', async () => {
    const { run } = await weekHalfDriven()
    const again = await office.call(office.admin, getRun, { runOrderID: run.runOrderID })
    const { items } = await office.call(office.admin, listInvoices, { runOrderID: run.runOrderID })
    const named = (invoices: readonly { invoiceID: string }[]) => invoices.map(({ invoiceID }) => invoiceID).toSorted()
    expect(items.length).toBeGreaterThan(0)
    expect(named(again.invoices)).toEqual(named(items))
    expect(named(run.invoices)).toEqual(named(items))
  })

  test('planned, done, not done, moved and removed are the same figures everywhere, and add up', async () => {
    const { run, idle, before } = await weekHalfDriven()
    expect(before).toMatchObject({ planned: 7, done: 2, notDone: 1, moved: 0, removed: 1, open: 3 })
    expect(run).toMatchObject({ ...FIGURES, stops: 3 })
    const { items } = await office.call(office.admin, listRuns, {})
    expect(items).toMatchObject([FIGURES])

    const progress = await office.call(office.admin, runProgress, { runOrderID: run.runOrderID })
    expect(progress.run).toMatchObject(FIGURES)
    // The driver who reached nobody is not left out.
    expect(progress.drivers).toMatchObject([
      { planned: 4, done: 2, notDone: 1, moved: 0, removed: 1 },
      { driverID: idle.userID, planned: 3, done: 0, notDone: 0, moved: 3, removed: 0 },
    ])

    const counted = Object.fromEntries(Object.entries(FIGURES).map(([figure, count]) => [figure, { count }]))
    const collections = await office.call(office.admin, collectionsReport, YEAR)
    expect(collections).toMatchObject({ ...counted, weeks: [counted] })
    for (const { count, rows } of [collections.planned, collections.moved, collections.removed, collections.notDone])
      expect((await office.call(office.admin, reportRows, rows)).total).toBe(count)
    const rounds = await office.call(office.admin, roundsReport, YEAR)
    expect(rounds).toMatchObject(FIGURES)
    expect(rounds.rounds).toMatchObject([
      { runNumber: 1, planned: 4, done: 2, notDone: 1, removed: 1 },
      { runNumber: 2, planned: 3, done: 0, moved: 3, sales: { amount: 0, count: 0 } },
    ])

    // Her phone still has the week, and says what became of it.
    const own = await office.call(idle, listRuns, {})
    expect(own.items).toMatchObject([{ planned: 3, done: 0, moved: 3, stops: 0, jobs: [] }])
  })

  test('they are a list with phones and the next week, and are emailed once', async () => {
    const { run } = await weekHalfDriven()
    const week = await office.call(office.admin, getNotReached, { runOrderID: run.runOrderID })
    expect(week.items.map(({ customer }) => customer.split(' ')[0]).sort()).toEqual(['Anna', 'Ben', 'Cara'])
    expect(week.items[0]).toMatchObject({
      mobilePhone: '+61412345678',
      next: { yearNumber: 2026, monthNumber: 12, weekNumber: 2, from: '2026-12-14' },
      mail: null,
    })
    expect(week.mailable).toBe(2)
    const { customerID: whom, assignmentID: stop } = week.items[0]!
    const { items: happened } = await office.call(office.admin, getTimeline, { customerID: whom })
    expect(happened).toMatchObject([
      { kind: 'not-reached', id: stop, at: run.completedAt, runOrderID: run.runOrderID, movedTo: '2026-12-14' },
    ])
    expect(week.letter?.text).toContain('We’ll collect in the week of Monday 14 December.')
    expect(await office.call(office.admin, listNotReached, {})).toMatchObject({
      items: [{ runOrderID: run.runOrderID, toMail: 2, toCall: 1 }],
    })

    const sent = await office.call(office.admin, mailNotReached, { runOrderID: run.runOrderID })
    expect([sent.mailed, sent.mailable]).toEqual([2, 0])
    expect((await office.call(office.admin, mailNotReached, { runOrderID: run.runOrderID })).mailed).toBe(0)
    const mails = await office.call(office.admin, listMails, {})
    const ours = mails.items.filter(({ subject }) => subject === 'We didn’t get to your collection')
    expect(ours.map(({ to }) => to).sort()).toEqual(['anna@example.com', 'ben@example.com'])
    expect(ours[0]!.text).not.toContain('{')
    // A mail that was kept, because there is no mail server, or that failed did not reach the customer. Neither is
    // written again: a kept one is sent with the other kept ones.
    const { db } = office.deps.database
    for (const [state, kept, toCall] of [
      ['kept', 2, 1],
      ['failed', 0, 3],
      ['queued', 0, 1],
      ['sent', 0, 1],
    ] as const) {
      await db.update(mailRows).set({ state }).where(eq(mailRows.subject, 'We didn’t get to your collection'))
      expect(await office.call(office.admin, listNotReached, {})).toMatchObject({
        items: [{ toMail: 0, kept, toCall }],
      })
      const { items, mailable } = await office.call(office.admin, getNotReached, { runOrderID: run.runOrderID })
      const counted = (how: Telling) => items.filter(({ tell }) => tell === how).length
      expect([mailable, counted('mail'), counted('kept'), counted('call')]).toEqual([0, 0, kept, toCall])
    }

    // A call tells the customer, except one with the result "no answer".
    const cara = week.items.find(({ customer }) => customer.startsWith('Cara'))!
    const { customerID, assignmentID } = cara
    const call = (answered: 'no_answer' | 'spoke') =>
      office.call(office.admin, noteCall, { customerID, assignmentID, answered })
    await call('no_answer')
    expect(await office.call(office.admin, listNotReached, {})).toMatchObject({ items: [{ toCall: 1 }] })
    office.clock.set(new Date(office.clock.now().getTime() + 60_000).toISOString())
    await call('spoke')
    expect((await office.call(office.admin, listNotReached, {})).items).toEqual([])
    const now = await office.call(office.admin, getNotReached, { runOrderID: run.runOrderID })
    expect(now.items.map((one) => one.call?.answered ?? null).toSorted()).toEqual([null, null, 'spoke'].toSorted())

    // A week later it is no longer a task.
    office.clock.set(new Date(office.clock.now().getTime() + 8 * 86_400_000).toISOString())
    expect((await office.call(await signedIn(office.fetch, office.admin), listNotReached, {})).items).toEqual([])
  })

  test('who was told by phone is not emailed too: Home’s task, the list and its button say the same number', async () => {
    const { run } = await weekHalfDriven()
    const list = () => office.call(office.admin, getNotReached, { runOrderID: run.runOrderID })
    const anna = (await list()).items.find(({ customer }) => customer.startsWith('Anna'))!
    for (const answered of ['spoke', 'no_answer'] as const) {
      office.clock.set(new Date(office.clock.now().getTime() + 60_000).toISOString())
      await office.call(office.admin, noteCall, {
        customerID: anna.customerID,
        assignmentID: anna.assignmentID,
        answered,
      })
    }
    expect(await list()).toMatchObject({ mailable: 1 })
    expect(await office.call(office.admin, listNotReached, {})).toMatchObject({ items: [{ toMail: 1, toCall: 1 }] })
    expect(await office.call(office.admin, mailNotReached, { runOrderID: run.runOrderID })).toMatchObject({ mailed: 1 })
  })

  test('an email about it that was kept is not sent once the collection that it promises has begun', async () => {
    const { run } = await weekHalfDriven()
    await office.call(office.admin, mailNotReached, { runOrderID: run.runOrderID })
    await office.deps.database.db
      .update(mailRows)
      .set({ state: 'kept' })
      .where(like(mailRows.dedupeKey, 'not-reached %'))
    const kept = async (at: string) => {
      office.clock.set(at)
      const { kinds, leftOut } = await office.call(await signedIn(office.fetch, office.admin), previewKeptMails, {})
      return {
        sendable: kinds.some(({ kind: one }) => one === 'not_reached'),
        late: leftOut.find(({ reason }) => reason === 'too_late')?.count ?? 0,
      }
    }
    expect(await kept('2026-12-13T00:00:00Z')).toEqual({ sendable: true, late: 0 })
    expect(await kept('2026-12-14T00:00:00Z')).toEqual({ sendable: false, late: 2 })
  })

  test('a customer who cancelled since is neither to be called nor emailed, in the list as on Home', async () => {
    const { run } = await weekHalfDriven()
    const list = () => office.call(office.admin, getNotReached, { runOrderID: run.runOrderID })
    for (const firstName of ['Anna', 'Cara']) {
      const { customerID } = (await list()).items.find(({ customer }) => customer.startsWith(firstName))!
      await office.call(office.admin, cancelCustomer, { customerID, reason: 'Moved away' })
    }
    const { items } = await list()
    expect(items.map(({ customer, tell }) => [customer.split(' ')[0], tell]).toSorted()).toEqual([
      ['Anna', null],
      ['Ben', 'mail'],
      ['Cara', null],
    ])
    expect(await office.call(office.admin, listNotReached, {})).toMatchObject({
      items: [{ toMail: 1, kept: 0, toCall: 0 }],
    })
  })

  test('who skipped the week the stop was moved to, left, or whose week was moved is told of no other collection than their own page', async () => {
    await office.make.calendarYear(2027)
    const { run } = await weekHalfDriven()
    const list = () => office.call(office.admin, getNotReached, { runOrderID: run.runOrderID })
    const idOf = async (firstName: string) =>
      (await list()).items.find(({ customer }) => customer.startsWith(firstName))!.customerID
    const [anna, ben, cara] = [await idOf('Anna'), await idOf('Ben'), await idOf('Cara')]
    const moved = { yearNumber: 2026, monthNumber: 12, weekNumber: 2 }
    await office.make.noPickup({ customerID: anna, ...moved, reason: 'Away' })
    await office.call(office.admin, cancelCustomer, { customerID: cara, reason: 'Moved away' })
    const nextOf = async (customerID: string) =>
      (await list()).items.find((one) => one.customerID === customerID)!.next?.from ?? null
    expect([await nextOf(anna), await nextOf(ben), await nextOf(cara)]).toEqual(['2027-01-11', '2026-12-14', null])

    const { items: weeks } = await office.call(office.admin, listCalendar, { yearNumber: 2026, perPage: 100 })
    const { calendarSettingID } = weeks.find(({ from }) => from === '2026-12-14')!
    const days = { monthNumber: 12, weekNumber: 2, from: '2026-12-15', to: '2026-12-20' }
    await office.call(office.admin, updateCalendarWeek, { calendarSettingID, ...days })
    expect(await nextOf(ben)).toBe('2026-12-15')

    await office.call(office.admin, mailNotReached, { runOrderID: run.runOrderID })
    const { items } = await office.call(office.admin, listMails, {})
    const textTo = (address: string) => items.find(({ to }) => to === address)?.text
    expect(textTo('anna@example.com')).toContain('We’ll collect in the week of Monday 11 January.')
    expect(textTo('ben@example.com')).toContain('We’ll collect in the week of Tuesday 15 December.')
  })
})
