import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  acceptBankLine,
  previewBankPayment,
  previewUndoBankLine,
  splitBankLine,
  undoBankLine,
} from '#contract/v1/bank.ts'
import { getInvoice, writeOffInvoice } from '#contract/v1/invoices.ts'
import { getLedger, previewReversal } from '#contract/v1/transactions.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { bankCsv, imported, linesOf, payer, waiting } from './bank-fixture.ts'

describe.each(databases)('Before a bank line is decided, on %s', (kind) => {
  let office: Office
  beforeAll(async () => void (office = await openOffice(kind)))
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  async function line(dollars: number, text: string) {
    await imported(office, bankCsv([['2026-11-02', dollars, text]]))
    return (await waiting(office))[0]!
  }
  const creditOf = async (customerID: string) => (await office.call(office.admin, getLedger, { customerID })).credit
  const owingOf = async (invoiceID: string) => (await office.call(office.admin, getInvoice, { invoiceID })).owing

  test('it says what gets paid and what becomes credit, and booking it does just that', async () => {
    const harry = await payer(office, [5])
    const found = await line(12, `HARRY ${harry.reference}`)
    const { effect } = found.proposals[0]!
    expect(effect).toMatchObject({ owing: 5, paid: [{ invoiceID: harry.invoiceIDs[0], amount: 5 }], credit: 7 })
    const { bankLineID } = found
    await office.call(office.admin, acceptBankLine, { bankLineID, customerID: harry.customerID })
    expect([await creditOf(harry.customerID), await owingOf(harry.invoiceIDs[0]!)]).toEqual([7, 0])
  })

  test('the excess over a named invoice pays the others where credit is used by itself, and only then is credit', async () => {
    const anna = await payer(office, [20, 30])
    const found = await line(55, `ABBOTT ${anna.reference}`)
    const part = { customerID: anna.customerID, invoiceID: anna.invoiceIDs[1]!, amount: 55 }
    const { parts } = await office.call(office.admin, previewBankPayment, {
      bankLineID: found.bankLineID,
      parts: [part],
    })
    expect(parts[0]!.effect).toMatchObject({
      owing: 50,
      paid: [
        { invoiceID: anna.invoiceIDs[1], amount: 30 },
        { invoiceID: anna.invoiceIDs[0], amount: 20 },
      ],
      credit: 5,
    })
  })

  test('the parts of a split say what each pays, with the names that others have too', async () => {
    const [one, two] = [
      await payer(office, [40], { firstName: 'Harry', lastName: 'Fraser' }),
      await payer(office, [10]),
    ]
    await payer(office, [], { firstName: 'Harry', lastName: 'Fraser' })
    const found = await line(60, 'RAY WHITE')
    const parts = [
      { customerID: one.customerID, amount: 30 },
      { customerID: one.customerID, invoiceID: one.invoiceIDs[0]!, amount: 15 },
      { customerID: two.customerID, amount: 15 },
    ]
    const preview = () => office.call(office.admin, previewBankPayment, { bankLineID: found.bankLineID, parts })
    expect((await preview()).parts).toMatchObject([
      {
        refId: one.refId,
        name: 'Harry Fraser',
        namesakes: 1,
        effect: { owing: 40, paid: [{ amount: 30 }], credit: 0 },
      },
      { refId: one.refId, effect: { owing: 10, paid: [{ amount: 10 }], credit: 5 } },
      { refId: two.refId, namesakes: 0, effect: { owing: 10, paid: [{ amount: 10 }], credit: 5 } },
    ])
    await office.call(office.admin, splitBankLine, { bankLineID: found.bankLineID, parts })
    expect([await creditOf(one.customerID), await creditOf(two.customerID)]).toEqual([5, 5])
    const again = await office.admin.post(`/v1/bank/lines/${found.bankLineID}/preview`, { parts })
    expect(again.body.code).toBe('already_decided')
  })

  test('P47 a written-off invoice is proposed with what it recovers, and booking it does just that', async () => {
    const harry = await payer(office, [50])
    const [invoiceID] = harry.invoiceIDs
    await office.call(office.admin, writeOffInvoice, { invoiceID: invoiceID!, reason: 'Moved away' })
    const found = await line(50, `HARRY ${harry.reference}`)
    expect(found.proposals[0]).toMatchObject({
      invoiceID,
      reason: expect.stringContaining(': recover.'),
      effect: { owing: 0, paid: [{ invoiceID, amount: 50 }], credit: 0 },
    })
    const { bankLineID } = found
    await office.call(office.admin, acceptBankLine, { bankLineID, customerID: harry.customerID, invoiceID: invoiceID! })
    const { credit, writtenOff } = await office.call(office.admin, getLedger, { customerID: harry.customerID })
    expect([credit, writtenOff]).toEqual([0, []])
    // It was another's money: the line waits again, and the invoice owes.
    await office.call(office.admin, undoBankLine, { bankLineID, reason: 'Not Harry' })
    expect(await owingOf(invoiceID!)).toBe(50)
  })

  test('an unknown customer, and another customer’s invoice, are refused', async () => {
    const [anna, ben] = [await payer(office, [40]), await payer(office, [10])]
    const { bankLineID } = await line(60, 'RAY WHITE')
    const ask = (part: object) =>
      office.admin.post(`/v1/bank/lines/${bankLineID}/preview`, { parts: [{ amount: 5, ...part }] })
    expect((await ask({ customerID: bankLineID })).body.fields).toEqual({ parts: 'This customer doesn’t exist' })
    expect((await ask({ customerID: anna.customerID, invoiceID: ben.invoiceIDs[0] })).status).toBe(404)
  })

  test('undoing it names the invoices owed again and the credit that is cancelled, and does just that', async () => {
    const harry = await payer(office, [5])
    const { bankLineID } = await line(12, `HARRY ${harry.reference}`)
    const refused = await office.admin.get(`/v1/bank/lines/${bankLineID}/undo`)
    expect(refused.body.code).toBe('wrong_state')
    await office.call(office.admin, acceptBankLine, { bankLineID, customerID: harry.customerID })
    const [posted] = await linesOf(office, { state: 'posted' })
    const { transactionID } = posted!.payments[0]!
    const { payments } = await office.call(office.admin, previewUndoBankLine, { bankLineID })
    const invoiceID = harry.invoiceIDs[0]!
    const effect = { owedAgain: [{ invoiceID, amount: 5 }], credit: 7, debitNote: 0, balance: -5 }
    expect(payments).toMatchObject([{ transactionID, ...effect }])
    expect(await office.call(office.admin, previewReversal, { transactionID })).toMatchObject(effect)
    expect([await creditOf(harry.customerID), await owingOf(invoiceID)]).toEqual([7, 0])
    await office.call(office.admin, undoBankLine, { bankLineID, reason: 'Not Harry' })
    expect([await creditOf(harry.customerID), await owingOf(invoiceID)]).toEqual([0, 5])
  })
})
