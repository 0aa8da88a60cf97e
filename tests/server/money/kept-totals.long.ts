import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { customersTotalSales } from '#contract/v1/customers.ts'
import type { Run } from '#contract/v1/runs.ts'
import { BANK_LINE_STATES } from '#domain/bank-lines.ts'
import { fillDatabase } from '#server/backups/fill-database.ts'
import { makeBackup } from '#server/backups/make-backup.ts'
import { checkedManifest } from '#server/db/backup/backup-files.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { addUpTotals } from '#server/db/kept-totals.ts'
import { withActiveRun } from '../../fixtures/active-run.ts'
import { payOffice } from '../../fixtures/pay-office.ts'
import { act, type Device } from '../../fixtures/runs.ts'
import { bothDatabases, databases, freshDatabase } from '../../support/databases.ts'
import type { Office } from '../../support/office.ts'
import type { Person } from '../../support/person.ts'
import { bankCsv, imported, payer, waiting } from './bank-fixture.ts'

interface Listed {
  total: number
  totalAmount: number
  unmatched: number
}

describe.each(bothDatabases)('The totals of pays, bank lines and sales, on %s', (kind) => {
  let office: Office
  let run: Run
  let driver: Person
  let device: Device
  withActiveRun(kind, 2, (opened) => void ({ office, run, driver, device } = opened))
  const { pay, reverse } = payOffice(
    () => office,
    () => driver,
  )
  /** Two stops at $4.00 a bag, payable. */
  beforeEach(async () => {
    await device.send(run.jobs.map((stop) => device.done(stop, 2)))
    await act(office.admin, run, 'complete')
  })

  const states = [undefined, ...BANK_LINE_STATES]

  /** As the lists say; one item a page, so that a list of two has to know how many there are. */
  async function said(): Promise<unknown[]> {
    const lines = await Promise.all(
      states.map(async (state) => {
        const { body } = await office.admin.get<Listed>(`/v1/bank/lines?perPage=1${state ? `&state=${state}` : ''}`)
        return [body.total, body.unmatched]
      }),
    )
    const { body: pays } = await office.admin.get<Listed>('/v1/pays/payments?perPage=1')
    const sales = await office.call(office.admin, customersTotalSales, {})
    return [lines, [pays.total, pays.totalAmount], [sales.totalSales, sales.customers]]
  }

  /** As the rows say. */
  async function real(): Promise<unknown[]> {
    const [lines, pays, sales] = await Promise.all([
      all(office.deps.database, 'select state, count(*)::int as rows from bank_lines group by state'),
      all(
        office.deps.database,
        `select count(*)::int as rows, coalesce(sum(amount_cents) filter (where not exists (select from transactions r where r.reverses = p.transaction_id)), 0)::int as cents
         from driver_payments p join transactions using (transaction_id)`,
      ),
      all(
        office.deps.database,
        `select count(*)::int as rows, coalesce(sum(total_sales_cents), 0)::int as cents
         from customers left join customer_accounts using (customer_id) where hidden_at is null and status <> 'PENDING'`,
      ),
    ])
    const linesIn = (state?: string) =>
      lines.reduce((sum, row) => sum + (state === undefined || row['state'] === state ? Number(row['rows']) : 0), 0)
    return [
      states.map((state) => [linesIn(state), linesIn('waiting')]),
      [pays[0]!['rows'], Number(pays[0]!['cents']) / 100],
      [Number(sales[0]!['cents']) / 100, sales[0]!['rows']],
    ]
  }

  const dismiss = (bankLineID: string) =>
    office.admin.put(`/v1/bank/lines/${bankLineID}/dismiss`, { reason: 'Not ours' })

  test('are those of the rows after every kind of change, and after the night', async () => {
    let anna = ''
    let paid = ''
    const steps: [string, () => Promise<unknown>][] = [
      ['a completed run, invoiced', async () => undefined],
      [
        'two invoices, and a bank file that pays one',
        async () => {
          const payers = [await payer(office, [75]), await payer(office, [40], { lastName: 'Featherstone' })]
          anna = payers[0]!.customerID
          await imported(
            office,
            bankCsv([
              ['2026-11-02', 75, `Fast Transfer From A ABBOTT ${payers[0]!.reference}`],
              ['2026-11-03', 40, 'Direct Credit FEATHERSTONE'],
              ['2026-11-04', 12.34, 'Interest'],
              ['2026-11-05', -310, 'Rent of the depot'],
            ]),
          )
        },
      ],
      ['a line dismissed', async () => dismiss((await waiting(office))[0]!.bankLineID)],
      [
        'which is put back',
        async () => {
          const { body } = await office.admin.get<{ items: { bankLineID: string }[] }>('/v1/bank/lines?state=dismissed')
          const answers = await Promise.all(
            body.items.map(({ bankLineID }) =>
              office.admin.put(`/v1/bank/lines/${bankLineID}/undo`, { reason: 'Mistake' }),
            ),
          )
          expect(answers.map(({ status }) => status)).toEqual([200, 200])
        },
      ],
      ['a driver paid', async () => (paid = (await pay()).body.transactionID)],
      ['whose payment is reversed', () => reverse(paid)],
      ['and who is paid again', () => pay()],
      [
        'a customer with sales deleted',
        async () => {
          await office.admin.delete(`/v1/users/customers/${anna}/cancel`)
          expect((await office.admin.delete(`/v1/users/customers/${anna}`)).status).toBe(204)
        },
      ],
      ['accounts deleted by hand', () => office.deps.database.pool.query('delete from customer_accounts', [])],
    ]
    for (const [step, change] of steps) {
      const before = JSON.stringify(await real())
      await change()
      expect([step, await said()]).toEqual([step, await real()])
      if (step !== steps[0]![0]) expect(JSON.stringify(await real())).not.toBe(before)
    }
    await addUpTotals(office.deps.database.db)
    expect(await said()).toEqual(await real())
  })

  test('count what is changed at once, each once', async () => {
    const csv = Array.from({ length: 6 }, (_, at): [string, number, string] => ['2026-11-02', at + 1, `Unknown ${at}`])
    await imported(office, bankCsv(csv))
    const lines = await waiting(office)
    await Promise.all([
      ...lines.map(({ bankLineID }) => dismiss(bankLineID)),
      ...[30, 40, 50].map((amount) => payer(office, [amount])),
      imported(office, bankCsv([['2026-11-03', 17, 'Somebody']])),
      pay(),
      pay(),
      addUpTotals(office.deps.database.db),
    ])
    expect(await said()).toEqual(await real())
    expect(await waiting(office)).toHaveLength(1)
  })

  test.runIf(databases.includes(kind))('are made again by a restore', async () => {
    const paid = (await pay()).body.transactionID
    await reverse(paid)
    await pay()
    const { reference } = await payer(office, [75])
    await imported(office, bankCsv([['2026-11-02', 75, `Fast Transfer ${reference}`]]))
    const dir = mkdtempSync(path.join(tmpdir(), 'bagrun-totals-'))
    const restored = await freshDatabase(kind)
    try {
      const { folder } = await makeBackup({ ...office.deps, dir, openScratch: () => freshDatabase('embedded') })
      await fillDatabase(restored, folder, await checkedManifest(folder), async () => undefined)
      expect(await keptIn(restored)).toEqual(await keptIn(office.deps.database))
    } finally {
      await restored.close()
      rmSync(dir, { recursive: true, force: true })
    }
  })
})

const all = async ({ pool }: Pick<OpenDatabase, 'pool'>, text: string) =>
  (await pool.query<Record<string, unknown>>({ text })).rows

const keptIn = (database: Pick<OpenDatabase, 'pool'>) =>
  all(
    database,
    `select topic, subject, sum(row_count)::int as rows, sum(amount_cents)::int as cents from kept_totals
     group by topic, subject having sum(row_count) <> 0 or sum(amount_cents) <> 0 order by topic, subject`,
  )
