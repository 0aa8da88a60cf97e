import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { acceptBankLine, markBankLineAsPayout, undoBankLine } from '#contract/v1/bank.ts'
import { listPayouts } from '#contract/v1/payouts.ts'
import { createTransaction } from '#contract/v1/transactions.ts'
import { payoutFailures, payouts } from '#server/db/tables/payouts.ts'
import { askPayouts } from '#server/features/payouts/ask-payouts.ts'
import { auditInto } from '#server/ledger-audit/write-journal.ts'
import { PaymentsTrouble, type PayoutFound } from '#server/payments-port.ts'
import { type CardEvents, cardEvents } from '../../support/card-events.ts'
import { databases } from '../../support/databases.ts'
import { checkJournal, hasHledger } from '../../support/hledger.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Body } from '../../support/person.ts'
import { bankCsv, imported, linesOf, payer, waiting } from './bank-fixture.ts'
import { ledgerOf, paidByCard } from './card-fixture.ts'

const MINUTES_5 = 5 * 60_000
const withHledger = hasHledger()

describe.each(databases)('Card payouts, on %s', (kind) => {
  let office: Office
  let provider: CardEvents
  let customerID: string
  beforeAll(async () => {
    office = await openOffice(kind)
    provider = cardEvents(office)
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    vi.restoreAllMocks()
    await office.reset()
    await office.admin.put('/v1/settings/checkout.enabled', { value: 'ON' })
    customerID = (await office.make.customer()).customerID
  })

  const listed = (input = {}) => office.call(office.admin, listPayouts, input)
  const found = (over: Partial<PayoutFound> = {}): PayoutFound => ({
    payoutID: 'po_1',
    state: 'paid',
    netCents: 4885,
    fees: { feeCents: 115, gstCents: 0 },
    arrivesOn: '2026-11-10',
    test: false,
    ...over,
  })
  const says = (...all: PayoutFound[]) => vi.spyOn(office.deps.payments, 'payoutsSince').mockResolvedValue(all)
  /** A payment of $50.00 and its payout. */
  const paidOut = async (over: Partial<PayoutFound> = {}) => {
    const paid = await paidByCard(office, provider, customerID, 50)
    says(found(over))
    await asked()
    return paid
  }
  const asked = async () => {
    office.clock.pass(MINUTES_5)
    await askPayouts(office.deps)
  }
  const audited = async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-journal-'))
    const file = path.join(folder, `${kind}.journal`)
    const report = await auditInto(office.deps.database.db, file)
    const journal = readFileSync(file, 'utf8')
    rmSync(folder, { recursive: true })
    return { ...report, journal }
  }
  const balances = async () => {
    const { difference, cards, journal } = await audited()
    expect(difference).toBeNull()
    const { wrong, balances } = checkJournal(journal)
    expect(wrong).toBeNull()
    const of = (account: string) => balances.get(account) ?? '0'
    return {
      cards,
      clearing: of('assets:card clearing'),
      bank: of('assets:received:bank'),
      fees: of('expenses:card fees'),
    }
  }

  test('are asked for and kept once, with what the provider took off them, however many servers ask', async () => {
    const { payments } = office.deps
    const { url } = await paidByCard(office, provider, customerID, 20)
    // What other tests have left on the sandbox's balance goes first.
    await provider.press(url, 'pay_out')
    const before = (await payments.payoutsSince(new Date(0))).map(({ payoutID }) => payoutID)
    await paidByCard(office, provider, customerID, 50)
    await paidByCard(office, provider, customerID, 30)
    // The sandbox pays out when a day begins in UTC, which is at 11 in Sydney.
    office.clock.pass(4 * 3_600_000)
    const turns = await Promise.all(Array.from({ length: 4 }, () => askPayouts(office.deps)))
    expect(turns.filter(Boolean)).toHaveLength(1)
    await asked()
    const { items } = await listed({ perPage: 100 })
    // 1.7 % and 30 cents of each.
    expect(items.filter(({ payoutID }) => !before.includes(payoutID))).toMatchObject([
      { gross: 80, fee: 1.96, net: 78.04, arrivesOn: '2026-11-10', state: 'open', bankLine: null, test: true },
    ])
  })

  test('are not asked for by a firm that takes no cards', async () => {
    const list = says()
    expect(await askPayouts(office.deps)).toBe(false)
    expect(list).not.toHaveBeenCalled()
  })

  test('that the provider could not tell are asked for at the next turn; what was kept before stays', async () => {
    await paidByCard(office, provider, customerID, 50)
    says(found({ fees: null }), found({ payoutID: 'po_2' }))
    const fees = vi.spyOn(office.deps.payments, 'feesOfPayout').mockRejectedValueOnce(new PaymentsTrouble('away'))
    await expect(asked()).rejects.toThrow(PaymentsTrouble)
    expect((await listed()).total).toBe(0)
    office.clock.pass(MINUTES_5)
    await askPayouts(office.deps, () => false)
    expect((await listed()).total).toBe(0)
    fees.mockResolvedValueOnce({ feeCents: 115, gstCents: 0 })
    await asked()
    expect((await listed()).items.map(({ payoutID, fee }) => [payoutID, fee])).toEqual([
      ['po_1', 1.15],
      ['po_2', 1.15],
    ])
  })

  test('arriving in a closed period are dated the day the server learns of them (M16)', async () => {
    await paidByCard(office, provider, customerID, 50)
    await office.admin.put('/v1/settings/books.lockedThrough', { value: '2026-11-08' })
    says(found({ arrivesOn: '2026-11-06' }), found({ payoutID: 'po_2', arrivesOn: '2026-11-09' }))
    await asked()
    const rows = await office.deps.database.db.select().from(payouts).orderBy(payouts.payoutID)
    expect(rows.map(({ arrivesOn, day }) => [arrivesOn, day])).toEqual([
      ['2026-11-06', '2026-11-10'],
      ['2026-11-09', '2026-11-09'],
    ])
  })

  test('can’t be changed or deleted, not even by SQL', async () => {
    await paidOut({ state: 'failed' })
    const { db } = office.deps.database
    await expect(db.update(payouts).set({ fee: 0, gross: 4885 })).rejects.toThrow()
    await expect(db.delete(payoutFailures).where(eq(payoutFailures.payoutID, 'po_1'))).rejects.toThrow()
    await expect(db.execute(sql`truncate payouts, payout_failures, bank_lines`)).rejects.toThrow()
  })

  test.skipIf(!withHledger)('take card money from clearing to the bank, and hledger agrees (M19, M25)', async () => {
    const { url } = await paidByCard(office, provider, customerID, 50)
    expect(await balances()).toMatchObject({ clearing: '50.00 AUD', bank: '0', fees: '0' })
    says(found())
    await asked()
    const first = { clearing: '0', bank: '48.85 AUD', fees: '1.15 AUD' }
    expect(await balances()).toEqual({ ...first, cards: { paidOut: 4885, fees: 115, left: 0 } })
    // A refund after the payout is owed to the provider, until the next payout is less.
    await provider.press(url, 'refund_half')
    await vi.waitFor(async () => expect(await balances()).toMatchObject({ clearing: '-25.00 AUD' }), {
      timeout: 20_000,
    })
    expect((await balances()).cards.left).toBe(-2500)
  })

  test.skipIf(!withHledger)(
    'with a payment that the office recorded by hand as CARD are in the bank once',
    async () => {
      const byHand = { type: 'CUSTOMER_INBOUND', customerID, amount: 50, paymentType: 'CARD' } as const
      await office.call(office.admin, createTransaction, { ...byHand, notes: 'pi_1 in Stripe, of no checkout here' })
      const { customerID: other } = await office.make.customer()
      await paidByCard(office, provider, other, 20)
      says(found({ netCents: 6_800, fees: { feeCents: 200, gstCents: 0 } }))
      await asked()
      expect(await balances()).toMatchObject({ clearing: '0', bank: '68.00 AUD', fees: '2.00 AUD' })
    },
  )

  test.skipIf(!withHledger)('that the bank sends back are money with the provider again; the fee is gone', async () => {
    await paidOut()
    expect((await listed()).totals).toEqual({ gross: 50, fee: 1.15, net: 48.85 })
    says(found({ state: 'failed' }))
    await asked()
    expect((await listed()).items).toMatchObject([{ state: 'failed', net: 48.85 }])
    expect((await listed()).totals).toEqual({ gross: 1.15, fee: 1.15, net: 0 })
    expect(await balances()).toMatchObject({ clearing: '48.85 AUD', bank: '0', fees: '1.15 AUD' })
    // The money comes with a later one, whose own fee is 0.
    says(found({ state: 'failed' }), found({ payoutID: 'po_2', fees: { feeCents: 0, gstCents: 0 } }))
    await asked()
    expect(await balances()).toMatchObject({ clearing: '0', bank: '48.85 AUD', fees: '1.15 AUD' })
  })

  test.skipIf(!withHledger)('of the sandbox are in the bank no longer once its payments are reversed', async () => {
    const { payment } = await paidOut({ test: true })
    expect(await balances()).toMatchObject({ bank: '48.85 AUD' })
    await office.call(office.admin, createTransaction, { reverses: payment.transactionID, notes: 'No money moved' })
    expect(await balances()).toMatchObject({ clearing: '0', bank: '0', fees: '0' })
  })

  test('changed past the triggers are found by the audit', async () => {
    await paidOut()
    const plant = (statement: string) =>
      office.deps.database.pool.query({
        text: `do $$ begin set local session_replication_role = 'replica'; ${statement}; end $$`,
      })
    await imported(office, bankCsv([['2026-11-11', 48.85, 'STRIPE']]))
    const [line] = await waiting(office)
    const [{ payoutID } = { payoutID: '' }] = (await listed()).items
    await office.call(office.admin, markBankLineAsPayout, { bankLineID: line!.bankLineID, payoutID })
    await plant('update bank_lines set amount_cents = 4886 where payout_id is not null')
    expect((await audited()).difference).toMatch(/po_1: the bank line of a payout: expected \$48\.85, found \$48\.86/)
  })

  describe('on the bank’s account', () => {
    beforeEach(async () => void (await paidOut()))
    const mark = (bankLineID: string, payoutID: string) =>
      office.admin.put<Body>(`/v1/bank/lines/${bankLineID}/payout`, { payoutID })

    test('are proposed by amount and day, marked by one decision, and never booked to a customer', async () => {
      const result = await imported(office, bankCsv([['2026-11-11', 48.85, 'Direct Credit 507156 STRIPE AB12CD34']]))
      expect(result).toMatchObject({ toCheck: 1, clearing: 0, posted: 0 })
      const [line] = await waiting(office)
      const [payout] = (await listed()).items
      expect(line).toMatchObject({
        proposals: [],
        payouts: [
          {
            payoutID: payout!.payoutID,
            arrivesOn: '2026-11-10',
            reason: 'Card payout of 10/11/2026: the amount fits.',
          },
        ],
      })
      const before = await ledgerOf(office, customerID)
      const marked = await mark(line!.bankLineID, payout!.payoutID)
      expect(marked.body).toMatchObject({ state: 'clearing', payout: { arrivesOn: '2026-11-10' }, payments: [] })
      expect((await mark(line!.bankLineID, payout!.payoutID)).status).toBe(200)
      expect(await ledgerOf(office, customerID)).toEqual(before)
      expect((await listed({ open: 'false' })).items).toMatchObject([
        { state: 'matched', bankLine: { bankLineID: line!.bankLineID, day: '2026-11-11', file: 'bank.csv', line: 1 } },
      ])
      expect((await listed({ open: 'true' })).items).toEqual([])
      const accepted = await office.admin.put<Body>(`/v1/bank/lines/${line!.bankLineID}/accept`, { customerID })
      expect([accepted.status, accepted.body.code]).toEqual([409, 'already_decided'])
    })

    test('are one line each, also when two are decided at once; an undo makes it open again', async () => {
      await imported(
        office,
        bankCsv([
          ['2026-11-11', 48.85, 'STRIPE one'],
          ['2026-11-12', 48.85, 'STRIPE two'],
        ]),
      )
      const lines = await waiting(office)
      const [{ payoutID } = { payoutID: '' }] = (await listed()).items
      const answers = await Promise.all(lines.map(({ bankLineID }) => mark(bankLineID, payoutID)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect((await waiting(office)).map((line) => line.payouts)).toEqual([[]])
      const [decided] = await linesOf(office, { state: 'clearing' })
      await office.call(office.admin, undoBankLine, { bankLineID: decided!.bankLineID, reason: 'The other one' })
      expect((await waiting(office)).map((line) => line.payouts.length)).toEqual([1, 1])
      expect((await listed()).items).toMatchObject([{ state: 'open' }])
    })

    test.each([
      ['another amount', 48.86, '2026-11-11'],
      ['a day long after', 48.85, '2026-11-18'],
      ['a day before', 48.85, '2026-11-07'],
    ])('with %s wait for a person, because payouts are known here', async (_what, amount, day) => {
      expect(await imported(office, bankCsv([[day, amount, 'STRIPE']]))).toMatchObject({ waiting: 1, clearing: 0 })
      expect(await waiting(office)).toMatchObject([{ payouts: [], proposals: [] }])
    })

    test('of another amount, or unknown, are not what a line is marked as', async () => {
      await imported(office, bankCsv([['2026-11-11', 12, 'STRIPE']]))
      const [line] = await waiting(office)
      const [{ payoutID } = { payoutID: '' }] = (await listed()).items
      expect((await mark(line!.bankLineID, payoutID)).body.fields).toEqual({
        payoutID: 'This payout has another amount',
      })
      expect((await mark(line!.bankLineID, 'po_none')).body.fields).toEqual({ payoutID: 'This payout doesn’t exist' })
    })

    test('do not take a line that names a customer whose amount it is', async () => {
      const anna = await payer(office, [48.85])
      const result = await imported(office, bankCsv([['2026-11-10', 48.85, `ABBOTT ${anna.reference}`]]))
      expect(result).toMatchObject({ posted: 1 })
      expect((await listed()).items).toMatchObject([{ state: 'open' }])
    })

    test('come behind a customer whose name and amount fit, and wait for whom neither names', async () => {
      const ben = await payer(office, [48.85], { lastName: 'Featherstone' })
      await imported(
        office,
        bankCsv([
          ['2026-11-10', 48.85, 'Direct Credit FEATHERSTONE'],
          ['2026-11-10', 48.85, 'Direct Credit'],
        ]),
      )
      const lines = await waiting(office)
      expect(lines.find(({ text }) => /FEATHER/.test(text))).toMatchObject({
        proposals: [{ customerID: ben.customerID }],
        payouts: [{ arrivesOn: '2026-11-10' }],
      })
      const unnamed = lines.find(({ text }) => !/FEATHER/.test(text))!
      expect([unnamed.proposals, unnamed.payouts.length]).toEqual([[], 1])
      // What is a payout is a person's decision: the line may be somebody's payment after all.
      await office.call(office.admin, acceptBankLine, { bankLineID: unnamed.bankLineID, customerID: ben.customerID })
      expect((await listed()).items).toMatchObject([{ state: 'open' }])
    })
  })
})
