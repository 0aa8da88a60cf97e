import { describe, expect, test } from 'vitest'
import { unbilledDue } from '#domain/unbilled.ts'

const line = (amount: number, counts = 1) => ({ amount, counts })
const three = { scheme: 'POSTPAID', invoiceType: '1A', collectionScheme: 'MONTHLY' } as const

describe('Invoicing what is unbilled', () => {
  test('issues full accounts, and unfinished ones only when all are asked for', () => {
    const lines = [line(2500), line(2500), line(2500), line(2500)]
    expect(unbilledDue(lines, three, 'full').accounts).toEqual([lines.slice(0, 3)])
    expect(unbilledDue(lines, three, 'all').accounts).toEqual([lines.slice(0, 3), lines.slice(3)])
  })

  test('says how far an unfinished account is', () => {
    expect(unbilledDue([line(2500), line(500, 0)], three, 'full')).toEqual({
      accounts: [],
      why: '1 of 3 collections done',
    })
  })

  test('issues nothing of $0 or less, and says so', () => {
    const credit = { accounts: [], why: 'What is unbilled comes to -$5.00: it goes on a later invoice' }
    expect(unbilledDue([line(-500, 0)], three, 'all')).toEqual(credit)
    expect(unbilledDue([line(-500, 0)], { ...three, scheme: 'PREPAID' }, 'full')).toEqual(credit)
    expect(unbilledDue([], three, 'all')).toEqual({ accounts: [], why: 'Nothing is unbilled' })
  })

  test('issues what a customer who pays in advance owes at once', () => {
    const lines = [line(2500)]
    expect(unbilledDue(lines, { ...three, scheme: 'PREPAID' }, 'full')).toEqual({ accounts: [lines], why: null })
  })
})
