import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import {
  acceptBankLine,
  dishonourBankLine,
  dismissBankLine,
  dismissBankLines,
  listBankAccounts,
  listBankFiles,
  listBankLines,
  splitBankLine,
  undoBankLine,
} from '#contract/v1/bank.ts'
import { getInvoice } from '#contract/v1/invoices.ts'
import { createTransaction, listTransactions } from '#contract/v1/transactions.ts'
import { customersWithWaitingPayment } from '#server/features/bank/public.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { balanceOf, bankCsv, imported, linesOf, payer, sendFile, waiting } from './bank-fixture.ts'

describe.each(databases)('A bank file, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const payments = async () =>
    (await office.call(office.admin, listTransactions, { type: 'CUSTOMER_INBOUND', perPage: 100 })).items
  const paidSum = async () =>
    (await office.call(office.admin, listTransactions, { type: 'CUSTOMER_INBOUND', perPage: 1 })).totalAmount
  const setting = (key: string, value: unknown) => office.admin.put(`/v1/settings/${key}`, { value })

  test('pays exact lines, proposes near ones, and keeps the rest (M18)', async () => {
    const anna = await payer(office, [75, 50])
    const ben = await payer(office, [40], { lastName: 'Featherstone' })
    const result = await imported(
      office,
      bankCsv([
        ['2026-11-02', 75, `Fast Transfer From A ABBOTT ${anna.reference}`],
        ['2026-11-03', 40, 'Direct Credit FEATHERSTONE'],
        ['2026-11-04', 12.34, 'Interest'],
        ['2026-11-05', -310, 'Rent of the depot'],
        ['2026-11-06', 512.2, 'Transfer from Stripe'],
      ]),
    )
    expect(result).toMatchObject({
      layout: 'commbank',
      read: 5,
      posted: 1,
      postedAmount: 75,
      toCheck: 1,
      waiting: 1,
      moneyOut: 1,
      clearing: 1,
      known: 0,
      unreadable: 0,
      from: '2026-11-02',
      to: '2026-11-06',
    })
    expect(await balanceOf(office, anna)).toBe(-50)
    expect(await office.call(office.admin, getInvoice, { invoiceID: anna.invoiceIDs[0]! })).toMatchObject({
      status: 'paid',
      datePaid: '2026-11-02',
    })
    const [near, rest] = await waiting(office)
    expect(near).toMatchObject({
      text: 'Direct Credit FEATHERSTONE',
      proposals: [{ customerID: ben.customerID, invoiceID: ben.invoiceIDs[0], amount: 40 }],
    })
    expect(rest).toMatchObject({ text: 'Interest', proposals: [] })
    const [posted] = await linesOf(office, { state: 'posted' })
    expect(posted).toMatchObject({
      payments: [{ customerID: anna.customerID, amount: 75, reversed: false }],
      reason: 'Reference and amount match INV-000001.',
      decidedBy: null,
    })
  })

  test('says in a dry run what it would do, and writes nothing', async () => {
    const anna = await payer(office, [75])
    const file = bankCsv([
      ['2026-11-02', 75, `ABBOTT ${anna.reference}`],
      ['2026-11-03', 9, 'Interest'],
    ])
    const result = await imported(office, file, { dryRun: 'true' })
    expect(result).toMatchObject({ posted: 1, waiting: 1, known: 0 })
    expect(result.lines).toMatchObject([
      { text: 'Interest', outcome: 'waits' },
      { outcome: 'posts', reason: 'Reference and amount match INV-000001.' },
    ])
    expect([await payments(), await linesOf(office)]).toEqual([[], []])
  })

  test('given twice, or overlapping, posts nothing twice (M18)', async () => {
    const anna = await payer(office, [75, 75, 75])
    const [first, second, third] = ['2026-11-02', '2026-11-02', '2026-11-04'].map((day): [string, number, string] => [
      day,
      75,
      `ABBOTT ${anna.reference}`,
    ])
    expect(await imported(office, bankCsv([first!, second!]))).toMatchObject({ posted: 2, known: 0 })
    expect(await imported(office, bankCsv([first!, second!]))).toMatchObject({ posted: 0, known: 2 })
    expect(await imported(office, bankCsv([first!, second!, third!]))).toMatchObject({ posted: 1, known: 2 })
    expect(await payments()).toHaveLength(3)
    expect(await balanceOf(office, anna)).toBe(0)
    const files = await office.call(office.admin, listBankFiles, {})
    expect(files.items.map(({ lines, known, posted }) => [lines, known, posted])).toEqual([
      [3, 2, 1],
      [2, 2, 0],
      [2, 0, 2],
    ])
  })

  test('given eight times at once posts each line once', async () => {
    const payers = []
    for (const price of [20, 30, 40, 50, 60, 70]) payers.push(await payer(office, [price, 999]))
    const file = bankCsv(payers.map((one, at) => ['2026-11-02', 20 + at * 10, `ABBOTT ${one.reference}`]))
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendFile(office, file)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(answers.reduce((sum, { body }) => sum + body.result!.posted, 0)).toBe(6)
    expect(await payments()).toHaveLength(6)
    expect(await linesOf(office)).toHaveLength(6)
  })

  test('that broke off in the middle is given again, and posts nothing twice', async () => {
    const anna = await payer(
      office,
      Array.from({ length: 150 }, (_, at) => at + 1),
    )
    const file = bankCsv(
      anna.invoiceIDs.map((_, at) => [
        at < 120 ? '2026-11-02' : '2026-11-03',
        at + 1,
        `ABBOTT ${at} bags ${anna.reference}`,
      ]),
    )
    const { db } = office.deps.database
    // As the disk or the connection would: the transaction of the later lines fails.
    await db.execute(sql`alter table bank_lines add constraint broken check (line > 20)`)
    const broken = await sendFile(office, file)
    await db.execute(sql`alter table bank_lines drop constraint broken`)
    const stored = (await office.call(office.admin, listBankLines, { perPage: 1 })).total
    expect([broken.status, stored]).toEqual([500, 100])
    expect(await paidSum()).toBe((await linesOf(office)).reduce((sum, { amount }) => sum + amount, 0))
    expect((await office.call(office.admin, listBankFiles, {})).items[0]).toMatchObject({ endedAt: null })
    expect(await imported(office, file)).toMatchObject({ posted: 50, known: 100 })
    expect(await balanceOf(office, anna)).toBe(0)
  })

  test('in another format waits, because it was perhaps imported before', async () => {
    const anna = await payer(office, [75, 75])
    await imported(office, bankCsv([['2026-11-02', 75, `Transfer ABBOTT ${anna.reference}`]]))
    const ofx = `OFXHEADER:100\nDATA:OFXSGML\n<OFX><BANKACCTFROM><BANKID>062000<ACCTID>10482933</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261102<TRNAMT>75.00<FITID>A1<MEMO>Transfer ABBOTT ${anna.reference}</STMTTRN>
</BANKTRANLIST></OFX>`
    expect(await imported(office, ofx)).toMatchObject({ layout: 'ofx', posted: 0, toCheck: 1 })
    expect(await waiting(office)).toMatchObject([
      { perhapsKnown: true, proposals: [{ reason: expect.stringContaining('Perhaps imported before') }] },
    ])
    expect(await imported(office, ofx)).toMatchObject({ known: 1 })
  })

  test('of an unknown layout asks for its columns once', async () => {
    const anna = await payer(office, [75])
    const file = (day: string) => `When;What;Euro cents;In\n${day};ABBOTT ${anna.reference};x;75.00\n`
    const { body } = await sendFile(office, file('02.11.2026'))
    expect(body).toMatchObject({
      bankFileID: null,
      result: null,
      choose: { header: true, dateFormats: ['D/M/Y', 'M/D/Y'] },
    })
    expect(body.choose!.sample[0]).toEqual(['When', 'What', 'Euro cents', 'In'])
    await office.admin.put(`/v1/bank/layouts/${body.choose!.layoutHash}`, {
      header: true,
      columns: { date: 0, text: [1], amount: 3 },
      dateFormat: 'D/M/Y',
    })
    expect(await imported(office, file('02.11.2026'))).toMatchObject({ layout: 'chosen', posted: 1 })
    expect(await imported(office, file('03.11.2026'))).toMatchObject({ layout: 'chosen', read: 1 })
  })

  describe('Money out pays no invoice', () => {
    /** Imports the file; where its columns are asked for, those proposed are chosen. */
    async function importedAsProposed(file: string) {
      const { body } = await sendFile(office, file)
      if (body.choose === null) return body.result
      const { layoutHash, header, guess } = body.choose
      const chosen = await office.admin.put(`/v1/bank/layouts/${layoutHash}`, { header, columns: guess })
      expect(chosen.status).toBe(204)
      return (await sendFile(office, file)).body.result
    }

    test.each([
      ['a last column DR', (text: string) => `31/10/2026,25.00,${text},DR\n`],
      ['a column between', (text: string) => `31/10/2026,Debit,25.00,${text}\n`],
      [
        'a column Debit/Credit',
        (text: string) => `Date,Amount,Description,Debit/Credit\n31/10/2026,25.00,${text},Debit\n`,
      ],
      ['a column Type', (text: string) => `Date,Type,Amount,Description\n31/10/2026,TRANSFER DEBIT,25.00,${text}\n`],
      ['DR before the amount', (text: string) => `31/10/2026,DR 25.00,${text}\n`],
      ['Debit after the amount', (text: string) => `31/10/2026,25.00 Debit,${text}\n`],
      ['brackets', (text: string) => `31/10/2026,(25.00),${text}\n`],
      ['a trailing minus', (text: string) => `31/10/2026,25.00-,${text}\n`],
      [
        'OFX',
        (text: string) => `<OFX><STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261031<TRNAMT>25.00<NAME>${text}</STMTTRN></OFX>`,
      ],
    ])('whose sign is %s', async (_, fileOf) => {
      const anna = await payer(office, [25])
      expect(await importedAsProposed(fileOf(`ABBOTT ${anna.reference}`))).toMatchObject({ posted: 0, moneyOut: 1 })
      expect(await balanceOf(office, anna)).toBe(-25)
    })

    test('where nothing but the bank’s own words says so: it waits for a person', async () => {
      const anna = await payer(office, [25])
      const file = `02/11/2026,25.00,Transfer to ABBOTT ${anna.reference}\n`
      expect(await imported(office, file)).toMatchObject({ layout: 'anz', posted: 0, toCheck: 1 })
      const [line] = await waiting(office)
      expect(line!.proposals[0]!.reason).toContain('The bank’s text says that money went out.')
    })

    test('where the balances contradict the amounts: nothing is imported, and the line is named', async () => {
      const anna = await payer(office, [25])
      const file = `02/11/2026,"+25.00","ABBOTT ${anna.reference}","+975.00"\n01/11/2026,"+1.00","Interest","+1000.00"\n`
      const { body } = await sendFile(office, file)
      expect(body).toMatchObject({ bankFileID: null, result: null, choose: { guess: { amount: 1, balance: 3 } } })
      expect(body.choose!.message).toBe(
        'Line 1: the balance says the opposite of the amount. Choose the column that says whether money came in or went out.',
      )
      expect([await payments(), await linesOf(office)]).toEqual([[], []])
    })

    test('and columns that give two amounts are refused', async () => {
      const { status, body } = await office.admin.put(`/v1/bank/layouts/${'0'.repeat(64)}`, {
        header: true,
        columns: { date: 0, text: [1], amount: 2, debit: 3 },
      })
      expect([status, body.fields]).toEqual([422, { columns: 'Choose either the amount, or money out and money in.' }])
    })
  })

  test('is not read by the columns of another bank’s file that has as many', async () => {
    const anna = await payer(office, [75])
    const first = `31/10/2026,x,ABBOTT ${anna.reference},y,75.00\n`
    const { body } = await sendFile(office, first)
    await office.admin.put(`/v1/bank/layouts/${body.choose!.layoutHash}`, {
      header: false,
      columns: { date: 0, text: [2], amount: 4 },
    })
    expect(await imported(office, first, { dryRun: 'true' })).toMatchObject({ layout: 'chosen', posted: 1 })
    const other = await sendFile(office, `31/10/2026,75.00,ABBOTT ${anna.reference},y,75.00\n`)
    expect(other.body.choose).toMatchObject({ header: false })
    // Where they were chosen wrongly, they are asked for again.
    const again = await sendFile(office, first, { dryRun: 'true', again: 'true' })
    expect(again.body).toMatchObject({
      result: null,
      choose: { layoutHash: body.choose!.layoutHash, guess: { date: 0, text: [2], amount: 4 } },
    })
  })

  test.each([
    ['sep=;', 'sep=;\r\nDate;Details;Amount\r\n'],
    ['a title, and pipes', 'Account 062-000 12345678\nDate|Details|Amount\n'],
  ])('beginning with %s is read by its own separator', async (_, start) => {
    const { body } = await sendFile(
      office,
      `${start}31/10/2026;ABBOTT, A;1,075.00\n`.replaceAll(';', start.includes('|') ? '|' : ';'),
    )
    expect(body.choose).toMatchObject({
      header: true,
      sample: [
        ['Date', 'Details', 'Amount'],
        ['31/10/2026', 'ABBOTT, A', '1,075.00'],
      ],
      guess: { date: 0, text: [1], amount: 2 },
    })
  })

  test.each([
    [
      'a QIF file',
      '!Type:Bank\nD31/10/2026\nT75.00\nPABBOTT\n^\n',
      'This is a QIF file. Export CSV or OFX from your bank instead.',
    ],
    ['a PDF', '%PDF-1.7\n\u0000', 'This is a PDF file. Export CSV or OFX from your bank instead.'],
    ['an MT940 file', ':20:STARTUMS\n:25:62000/123\n', /^This is an MT940 file/],
    ['a CAMT file', '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">', /CAMT/],
    ['a web page', '<html><table><tr><td>31/10/2026</td></tr></table></html>', /a web page/],
    ['nothing', '', 'This file has no lines.'],
    ['an Excel file', 'PK\u0003\u0004 and so on', /Excel/],
    ['open quotation marks', '02/11/2026,"75.00,"x"y\n', /quotation marks/],
  ])('with %s is refused with a sentence', async (_, file, message) => {
    const { status, body } = await sendFile(office, file)
    expect([status, body.code]).toEqual([422, 'csv_unreadable'])
    expect(body.message).toMatch(message)
  })

  test('lists lines it can’t read, and imports the others', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `03200012,0${(at % 9) + 1}/11/2026,X${at},,1.00,,DEP`)
    const headings = 'Bank Account,Date,Narrative,Debit Amount,Credit Amount,Balance,Categories'
    const result = await imported(office, [headings, ...rows, '03200012,31/02/2026,Y,,1.00,,DEP'].join('\n'))
    expect(result).toMatchObject({ read: 12, unreadable: 1, problems: [{ line: 14 }] })
  })

  test('posts only lines dated after the closed period; the others may be booked today', async () => {
    const anna = await payer(office, [75, 50])
    await setting('books.lockedThrough', '2026-11-03')
    const result = await imported(
      office,
      bankCsv([
        ['2026-11-03', 75, `ABBOTT ${anna.reference}`],
        ['2026-11-04', 50, `ABBOTT ${anna.reference}`],
      ]),
    )
    expect(result).toMatchObject({ posted: 1, toCheck: 1 })
    const [line] = await waiting(office)
    expect(line).toMatchObject({ closed: true, day: '2026-11-03' })
    expect(line!.proposals[0]!.reason).toContain('The books are closed for this date.')
    const { bankLineID } = line!
    const refused = await office.admin.put(`/v1/bank/lines/${bankLineID}/accept`, { customerID: anna.customerID })
    expect([refused.status, refused.body.code]).toEqual([409, 'books_closed'])
    const { customerID } = anna
    await office.call(office.admin, acceptBankLine, { bankLineID, customerID, datePaid: '2026-11-10' })
    expect(await balanceOf(office, anna)).toBe(0)
  })

  test('a line that the office has typed in already waits, though it fits another open invoice to the cent', async () => {
    const anna = await payer(office, [40, 40])
    const paid = { type: 'CUSTOMER_INBOUND', customerID: anna.customerID, amount: 40, paymentType: 'EFT' } as const
    await office.call(office.admin, createTransaction, { ...paid, datePaid: '2026-11-02' })
    await imported(office, bankCsv([['2026-11-02', 40, `ABBOTT ${anna.reference}`]]))
    expect((await waiting(office))[0]!.proposals[0]!.reason).toContain('Recorded already?')
    expect(await balanceOf(office, anna)).toBe(-40)
  })

  test('a line that the office has typed in already says so, until that payment is reversed', async () => {
    const anna = await payer(office, [45])
    const paid = { type: 'CUSTOMER_INBOUND', customerID: anna.customerID, amount: 40, paymentType: 'EFT' } as const
    const typed = await office.call(office.admin, createTransaction, { ...paid, datePaid: '2026-11-02' })
    await imported(office, bankCsv([['2026-11-02', 40, `ABBOTT ${anna.reference}`]]))
    const reason = async () => (await waiting(office))[0]!.proposals[0]!.reason
    expect(await reason()).toContain('Recorded already? A payment of $40.00 on 02/11/2026 is in this account.')
    const { transactionID } = typed.transactions[0]!
    await office.call(office.admin, createTransaction, { reverses: transactionID, notes: 'Wrong customer' })
    expect(await reason()).not.toContain('Recorded already?')
  })

  test('leaves a line whose invoice was paid meanwhile to the office', async () => {
    const anna = await payer(office, [75])
    const file = bankCsv([['2026-11-02', 75, `ABBOTT ${anna.reference}`]])
    const paid = { type: 'CUSTOMER_INBOUND', customerID: anna.customerID, amount: 75, paymentType: 'EFT' } as const
    await office.call(office.admin, createTransaction, paid)
    expect(await imported(office, file)).toMatchObject({ posted: 0, toCheck: 1 })
    const [line] = await waiting(office)
    expect(line!.proposals[0]!.reason).toContain(' owes nothing: paid twice')
    await office.call(office.admin, dismissBankLine, { bankLineID: line!.bankLineID, reason: 'Entered by hand' })
    expect(await balanceOf(office, anna)).toBe(0)
    expect(await waiting(office)).toEqual([])
  })

  describe('A line that waits', () => {
    async function line(day: string, dollars: number, text: string) {
      await imported(office, bankCsv([[day, dollars, text]]))
      const [found] = await waiting(office)
      return found!
    }

    test('is accepted once; the same again changes nothing, another customer is refused', async () => {
      const [anna, ben] = [await payer(office, [75]), await payer(office, [75])]
      const { bankLineID } = await line('2026-11-02', 75, 'Deposit')
      const accept = (who: typeof anna) =>
        office.admin.put(`/v1/bank/lines/${bankLineID}/accept`, { customerID: who.customerID })
      expect((await accept(anna)).body).toMatchObject({ state: 'posted', payments: [{ amount: 75 }] })
      expect((await accept(anna)).status).toBe(200)
      expect((await accept(ben)).body.code).toBe('already_decided')
      expect(await payments()).toHaveLength(1)
    })

    test('of which eight people accept it at once is one payment', async () => {
      const anna = await payer(office, [75])
      const { bankLineID } = await line('2026-11-02', 75, 'Deposit')
      const { customerID } = anna
      await Promise.all(
        Array.from({ length: 8 }, () => office.admin.put(`/v1/bank/lines/${bankLineID}/accept`, { customerID })),
      )
      expect(await payments()).toHaveLength(1)
      expect(await balanceOf(office, anna)).toBe(0)
    })

    test('is undone: its payment is reversed, it waits again, and no later file posts it by itself', async () => {
      const [anna, ben] = [await payer(office, [75]), await payer(office, [75])]
      const file = bankCsv([['2026-11-02', 75, `ABBOTT ${anna.reference}`]])
      await imported(office, file)
      const [{ bankLineID } = { bankLineID: '' }] = await linesOf(office)
      const undone = await office.call(office.admin, undoBankLine, { bankLineID, reason: 'It is his neighbour’s' })
      expect(undone).toMatchObject({ state: 'waiting', payments: [], reason: null })
      expect(await balanceOf(office, anna)).toBe(-75)
      expect(await imported(office, file)).toMatchObject({ posted: 0, known: 1 })
      await office.call(office.admin, acceptBankLine, { bankLineID, customerID: ben.customerID })
      expect([await balanceOf(office, anna), await balanceOf(office, ben)]).toEqual([-75, 0])
    })

    test('is split over the customers of a property manager', async () => {
      const [anna, ben] = [await payer(office, [75]), await payer(office, [40])]
      const found = await line('2026-11-02', 115, `RAY WHITE ${anna.reference} AND ${ben.reference}`)
      expect(found.split).toMatchObject([
        { customerID: anna.customerID, amount: 75 },
        { customerID: ben.customerID, amount: 40 },
      ])
      const { bankLineID } = found
      const parts = [anna, ben].map(({ customerID }, at) => ({ customerID, amount: at === 0 ? 75 : 39 }))
      const short = await office.admin.put(`/v1/bank/lines/${bankLineID}/split`, { parts })
      expect([short.status, short.body.fields]).toEqual([422, { parts: '$1.00 of the payment is left over.' }])
      parts[1]!.amount = 40
      const done = await office.call(office.admin, splitBankLine, { bankLineID, parts })
      expect(done).toMatchObject({ state: 'split', payments: [{ amount: 75 }, { amount: 40 }] })
      expect([await balanceOf(office, anna), await balanceOf(office, ben)]).toEqual([0, 0])
      await office.call(office.admin, undoBankLine, { bankLineID, reason: 'Wrong units' })
      expect([await balanceOf(office, anna), await balanceOf(office, ben)]).toEqual([-75, -40])
    })

    test('by which the bank took a payment back reverses it, and that stays (M18)', async () => {
      const anna = await payer(office, [75])
      await imported(office, bankCsv([['2026-11-02', 75, `ABBOTT ${anna.reference}`]]))
      const found = await line('2026-11-05', -75, 'DISHONOURED CHEQUE ABBOTT')
      expect(found.reversals).toMatchObject([{ customerID: anna.customerID, datePaid: '2026-11-02' }])
      const { transactionID } = found.reversals[0]!
      const { bankLineID } = found
      const accepted = await office.admin.put(`/v1/bank/lines/${bankLineID}/accept`, { customerID: anna.customerID })
      expect(accepted.body.fields).toEqual({ customerID: 'Only money in can be a payment' })
      const done = await office.call(office.admin, dishonourBankLine, { bankLineID, transactionID })
      expect(done).toMatchObject({ state: 'dishonour', payments: [{ transactionID, reversed: true }] })
      expect(await balanceOf(office, anna)).toBe(-75)
      const undone = await office.admin.put(`/v1/bank/lines/${bankLineID}/undo`, { reason: 'No' })
      expect(undone.body.code).toBe('reversal_final')
    })

    test('takes back only a payment of its amount', async () => {
      const anna = await payer(office, [50])
      await imported(office, bankCsv([['2026-11-02', 50, `ABBOTT ${anna.reference}`]]))
      const { bankLineID } = await line('2026-11-05', -75, 'DISHONOURED CHEQUE')
      const [{ transactionID } = { transactionID: '' }] = await payments()
      const refused = await office.admin.put(`/v1/bank/lines/${bankLineID}/dishonour`, { transactionID })
      expect(refused.body.fields).toEqual({ transactionID: 'This payment has another amount' })
    })

    test('tells that its customer may have paid', async () => {
      const [anna, ben] = [await payer(office, [75], { lastName: 'Featherstone' }), await payer(office, [75])]
      await line('2026-11-02', 75, 'Direct Credit FEATHERSTONE')
      const { db } = office.deps.database
      const found = await customersWithWaitingPayment(db, [anna.customerID, ben.customerID])
      expect([...found]).toEqual([anna.customerID])
    })
  })

  test('Several lines are dismissed at once for one reason; one decided meanwhile is left, and an unknown one refuses all', async () => {
    const anna = await payer(office, [75])
    await imported(
      office,
      bankCsv([
        ['2026-11-02', 10, 'Interest'],
        ['2026-11-03', 20, 'Interest'],
        ['2026-11-04', 75, 'Cash deposit'],
      ]),
    )
    const lines = await linesOf(office)
    const idsOf = (some: typeof lines) => some.map(({ bankLineID }) => bankLineID)
    const deposit = lines.find(({ text }) => text === 'Cash deposit')!
    await office.call(office.admin, acceptBankLine, {
      bankLineID: deposit.bankLineID,
      customerID: anna.customerID,
    })
    const unknown = { bankLineIDs: [...idsOf(lines), anna.customerID], reason: 'Interest' }
    expect((await office.admin.put('/v1/bank/lines/dismiss', unknown)).status).toBe(404)
    const dismiss = () =>
      office.call(office.admin, dismissBankLines, { bankLineIDs: idsOf(lines), reason: 'Bank interest' })
    const answers = await Promise.all([dismiss(), dismiss()])
    for (const answer of answers)
      expect(answer).toMatchObject({
        dismissed: 2,
        left: [{ bankLineID: deposit.bankLineID, amount: 75, reason: 'This was already decided.' }],
      })
    expect(await linesOf(office, { state: 'dismissed' })).toMatchObject([
      { reason: 'Bank interest', decidedBy: 'Admin' },
      { reason: 'Bank interest' },
    ])
    expect(await balanceOf(office, anna)).toBe(0)
    const rows = await office.deps.database.db.execute(sql`select 1 from audit where action = 'bank.dismissed'`)
    expect(rows.rows).toHaveLength(2)
  })

  test('The accounts of the lines are listed, the last used first; the same line of another account is another one', async () => {
    const accounts = async () => (await office.call(office.admin, listBankAccounts, {})).items
    expect(await accounts()).toEqual([])
    const file = bankCsv([['2026-11-02', 10, 'Interest']])
    expect(await imported(office, file, { account: 'Savings' })).toMatchObject({ accounts: ['Savings'], known: 0 })
    expect(await imported(office, file, { account: 'Savings', dryRun: 'true' })).toMatchObject({ known: 1 })
    await imported(office, bankCsv([['2026-11-05', 10, 'Interest']]), { account: '062-000 12345678' })
    expect(await imported(office, file, { dryRun: 'true' })).toMatchObject({ accounts: [], known: 0 })
    expect(await accounts()).toEqual([
      { account: '06200012345678', lastDay: '2026-11-05' },
      { account: 'Savings', lastDay: '2026-11-02' },
    ])
  })

  test('A line’s facts can’t be changed or deleted, not even by SQL, and it is decided once', async () => {
    await imported(office, bankCsv([['2026-11-02', 75, 'Deposit']]))
    const [{ bankLineID } = { bankLineID: '' }] = await linesOf(office)
    await office.call(office.admin, dismissBankLine, { bankLineID, reason: 'Not ours' })
    const { db } = office.deps.database
    for (const statement of [
      sql`update bank_lines set amount_cents = 1`,
      sql`update bank_lines set state = 'posted'`,
      sql`update bank_lines set state = 'waiting', decided_at = null`,
      sql`delete from bank_lines`,
      sql`truncate bank_lines`,
      sql`update bank_files set name = 'other'`,
      sql`delete from bank_files`,
    ])
      await expect(db.execute(statement)).rejects.toThrow()
  })
})
