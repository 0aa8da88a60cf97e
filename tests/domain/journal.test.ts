import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  ACCOUNTS,
  creditAccountOf,
  type FirmBalances,
  journalEnd,
  journalHead,
  journalOf,
  payoutText,
  receivableOf,
  receivedAs,
  withBalancesOf,
  withPayouts,
} from '#domain/journal.ts'
import type { Payout } from '#domain/payout-audit.ts'
import { addDays } from '#domain/dates.ts'
import { addTotals, type AuditedLedger, NO_TOTALS } from '#domain/ledger-audit.ts'
import { acts, storedLedger } from '../fixtures/ledger-history.ts'
import { checkJournal, hasHledger } from '../support/hledger.ts'

const ledgers = fc
  .array(fc.tuple(fc.array(acts, { minLength: 200, maxLength: 240 }), fc.boolean()), { minLength: 2, maxLength: 3 })
  .map((all) => all.map(([history, autoApply], at) => storedLedger(String(10_001 + at), history, autoApply)))

const days = fc.integer({ min: 0, max: 200 }).map((after) => addDays('2026-07-01', after))
const payouts = fc
  .array(
    fc.record({
      day: days,
      net: fc.integer({ min: -5_000, max: 500_000 }),
      fee: fc.integer({ min: -2_500, max: 9_000 }),
      fails: fc.boolean(),
    }),
    { maxLength: 20 },
  )
  .map((all) =>
    all.map(({ day, net, fee, fails }, at): Payout => ({
      payoutID: `po_${at}`,
      day,
      gross: net + fee,
      fee,
      net,
      failedOn: fails ? addDays(day, 3) : null,
    })),
  )

function journalOfAll(all: readonly AuditedLedger[], paidOut: readonly Payout[] = []): string {
  const balances = withPayouts(all.reduce<FirmBalances>(withBalancesOf, new Map()), paidOut)
  const parts = [journalHead(), ...all.map(journalOf), ...paidOut.map(payoutText)]
  return [...parts, journalEnd(balances, '2027-12-31')].join('')
}

describe.skipIf(!hasHledger())('hledger, given our ledgers as a journal (domain.md 11, M25)', () => {
  test('finds every balance as we say it, after 200 acts and more in any order', { timeout: 240_000 }, () => {
    fc.assert(
      fc.property(ledgers, payouts, (all, paidOut) => {
        const { wrong, balances } = checkJournal(journalOfAll(all, paidOut))
        expect(wrong).toBeNull()
        for (const { refId, account } of all) {
          expect(balances.get(receivableOf(refId))).toBe(shown(account.owing))
          expect(balances.get(creditAccountOf(refId))).toBe(shown(-account.credit))
        }
        const invoices = all.flatMap((ledger) => ledger.invoices).filter(({ kind }) => kind === 'invoice')
        const gst = invoices.reduce((sum, invoice) => sum + invoice.gst, 0)
        const sales = all.reduce((sum, { account }) => sum + account.totalSales, 0)
        expect(balances.get(ACCOUNTS.gst)).toBe(shown(-gst))
        expect(balances.get(ACCOUNTS.sales)).toBe(shown(gst - sales))
        const fees = paidOut.reduce((sum, { fee }) => sum + fee, 0)
        expect(balances.get(ACCOUNTS.cardFees)).toBe(shown(fees))
        expect(balances.get(receivedAs('CARD'))).toBe(shown(byCard(all) - fees - arrived(paidOut)))
      }),
      { numRuns: 12 },
    )
  })

  test('refuses a balance that is a cent off', () => {
    const [ledger] = fc.sample(ledgers, { numRuns: 1, seed: 7 })[0]!
    const wrong = { ...ledger!, account: { ...ledger!.account, owing: ledger!.account.owing + 1 } }
    expect(checkJournal(journalOfAll([wrong])).wrong).toMatch(/balance assertion/)
  })
})

const arrived = (paidOut: readonly Payout[]) =>
  paidOut.reduce((sum, { net, failedOn }) => sum + (failedOn === null ? net : 0), 0)
const byCard = (all: readonly AuditedLedger[]) => all.reduce(addTotals, NO_TOTALS).byCard

const shown = (cents: number) => (cents === 0 ? '0' : `${(cents / 100).toFixed(2)} AUD`)
