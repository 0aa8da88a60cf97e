import { showMoney } from '#domain/money.ts'
import type { AuditReport } from './audit.ts'

/** What an audit without a difference prints. */
export function totalLines({ totals, cards }: Pick<AuditReport, 'totals' | 'cards'>): string[] {
  const row = (name: string, value: string) => `  ${name.padEnd(26)} ${value.padStart(16)}`
  return [
    'The ledger is right: every figure follows from its rows.',
    row('Customers', String(totals.customers)),
    row('Invoices', String(totals.invoices)),
    row('Adjustments', String(totals.adjustments)),
    row('Transactions', String(totals.transactions)),
    row('Allocations', String(totals.allocations)),
    row('Billing lines', String(totals.lines)),
    row('Sales', showMoney(totals.totalSales)),
    row('GST in sales', showMoney(totals.gst)),
    row('Received', showMoney(totals.received)),
    row('Refunded', showMoney(totals.refunded)),
    row('Written off', showMoney(totals.writtenOff)),
    row('Owed by customers', showMoney(totals.owing)),
    row('Credit of customers', showMoney(totals.credit)),
    row('Not invoiced yet', showMoney(totals.unbilled)),
    row('Card payouts', showMoney(cards.paidOut)),
    row('Card fees', showMoney(cards.fees)),
    row('Card money to be paid out', showMoney(cards.left)),
    row('Prepaid collections left', String(totals.prepaidLeft)),
    row('Payments to drivers', String(totals.driverPays)),
    row('Paid to drivers', showMoney(totals.paidToDrivers)),
  ]
}
