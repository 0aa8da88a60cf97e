import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getTimeline, noteCall, type TimelineItem } from '#contract/v1/customer-timeline.ts'
import { listMails } from '#contract/v1/mails.ts'
import { createTransaction } from '#contract/v1/transactions.ts'
import { TIMELINE_PAGE } from '#domain/timeline.ts'
import { customerCalls } from '#server/db/tables/customer-calls.ts'
import { aRound, answered, collected, report, type Round } from '../../fixtures/cases-office.ts'
import { act } from '../../fixtures/runs.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

describe.each(databases)('what happened with a customer, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const later = (minutes: number) =>
    office.clock.set(new Date(office.clock.now().getTime() + minutes * 60_000).toISOString())
  const timeline = (mine: Round) => office.call(office.admin, getTimeline, { customerID: mine.customer.userID })
  const call = (mine: Round, note: string | null, more: { assignmentID?: string } = {}) =>
    office.call(office.admin, noteCall, { customerID: mine.customer.userID, answered: 'spoke', note, ...more })

  test('emails, calls, cases, payments, invoices and collections stand in one list, newest first', async () => {
    const mine = await aRound(office, { email: 'ann@example.com', invoiceType: '1C' })
    const { userID: customerID } = mine.customer
    await collected(mine, 2)
    later(1)
    const { caseID } = await report(office, mine)
    later(1)
    await answered(office, { caseID })
    later(1)
    await act(office.admin, mine.run, 'complete', {})
    later(1)
    await office.call(office.admin, createTransaction, {
      type: 'CUSTOMER_INBOUND',
      customerID,
      amount: 10,
      paymentType: 'EFT',
    })
    later(1)
    await call(mine, 'Wants the bag by the side gate')

    const { items, lastContact, next } = await timeline(mine)
    expect(items.map(({ at }) => at)).toEqual(
      items
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(next).toBeNull()
    const of = <Kind extends TimelineItem['kind']>(kind: Kind) =>
      items.filter((item): item is Extract<TimelineItem, { kind: Kind }> => item.kind === kind)
    expect(of('call')).toMatchObject([{ answered: 'spoke', note: 'Wants the bag by the side gate' }])
    expect(of('payment')).toMatchObject([{ amount: 10, paymentType: 'EFT', purpose: 'payment', isReversal: false }])
    expect(of('invoice')).toMatchObject([{ number: 'INV-000001' }])
    expect(of('case')).toMatchObject([
      { message: 'answered', fromCustomer: false, text: 'We are sorry', caseID },
      { message: 'opened', fromCustomer: true, text: 'My bag was out' },
    ])
    expect(of('collection')).toMatchObject([{ outcome: 'COLLECTED', pu: 2, runOrderID: mine.run.runOrderID }])
    expect(items[0]!.kind).toBe('call')
    expect(lastContact).toEqual(items[0])
    // The same emails as in the list of emails.
    const mails = await office.call(office.admin, listMails, { customerID })
    expect(
      of('mail')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(mails.items.map(({ mailID }) => mailID).toSorted())
    expect(mails.items.length).toBeGreaterThan(0)
  })

  test('an email that was kept counts as contact when it was sent, and both times are told', async () => {
    const mine = await aRound(office, { email: 'ann@example.com' })
    await collected(mine, 2)
    const { caseID } = await report(office, mine)
    await answered(office, { caseID })
    await office.deps.database.db.execute(sql`update mails set state = 'kept', sent_at = null`)
    later(60)
    await call(mine, null)
    later(60)
    const sentAt = office.clock.now()
    await office.deps.database.db.execute(sql`update mails set state = 'sent', sent_at = ${sentAt.toISOString()}`)
    const { items, lastContact } = await timeline(mine)
    expect(items[0]!.kind).toBe('call')
    const mail = items.find(({ kind: one }) => one === 'mail')!
    expect(lastContact).toMatchObject({ kind: 'mail', at: mail.at, sentAt: sentAt.toISOString() })
  })

  test('asked by an instant alone it begins with what is older', async () => {
    const mine = await aRound(office)
    const first = await call(mine, 'First')
    later(1)
    const second = await call(mine, 'Second')
    const before = (at: string) =>
      office.call(office.admin, getTimeline, { customerID: mine.customer.userID, before: at })
    expect((await before(second.at)).items).toMatchObject([{ note: 'First' }])
    expect((await before(first.at)).items.filter((item) => item.kind === 'call')).toEqual([])
  })

  test('an email that nobody got is no contact', async () => {
    const mine = await aRound(office, { email: 'ann@example.com' })
    await call(mine, 'Wants the bag by the side gate')
    later(1)
    await collected(mine, 1)
    await act(office.admin, mine.run, 'complete', {})
    const lastContact = async (state: string) => {
      await office.deps.database.db.execute(sql`update mails set state = ${state}, sent_at = null`)
      return (await timeline(mine)).lastContact?.kind
    }
    const found = [await lastContact('queued'), await lastContact('kept'), await lastContact('failed')]
    expect(found).toEqual(['call', 'call', 'call'])
    await office.deps.database.db.execute(sql`update mails set state = 'sent', sent_at = now()`)
    expect((await timeline(mine)).lastContact?.kind).toBe('mail')
  })

  test('a long history comes in pages, each item once, also where several happened at one instant', async () => {
    const mine = await aRound(office)
    for (let n = 0; n < TIMELINE_PAGE + 5; n++) {
      if (n % 3 === 0) later(1)
      await call(mine, `Call ${n}`)
    }
    const first = await timeline(mine)
    expect(first.items).toHaveLength(TIMELINE_PAGE)
    const rest = await office.call(office.admin, getTimeline, { customerID: mine.customer.userID, ...first.next! })
    const calls = [...first.items, ...rest.items].flatMap((item) => (item.kind === 'call' ? [item.note] : []))
    expect(calls.toSorted()).toEqual(Array.from({ length: TIMELINE_PAGE + 5 }, (_, n) => `Call ${n}`).toSorted())
    expect([rest.next, rest.lastContact]).toEqual([null, null])
  })

  test('only the office reads and writes it, and a call is about a stop of this customer', async () => {
    const mine = await aRound(office)
    const other = await office.make.customer({})
    const at = `/v1/users/customers/${mine.customer.userID}`
    for (const person of [mine.customer, mine.driver]) {
      expect((await person.get(`${at}/timeline`)).status).toBe(403)
      expect((await person.post(`${at}/calls`, { answered: 'spoke' })).status).toBe(403)
    }
    const { assignmentID } = mine.stop
    expect(
      await office.admin.post(`/v1/users/customers/${other.customerID}/calls`, { answered: 'spoke', assignmentID }),
    ).toMatchObject({ status: 404 })
    expect(await call(mine, null, { assignmentID })).toMatchObject({ answered: 'spoke', note: null })
  })

  test('a deleted customer’s calls keep no words', async () => {
    const mine = await aRound(office)
    await collected(mine)
    await call(mine, 'Her daughter is ill')
    await act(office.admin, mine.run, 'complete', {})
    const { userID: customerID } = mine.customer
    const path = `/v1/users/customers/${customerID}`
    expect((await office.admin.delete(path)).status).toBe(204)
    expect((await office.admin.get(`${path}/timeline`)).status).toBe(404)
    const kept = await office.deps.database.db.select({ note: customerCalls.note }).from(customerCalls)
    expect(kept).toEqual([{ note: null }])
  })
})
