import { asc, isNotNull } from 'drizzle-orm'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import {
  ACCOUNTS,
  type FirmBalances,
  journalEnd,
  journalHead,
  journalOf,
  outboundText,
  payoutText,
  receivedAs,
  withBalancesOf,
  withPayouts,
} from '#domain/journal.ts'
import type { AuditedLedger } from '#domain/ledger-audit.ts'
import type { Database } from '../db/database.ts'
import { transactions } from '../db/tables/ledger.ts'
import { auditAllLedgers, type AuditReport } from './audit.ts'

/**
 * Audits all ledgers.
 * @param journal a file to write them to for hledger (domain.md 11, M25), readable by its owner alone; null: none
 */
export function auditInto(db: Database, journal: string | null): Promise<AuditReport> {
  return journal === null ? auditAllLedgers(db) : auditWithJournal(db, journal)
}

async function auditWithJournal(db: Database, file: string): Promise<AuditReport> {
  const out = createWriteStream(file, { mode: 0o600, flush: true })
  const written = finished(out)
  // The error is reported where the promise is awaited.
  written.catch(() => undefined)
  const write = async (text: string) => {
    if (!out.write(text))
      await Promise.race([new Promise<void>((resolve) => out.once('drain', () => resolve())), written])
  }
  let balances: FirmBalances = new Map()
  let last = ''
  await write(journalHead())
  const report = await auditAllLedgers(db, {
    each: async (ledger) => {
      balances = withBalancesOf(balances, ledger)
      last = [last, ...daysOf(ledger)].reduce((latest, day) => (day > latest ? day : latest))
      await write(journalOf(ledger))
    },
  })
  const pay = await db
    .select()
    .from(transactions)
    .where(isNotNull(transactions.driverID))
    .orderBy(asc(transactions.refNumber))
  const paid = new Map(balances)
  for (const row of pay) {
    for (const [account, amount] of [
      [ACCOUNTS.driverPay, row.amount],
      [receivedAs(row.paymentType), -row.amount],
    ] as const)
      paid.set(account, (paid.get(account) ?? 0) + amount)
    if (row.datePaid > last) last = row.datePaid
    await write(outboundText(row))
  }
  for (const payout of report.payouts) {
    last = [last, payout.day, payout.failedOn ?? ''].toSorted().at(-1)!
    await write(payoutText(payout))
  }
  if (last !== '') await write(journalEnd(withPayouts(paid, report.payouts), last))
  out.end()
  await written
  return report
}

const daysOf = ({ invoices, adjustments, transactions: rows, allocations }: AuditedLedger) => [
  ...invoices.map(({ issueDate }) => issueDate),
  ...adjustments.map(({ day }) => day),
  ...rows.map(({ datePaid }) => datePaid),
  ...allocations.map(({ day }) => day),
]
