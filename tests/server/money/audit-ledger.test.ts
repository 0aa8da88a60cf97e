import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listInvoices } from '#contract/v1/invoices.ts'
import { auditAllLedgers } from '#server/ledger-audit/audit.ts'
import { auditInto } from '#server/ledger-audit/write-journal.ts'
import { ABN, payOffice } from '../../fixtures/pay-office.ts'
import { livedInBusiness } from '../../fixtures/lived-in-business.ts'
import { databases } from '../../support/databases.ts'
import { checkJournal, hasHledger } from '../../support/hledger.ts'
import { type Office, openOffice } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'

describe.each(databases)('The audit of all ledgers, on %s', { timeout: 120_000 }, (kind) => {
  let office: Office
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    await payTwice((await livedInBusiness(office)).driver)
    bringBack = await office.keep()
  }, 120_000)
  afterAll(() => office.close())
  beforeEach(() => bringBack())

  /** A tax invoice that was reversed, the payment that took its place, and a tip on a pay statement. */
  async function payTwice(driver: Person): Promise<void> {
    const pays = payOffice(
      () => office,
      () => driver,
    )
    for (const [key, value] of Object.entries({ 'business.name': 'Green Bags Pty Ltd', 'business.abn': ABN }))
      await pays.setting(key, value)
    const agreed = { gstRegistered: true, rctiAgreedOn: '2026-07-01' }
    await pays.driver({ employmentType: 'CONTRACTOR', abn: ABN, bsb: '733-001', accountNumber: '987654321', ...agreed })
    const first = await pays.pay()
    await pays.reverse(first.body.transactionID)
    await pays.pay()
    await pays.driver({ gstRegistered: false })
    await pays.line('tip', 12.5)
    await pays.pay()
  }

  const audit = () => auditAllLedgers(office.deps.database.db, { step: 3 })
  /** As with the database's password: past the triggers that make the rows append-only. */
  const plant = (statement: string) =>
    office.deps.database.pool.query({
      text: `do $$ begin set local session_replication_role = 'replica'; ${statement}; end $$`,
    })

  test('is right after a lived-in business, whatever the steps, and gives its totals', async () => {
    const { totals, difference } = await audit()
    expect(difference).toBeNull()
    expect(totals).toMatchObject({ customers: 9, prepaidLeft: 2, driverPays: 2 })
    expect((await auditAllLedgers(office.deps.database.db)).totals).toEqual(totals)
  })

  const FIRST = 'select allocation_id from allocations order by allocation_id limit 1'
  const SECOND = '(select invoice_id from invoices where number = 2)'
  test.each([
    [
      'an invoice’s amount',
      'update invoices set amount_cents = amount_cents + 1 where number = 2',
      /INV-000002: issued amount \+ adjustments/,
    ],
    [
      'an invoice’s GST',
      'update invoices set gst_cents = gst_cents + 1 where number = 2',
      /INV-000002: issued GST \+ adjustments/,
    ],
    ['the GST of issue', 'update invoices set issued_gst_cents = 0 where number = 2', /INV-000002: GST of issue/],
    [
      'what is allocated',
      'update invoices set allocated_cents = 1 where number = 1',
      /INV-000001: what is allocated to it/,
    ],
    [
      'the day of payment',
      "update invoices set paid_day = '2026-01-01' where number = 1",
      /INV-000001: the day it was paid: expected 2026-11-10, found 2026-01-01/,
    ],
    [
      'a line of an invoice',
      "update billing_lines set price_cents = 1, amount_cents = quantity where kind = 'manual'",
      /the sum of its lines: expected \$25\.02, found \$0\.02/,
    ],
    [
      'which invoice a line is on',
      "update billing_lines set invoice_id = null where kind = 'manual'",
      /the sum of its lines: expected \$25\.02, found \$0\.00/,
    ],
    [
      'a credit',
      'update customer_accounts set credit_cents = credit_cents + 1 where credit_cents > 0',
      /credit is deposits - deductions/,
    ],
    [
      'what is owing',
      'update customer_accounts set owing_cents = owing_cents + 1 where owing_cents > 0',
      /Customer \d+: owing: expected/,
    ],
    [
      'total sales',
      'update customer_accounts set total_sales_cents = 0',
      /Customer \d+: total sales: expected .* found \$0\.00/,
    ],
    [
      'the prepaid collections',
      'update customer_accounts set prepaid_left = prepaid_left + 1',
      /prepaid collections left/,
    ],
    ['an account, now missing,', 'delete from customer_accounts', /found \$0\.00/],
    [
      'a payment',
      'update transactions set amount_cents = amount_cents + 500 where ref_number = 1',
      /T000001: a payment \+ rounding is its allocations \+ deposits/,
    ],
    [
      'an allocation, now missing,',
      `delete from allocations where allocation_id = (${FIRST})`,
      /the day it was paid|what is allocated to it/,
    ],
    [
      'whose invoice is paid',
      `update allocations set invoice_id = ${SECOND} where allocation_id = (${FIRST})`,
      /T000001: the transaction and the invoice of an allocation/,
    ],
    [
      'whose payment it is',
      'update transactions set customer_id = (select customer_id from customers order by 1 desc limit 1) where ref_number = 1',
      /the transaction it belongs to|the transaction and the invoice of an allocation/,
    ],
    [
      'which payment is reversed',
      'update transactions set reverses = (select transaction_id from transactions where ref_number = 1) where reverses is not null and customer_id is not null',
      /the transaction it belongs to/,
    ],
    [
      'an invoice, now missing,',
      `delete from billing_lines where invoice_id = ${SECOND}; delete from invoices where number = 2`,
      /INV-000002: the number after the one before: expected INV-000002, found INV-000003|allocation|stop|owing/,
    ],
    [
      'an adjustment’s number',
      'update adjustments set number = 100 where number = (select max(number) from adjustments)',
      /: the number after the one before: expected ADJ-0000\d\d, found ADJ-000100/,
    ],
    [
      'a transaction’s number',
      'update transactions set ref_number = 100 where ref_number = (select max(ref_number) from transactions where customer_id is not null)',
      /: the number after the one before: expected T0000\d\d, found T0000\d\d/,
    ],
    ['a counter', "update counters set value = value - 1 where name = 'invoice'", /the last number given/],
    [
      'a stop’s bags',
      "update jobs set pu = pu + 1 where assignment_id = (select assignment_id from billing_lines where kind = 'extra' limit 1)",
      /the lines of a stop are its charge/,
    ],
    [
      'an opening balance',
      'insert into opening_balances select customer_id, 500, now(), (select user_id from users limit 1) from customers limit 1',
      /opening balance: expected \$5\.00, found \$0\.00/,
    ],
    [
      'an income that was paid',
      "update incomes set amount_cents = amount_cents + 1 where status = 'paid' and kind = 'tip'",
      /^T0000\d\d: the sum of its incomes: expected \$12\.50, found \$12\.51$/,
    ],
    [
      'whether an income is paid',
      "update incomes set status = 'payable', transaction_id = null where kind = 'tip'",
      /: the sum of its incomes: expected \$12\.50, found \$0\.00/,
    ],
    [
      'which payment paid an income',
      `update incomes set transaction_id = (select adjusts from rcti_adjustments) where kind = 'tip'`,
      /: the sum of its incomes: expected \$(0\.00|12\.50), found/,
    ],
    [
      'whose income it is',
      "update incomes set driver_id = (select user_id from users where role = 'ADMIN' limit 1) where kind = 'tip'",
      /: its incomes of another driver: expected 0, found 1/,
    ],
    [
      'what a driver was paid',
      "update transactions set amount_cents = amount_cents + 1 where type = 'DRIVER_OUTBOUND' and reverses is null",
      /: a driver’s pay is its incomes \+ GST: expected/,
    ],
    [
      'who was paid',
      "update transactions set driver_id = created_by where type = 'DRIVER_OUTBOUND' and reverses is null",
      /: the driver it was paid to: expected/,
    ],
    [
      'the GST of a driver’s pay',
      'update driver_payments set gst_cents = 0, subtotal_cents = subtotal_cents + gst_cents where rcti_number = 2',
      /: GST of a driver’s pay: expected .*, found \$0\.00/,
    ],
    [
      'a reversed pay',
      "update transactions set amount_cents = amount_cents + 1 where type = 'DRIVER_OUTBOUND' and reverses is not null",
      /: the amount of its reversal: expected/,
    ],
    [
      'the record of a driver’s pay, now missing,',
      'delete from driver_payments where rcti_number is null',
      /: the record of a driver’s pay: expected 1, found 0/,
    ],
    [
      'an adjustment note, now missing,',
      'delete from rcti_adjustments',
      /: adjustment notes of its tax invoice: expected 1, found 0/,
    ],
    [
      'the paper of a driver’s pay',
      `update driver_payments set document = jsonb_set(document, '{total}', '1') where rcti_number = 2`,
      /: the total on its paper: expected/,
    ],
    [
      'the number of a driver’s tax invoice',
      `update driver_payments set rcti_number = 3, document = jsonb_set(document, '{number}', '"RCTI-000003"') where rcti_number = 2`,
      /RCTI-000002: the number after the one before: expected RCTI-000002, found RCTI-000003/,
    ],
    [
      'a tax invoice’s number on paper',
      'update driver_payments set rcti_number = 3 where rcti_number = 2',
      /: the number on its paper: expected RCTI-000003, found RCTI-000002/,
    ],
    [
      'the number of an adjustment note',
      `update rcti_adjustments set number = 2, document = jsonb_set(document, '{number}', '"RCAN-000002"')`,
      /RCAN-000001: the first number: expected RCAN-000001, found RCAN-000002/,
    ],
  ])('finds %s changed past the triggers', async (_what, statement, sentence) => {
    await plant(statement)
    expect((await audit()).difference).toMatch(sentence)
  })

  test('finds a payment reversed twice', async () => {
    const { pool } = office.deps.database
    await pool.query({ text: 'alter table transactions drop constraint transactions_reversed_once' })
    try {
      await plant(
        'insert into transactions (transaction_id, ref_number, customer_id, driver_id, type, purpose, amount_cents, rounding_cents, payment_type, paid_day, notes, reverses, linked_to, sequence, created_at, created_by) select gen_random_uuid(), 1000, customer_id, driver_id, type, purpose, amount_cents, rounding_cents, payment_type, paid_day, notes, reverses, linked_to, sequence, created_at, created_by from transactions where reverses is not null and customer_id is not null',
      )
      expect((await audit()).difference).toMatch(/how often it is reversed: expected 1, found 2/)
    } finally {
      await bringBack()
      await pool.query({ text: 'alter table transactions add constraint transactions_reversed_once unique (reverses)' })
    }
  })

  test('finds collections that are billed twice', async () => {
    await plant(
      `insert into billing_lines (line_id, customer_id, assignment_id, run_order_id, kind, description, quantity, price_cents, amount_cents, counts, prepaid, service_day, generation, sequence, created_at)
       select gen_random_uuid(), customer_id, assignment_id, run_order_id, kind, description, quantity, price_cents, amount_cents, 0, 0, service_day, generation + 1, 0, created_at
       from billing_lines where kind = 'attempt'`,
    )
    expect((await audit()).difference).toMatch(/the lines of a stop are its charge: expected \$25\.00, found \$50\.00/)
  })

  test('An invoice whose collections were billed again can’t be raised', async () => {
    const { items } = await office.call(office.admin, listInvoices, { perPage: 100, sort: 'number' })
    const { invoiceID } = items.find(({ amount }) => amount === 0)!
    const answer = await office.admin.put(`/v1/invoices/${invoiceID}/amount`, { amount: 60, reason: 'Raised' })
    expect([answer.status, answer.body.code]).toEqual([409, 'billed_again'])
  })

  test.skipIf(!hasHledger())('hledger agrees with every balance of that business', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bagrun-journal-'))
    const file = path.join(folder, `${kind}.journal`)
    expect((await auditInto(office.deps.database.db, file)).difference).toBeNull()
    expect(statSync(file).mode & 0o077).toBe(0)
    const { wrong, balances } = checkJournal(readFileSync(file, 'utf8'))
    rmSync(folder, { recursive: true })
    expect(wrong).toBeNull()
    expect(balances.get('expenses:goodwill')).toBe('7.00 AUD')
  })
})
