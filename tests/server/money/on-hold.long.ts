import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCalendarFeed } from '#contract/v1/calendar-feeds.ts'
import { listOnHold } from '#contract/v1/chasing.ts'
import { getCustomer } from '#contract/v1/customers.ts'
import type { Invoice } from '#contract/v1/invoices.ts'
import { ownSchedule } from '#contract/v1/own-schedule.ts'
import { previewNewReminder } from '#contract/v1/reminders.ts'
import { getRun } from '#contract/v1/runs.ts'
import { generateRun } from '#contract/v1/runs-office.ts'
import { previewActivation, previewRun } from '#contract/v1/runs-plan.ts'
import { listAlerts } from '#contract/v1/alerts.ts'
import { customerAccounts } from '#server/db/tables/ledger.ts'
import { checkAlerts } from '#server/features/alerts/alerts-check.ts'
import { runChasing } from '#server/features/chasing/chasing-runner.ts'
import { chasingOffice, type ChasingOffice, LADDER } from '../../fixtures/chasing-office.ts'
import { fixtures } from '../../fixtures/make.ts'
import { databases } from '../../support/databases.ts'
import { readByIcalJs } from '../../support/icalendar-readers.ts'
import { type MailServer, openMailServer } from '../../support/mail-server.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Person, signedIn } from '../../support/person.ts'

const JANUARY = { yearNumber: 2027, monthNumber: 1 }
/** The customers' week after the hold: of 11/01/2027. */
const WEEK = { ...JANUARY, weekNumber: 2 }

describe.each(databases)('Customers on hold, on %s', (kind) => {
  let office: Office
  let mailServer: MailServer
  let story: ChasingOffice
  beforeAll(async () => {
    mailServer = await openMailServer()
    office = await openOffice(kind, { environment: { SMTP_URL: mailServer.url } })
  })
  afterAll(async () => {
    await office.close()
    await mailServer.close()
  })
  beforeEach(async () => {
    await office.reset()
    office.clock.set('2026-11-09T21:00:00Z')
    story = chasingOffice(office, mailServer)
    await office.make.calendarYear(2026)
    await office.make.calendarYear(2027)
    await story.switchOn('remind.auto', 'hold.auto')
  })

  // The office's own session ends with its night.
  const make = () => fixtures((endpoint, input) => office.call(story.admin, endpoint, input), JANUARY)
  const another = async () => (await make().customer()).customerID
  const isHeld = async (customerID: string) =>
    (await office.call(story.admin, getCustomer, { customerID })).onHold !== null
  /** A customer of this week who owes an invoice and was sent both reminders. */
  const warned = async (price = 50): Promise<{ person: Person; invoice: Invoice }> => {
    const person = await office.customer({ due: JANUARY })
    const invoice = await story.owes(person.userID, price)
    await story.morning(LADDER.first)
    await story.morning(LADDER.second)
    return { person, invoice }
  }
  const held = async (price = 50) => {
    const { person, invoice } = await warned(price)
    await story.morning('2026-12-18')
    return { person: await signedIn(office.fetch, person), invoice }
  }
  const draft = async () => {
    const { driverID } = await make().driver()
    return office.call(story.admin, generateRun, { ...WEEK, drivers: [{ runNumber: 1, driverID }] })
  }

  test('Collections pause when they are overdue for long enough and a reminder has named the day (P29, P33)', async () => {
    const { person } = await warned()
    expect(mailServer.received[0]?.text).toContain('If this isn’t paid, we pause your collections from 18/12/2026.')
    await story.morning('2026-12-17')
    expect(await isHeld(person.userID)).toBe(false)
    expect(await story.morning('2026-12-18')).toMatchObject([
      { subject: 'Your collections are paused', text: expect.not.stringContaining('We still come') },
    ])
    expect(await isHeld(person.userID)).toBe(true)
    expect((await office.call(story.admin, listOnHold, {})).items).toMatchObject([
      { customerID: person.userID, owing: 50 },
    ])
    expect(await story.work()).toBe(0)
  })

  test('Who has prepaid collections left is not paused, and who has none is (P29)', async () => {
    const terms = { due: JANUARY, paymentScheme: 'PREPAID', invoiceType: '1C' } as const
    const [prepaid, used] = [await office.customer(terms), await office.customer(terms)]
    for (const { userID } of [prepaid, used]) await story.owes(userID)
    const { db } = office.deps.database
    const leftOf = ({ userID }: Person, prepaidLeft: number) =>
      db.update(customerAccounts).set({ prepaidLeft }).where(eq(customerAccounts.customerID, userID))
    await leftOf(prepaid, 1)
    for (const day of [LADDER.first, LADDER.second, '2026-12-18']) await story.morning(day)
    expect([await isHeld(prepaid.userID), await isHeld(used.userID)]).toEqual([false, true])
    // A block that is credited to the customer meanwhile ends the hold.
    await leftOf(used, 1)
    await leftOf(prepaid, 0)
    await story.morning('2026-12-21')
    expect([await isHeld(prepaid.userID), await isHeld(used.userID)]).toEqual([true, false])
  })

  test('Too little, a promise or no reminder that named the day: nobody is paused (P29)', async () => {
    const little = await warned(15)
    await story.morning('2026-12-18')
    expect(await isHeld(little.person.userID)).toBe(false)
    await story.at('2026-12-18')
    const [promised] = [little.invoice.invoiceID]
    await story.set('hold.least', 10)
    await story.put(`/v1/invoices/${promised}/promise`, { until: '2026-12-22' })
    await story.morning('2026-12-21')
    expect(await isHeld(little.person.userID)).toBe(false)
    await story.morning('2026-12-23')
    expect(await isHeld(little.person.userID)).toBe(true)
  })

  test('Who was reminded twice before holding was switched on is told the day by one more reminder, and then paused', async () => {
    await story.set('hold.auto', false)
    const { person } = await warned()
    expect(mailServer.received[0]?.text).not.toContain('we pause your collections')
    await story.morning('2026-12-18')
    expect(await story.preview()).toMatchObject({
      items: [{ step: null, reason: 'all_sent' }],
      toldAgain: { customers: 1, invoices: 1, owing: 50 },
    })
    await story.set('hold.auto', true)
    // It was switched on after 9:00 of this day, so nobody is told on it.
    expect(await story.work()).toBe(0)
    expect((await story.preview()).items).toMatchObject([{ step: 'second', reason: null }])
    const [mail, ...others] = await story.morning('2026-12-21')
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'Second reminder: $50.00 is overdue' })
    expect(mail?.text).toContain('If this isn’t paid, we pause your collections from 28/12/2026.')
    for (const day of ['2026-12-22', '2026-12-24']) expect(await story.morning(day)).toEqual([])
    expect(await isHeld(person.userID)).toBe(false)
    expect(await story.morning('2026-12-29')).toMatchObject([{ subject: 'Your collections are paused' }])
    expect(await isHeld(person.userID)).toBe(true)
  })

  test('Reminded twice without a day, nobody gets a further reminder who would not be paused: too little, or collections left', async () => {
    await story.set('hold.auto', false)
    const { invoice } = await warned(15)
    expect((await story.preview()).toldAgain).toMatchObject({ customers: 0 })
    await story.set('hold.auto', true)
    expect(await story.morning('2026-12-21')).toEqual([])
    expect((await story.preview()).items).toMatchObject([{ invoiceID: invoice.invoiceID, reason: 'all_sent' }])
  })

  test('A second reminder by hand names the day too, and the customer is paused on it (P29)', async () => {
    const person = await office.customer({ due: JANUARY })
    const { invoiceID } = await story.owes(person.userID)
    await story.set('remind.auto', false)
    const remind = async (day: string) => {
      await story.at(day)
      mailServer.received.length = 0
      await story.put(`/v1/invoices/${invoiceID}/remind`)
      await story.work()
      return mailServer.received[0]?.text
    }
    expect(await remind(LADDER.first)).not.toContain('we pause your collections')
    expect(await remind(LADDER.second)).toContain('If this isn’t paid, we pause your collections from 18/12/2026.')
    await story.morning('2026-12-17')
    expect(await isHeld(person.userID)).toBe(false)
    await story.morning('2026-12-18')
    expect(await isHeld(person.userID)).toBe(true)
  })

  test('A customer on hold is left out of the run, the reminder, the schedule and requests (P30)', async () => {
    const { person } = await held()
    const plan = await office.call(story.admin, previewRun, WEEK)
    expect(plan.leftOut).toMatchObject([{ reason: 'on_hold', count: 1 }])
    await story.at('2027-01-04')
    const reminder = await office.call(story.admin, previewNewReminder, WEEK)
    expect(reminder.leftOut.map(({ reason }) => reason)).toEqual(['on_hold'])
    const own = await office.call(await signedIn(office.fetch, person), ownSchedule, {})
    expect(own).toMatchObject({ pausedFor: 50, coming: [] })
    const { nextPickUp, due } = await office.call(story.admin, getCustomer, { customerID: person.userID })
    expect({ nextPickUp, due }).toEqual({ nextPickUp: null, due: JANUARY })
  })

  test('A customer on hold who is collected on request can ask for no week until it is paid (P30)', async () => {
    const person = await office.customer({ collectionScheme: 'FLEXIBLE', due: undefined })
    const invoice = await story.owes(person.userID)
    for (const day of [LADDER.first, LADDER.second, '2026-12-18']) await story.morning(day)
    const own = await signedIn(office.fetch, person)
    const asked = (who: Pick<Person, 'post'>, more = {}) =>
      who.post<{ code: string; reason: string }>('/v1/runs/pickup-requests', { ...WEEK, ...more })
    expect((await asked(own)).body).toMatchObject({
      code: 'cannot_generate_pickup',
      reason: 'Your collections are paused until your overdue invoices are paid.',
    })
    expect((await asked(story.admin, { customerID: person.userID })).body).toMatchObject({
      code: 'cannot_generate_pickup',
      reason: 'On hold: overdue invoices aren’t paid.',
    })
    const weeksToAsk = async () => (await office.call(own, ownSchedule, {})).requestable
    expect(await weeksToAsk()).toMatchObject({
      weeks: [],
      reason: 'Your collections are paused until your overdue invoices are paid.',
    })
    await story.pay(invoice)
    expect(await weeksToAsk()).toMatchObject({ reason: null })
    expect((await asked(own)).status).toBe(201)
  })

  test('A customer on hold has no collection in the calendar feed until it is paid (P30)', async () => {
    const { person, invoice } = await warned()
    const { url } = await office.call(await signedIn(office.fetch, person), makeCalendarFeed, {})
    const weeks = async () =>
      readByIcalJs(await (await office.fetch(new URL(url).pathname)).text()).entries.flatMap(({ start, summary }) =>
        start >= '2027-01-01' && summary !== 'No pickup' ? [start] : [],
      )
    expect((await weeks())[0]).toBe('2027-01-11')
    await story.morning('2026-12-18')
    expect(await weeks()).toEqual([])
    await story.pay(invoice)
    expect((await weeks())[0]).toBe('2027-01-11')
  })

  test('On a draft the stop stands grey and leaves at activation; the due period stays (P30)', async () => {
    const { person } = await warned()
    const other = await another()
    const run = await draft()
    await story.morning('2026-12-18')
    const { jobs } = await office.call(story.admin, getRun, { runOrderID: run.runOrderID })
    expect(jobs.map(({ customerID, onHold }) => [customerID, onHold]).toSorted()).toEqual(
      [
        [person.userID, true],
        [other, false],
      ].toSorted(),
    )
    const shown = await office.call(story.admin, previewActivation, { runOrderID: run.runOrderID })
    expect(shown).toMatchObject({ stops: 1, held: [{ customerID: person.userID }] })
    expect((await office.call(await signedIn(office.fetch, person), ownSchedule, {})).coming).toEqual([])
    await story.put(`/v1/runs/${run.runOrderID}/activate`)
    const active = await office.call(story.admin, getRun, { runOrderID: run.runOrderID })
    expect(active.jobs.find(({ customerID }) => customerID === person.userID)).toMatchObject({ state: 'cancelled' })
    expect((await office.call(story.admin, getCustomer, { customerID: person.userID })).due).toEqual(JANUARY)
  })

  test('An active run keeps the stop and shows who is on hold (P31)', async () => {
    const { person } = await warned()
    const run = await draft()
    await story.put(`/v1/runs/${run.runOrderID}/activate`)
    const mails = await story.morning('2026-12-18')
    const mail = mails.find(({ subject }) => subject === 'Your collections are paused')
    expect(mail?.text).toContain('We still come in the week of Mon 11/01/2027.')
    const { jobs } = await office.call(story.admin, getRun, { runOrderID: run.runOrderID })
    expect(jobs).toMatchObject([{ customerID: person.userID, state: 'planned', onHold: true }])
  })

  test('The payment itself ends the hold, and the drafts take the customer up (P32, P33)', async () => {
    await another()
    const { person, invoice } = await held()
    const run = await draft()
    expect(run.jobs).toHaveLength(1)
    await story.pay(invoice, 25)
    const partly = await office.call(story.admin, getCustomer, { customerID: person.userID })
    expect(partly.onHold).toMatchObject({ owing: 25 })
    await story.pay(invoice, 25)
    expect(await isHeld(person.userID)).toBe(false)
    const { jobs } = await office.call(story.admin, getRun, { runOrderID: run.runOrderID })
    expect(jobs.map(({ customerID }) => customerID)).toContain(person.userID)
    mailServer.received.length = 0
    await story.work()
    await story.work()
    const subjects = mailServer.received.map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Your collections go on')).toHaveLength(1)
  })

  test('Once a run is active an alert offers to add who has paid (P32)', async () => {
    await another()
    const { person, invoice } = await held()
    const run = await draft()
    await story.put(`/v1/runs/${run.runOrderID}/activate`)
    await story.pay(invoice)
    await checkAlerts(office.deps)
    const alerts = async () =>
      (await office.call(story.admin, listAlerts, {})).items.filter(({ kind: what }) => what === 'hold-ended')
    expect(await alerts()).toMatchObject([{ subject: `${person.userID} ${run.runOrderID}` }])
    await story.put(`/v1/runs/${run.runOrderID}`, { jobs: { add: [person.userID] } })
    await checkAlerts(office.deps)
    expect(await alerts()).toEqual([])
  })

  test('The office lifts a hold until a day, and afterwards it begins again (P32)', async () => {
    const { person } = await held()
    const lift = (liftUntil: string | null) =>
      story.put<{ onHold: object | null }>(`/v1/users/customers/${person.userID}/hold`, { liftUntil })
    expect((await lift('2026-12-01')).status).toBe(422)
    mailServer.received.length = 0
    expect((await lift('2026-12-22')).body).toMatchObject({ onHold: null, holdLiftedUntil: '2026-12-22' })
    await story.work()
    await story.work()
    const told = mailServer.received.find(({ subject }) => subject === 'Your collections go on')
    // Nothing was paid, so nobody is thanked.
    expect(told?.text).not.toMatch(/thank/i)
    expect(told?.text).toContain('Your collections go on.')
    await story.morning('2026-12-22')
    expect(await isHeld(person.userID)).toBe(false)
    await story.morning('2026-12-23')
    expect(await isHeld(person.userID)).toBe(true)
  })

  test('The office is told of final reminders and holds of the day (P33)', async () => {
    await story.switchOn('remind.final')
    await held()
    await story.work()
    await checkAlerts(office.deps)
    const kinds = async () => (await office.call(story.admin, listAlerts, {})).items.map(({ kind: what }) => what)
    expect(await kinds()).toEqual(expect.arrayContaining(['customers-held', 'final-sent']))
    await story.set('hold.auto', false)
    await story.work()
    expect((await office.call(story.admin, listOnHold, {})).items).toEqual([])
  })

  test('Two servers pause a customer once', async () => {
    await warned()
    await story.at('2026-12-18')
    mailServer.received.length = 0
    const done = await Promise.all([runChasing(office.deps), runChasing(office.deps)])
    expect(done[0]! + done[1]!).toBe(1)
  })
})
