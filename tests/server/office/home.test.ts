import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getHome } from '#contract/v1/home.ts'
import { listBankLines } from '#contract/v1/bank.ts'
import { listCases } from '#contract/v1/cases.ts'
import { createInvoice, listInvoices } from '#contract/v1/invoices.ts'
import { addDays, dayOf } from '#domain/dates.ts'
import { aRound, collected, report, type Round } from '../../fixtures/cases-office.ts'
import { openPhotoOffice, type PhotoOffice } from '../../fixtures/photo-office.ts'
import { databases } from '../../support/databases.ts'
import { type Person, signedIn } from '../../support/person.ts'
import { bankCsv, imported } from '../money/bank-fixture.ts'

const DAY_MS = 86_400_000

describe.each(databases)('Home on %s', (kind) => {
  let office: PhotoOffice
  let admin: Person
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
    admin = await signedIn(office.fetch, office.admin)
    mine = { ...mine, customer: await signedIn(office.fetch, mine.customer) }
  })

  const home = () => office.call(admin, getHome, {})
  const today = () => dayOf(office.clock.now(), 'Australia/Sydney')
  const taskOf = async (kind: string) => (await home()).tasks.find((task) => task.kind === kind)

  test('this week’s run is there, and nothing waits that nobody made', async () => {
    const { runs, tasks } = await home()
    expect(runs).toEqual([expect.objectContaining({ runOrderID: mine.run.runOrderID, exceptions: 0 })])
    expect(tasks).toEqual([])
  })

  test('whether emails are sent is said with it, so that an open office follows a restart of the server', async () => {
    expect((await home()).mailServer).toBe(false)
  })

  test('a case waits since the customer wrote', async () => {
    await collected(mine)
    const day = today()
    await report(office, mine, { reason: 'damage' })
    expect(await taskOf('cases')).toEqual({ kind: 'cases', count: 1, oldest: day, amount: null })
    expect((await office.call(admin, listCases, { state: 'open' })).total).toBe(1)
  })

  test('a bank line waits since its day', async () => {
    await imported(office, bankCsv([[addDays(today(), -3), 12.5, 'Nobody we know']]))
    const task = await taskOf('bank-lines')
    expect(task).toMatchObject({ count: 1, oldest: addDays(today(), -3) })
    expect((await office.call(admin, listBankLines, { state: 'waiting' })).total).toBe(task!.count)
  })

  test('invoices wait to be sent, later they are overdue, with what they owe and the oldest day', async () => {
    const customerID = mine.customer.userID
    const issued = today()
    const dueDate = addDays(issued, 14)
    for (const price of [12.5, 30])
      await office.call(admin, createInvoice, {
        customerID,
        dueDate,
        lines: [{ description: 'Extra bags', quantity: 1, price }],
      })
    expect(await taskOf('invoices-to-send')).toEqual({
      kind: 'invoices-to-send',
      count: 2,
      oldest: issued,
      amount: 42.5,
    })
    expect(await taskOf('invoices-overdue')).toBeUndefined()
    office.clock.pass(20 * DAY_MS)
    admin = await signedIn(office.fetch, admin)
    expect(await taskOf('invoices-overdue')).toEqual({
      kind: 'invoices-overdue',
      count: 2,
      oldest: dueDate,
      amount: 42.5,
    })
    const { unpaidInvoices, noPickups } = await home()
    const list = await office.call(admin, listInvoices, { status: 'waiting_payment' })
    expect({ unpaidInvoices, noPickups }).toEqual({ unpaidInvoices: list.total, noPickups: 0 })
    expect(list.totalOwing).toBe(42.5)
  })

  test('the calendar’s end and the next week are those of the calendar', async () => {
    const { nextWeek, calendarUntil } = await home()
    expect(nextWeek!.from > today()).toBe(true)
    expect(calendarUntil! > nextWeek!.to).toBe(true)
  })
})
