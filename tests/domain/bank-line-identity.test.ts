import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineIdentities, seenBefore, type StoredLine } from '#domain/bank-line-identity.ts'
import type { BankLine } from '#domain/bank-lines.ts'
import { withoutStops } from '#domain/steps.ts'

const identitiesOf = (lines: Parameters<typeof lineIdentities>[0]) => withoutStops(lineIdentities(lines))

type Line = Pick<BankLine, 'account' | 'day' | 'amount' | 'text' | 'balance' | 'fitid'>

const line = (day: string, amount: number, text: string, balance: number | null = null): Line => ({
  account: '06200012345678',
  day,
  amount,
  text,
  balance,
  fitid: null,
})
const stored = (lines: readonly Line[]): StoredLine[] => {
  const identities = identitiesOf(lines)
  return lines.map((one, at) => ({ ...one, identity: identities[at]! }))
}
const kinds = (lines: readonly Line[], before: readonly StoredLine[]) =>
  withoutStops(seenBefore(lines, before, identitiesOf(lines))).map(({ kind }) => kind)

const anna = line('2026-11-16', 7_500, 'A NOVAK 104828', 7_500)
const ben = line('2026-11-16', 7_500, 'B SMITH 104836', 15_000)
const annaAgain = line('2026-11-16', 7_500, 'A NOVAK 104828', 22_500)
const unbalanced = (one: Line): Line => ({ ...one, balance: null })

describe('The identity of a bank line (M18)', () => {
  it('is of account, date, amount, text, balance and ordinal', () => {
    expect(identitiesOf([anna, unbalanced(anna), unbalanced(annaAgain)])).toEqual([
      '["06200012345678","2026-11-16",7500,"line","a novak 104828",7500,1]',
      '["06200012345678","2026-11-16",7500,"line","a novak 104828",null,1]',
      '["06200012345678","2026-11-16",7500,"line","a novak 104828",null,2]',
    ])
  })

  it('is of the bank’s own number where there is one, with date and amount: some banks use a number twice', () => {
    const [one, two] = [anna, { ...anna, amount: 200 }].map((given) => ({ ...given, fitid: 'F1', text: 'cut of' }))
    expect(identitiesOf([one!, two!])).toEqual([
      '["06200012345678","2026-11-16",7500,"fitid","F1",1]',
      '["06200012345678","2026-11-16",200,"fitid","F1",1]',
    ])
  })

  it('does not depend on case, signs and spaces of the text, or on the order of the file', () => {
    expect(identitiesOf([{ ...anna, text: 'a  Novak-104828' }])).not.toEqual(identitiesOf([anna]))
    expect(identitiesOf([{ ...anna, text: 'a  Novak, 104828' }])).toEqual(identitiesOf([anna]))
    expect(identitiesOf([annaAgain, ben, anna]).sort()).toEqual(identitiesOf([anna, ben, annaAgain]).sort())
  })
})

describe('A file that overlaps an earlier one', () => {
  it('has the lines known that were in it, and the others new', () => {
    expect(kinds([anna, ben, annaAgain], stored([anna, ben]))).toEqual(['known', 'known', 'new'])
    expect(kinds([anna, ben], stored([]))).toEqual(['new', 'new'])
  })

  it('has a second equal payment of the day new, with or without balances', () => {
    expect(kinds([annaAgain, anna], stored([anna]))).toEqual(['new', 'known'])
    expect(kinds([anna, annaAgain].map(unbalanced), stored([unbalanced(anna)]))).toEqual(['known', 'new'])
  })

  it('cut in the middle of a day at both ends leaves an equal payment with another balance to a person', () => {
    expect(kinds([annaAgain], stored([anna]))).toEqual(['perhaps'])
  })

  it('of another format leaves the same payment to a person', () => {
    const ofx = { ...unbalanced(anna), fitid: 'F1', text: 'A NOVAK 10', account: '12345678' }
    expect(kinds([ofx], stored([anna, ben]))).toEqual(['perhaps'])
    expect(kinds([unbalanced(anna)], stored([anna]))).toEqual(['perhaps'])
    expect(kinds([{ ...anna, account: 'Business account' }], stored([anna]))).toEqual(['perhaps'])
  })

  it('keeps payments of other accounts, days, amounts and payers apart', () => {
    const others = [
      { ...anna, account: '032000999999' },
      { ...anna, day: '2026-11-17' },
      { ...anna, amount: 7_501 },
      { ...anna, text: 'B SMITH 104836' },
    ]
    for (const other of others) expect(kinds([other], stored([anna]))).toEqual(['new'])
  })

  const history = fc.array(
    fc.record({
      day: fc.constantFrom('2026-11-16', '2026-11-17', '2026-11-18'),
      amount: fc.constantFrom(7_500, 5_000, -7_500),
      text: fc.constantFrom('A NOVAK 104828', 'B SMITH 104836'),
    }),
    { maxLength: 25 },
  )
  const accounted = (parts: readonly { day: string; amount: number; text: string }[], balances: boolean) => {
    let balance = 0
    return parts
      .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      .map(({ day, amount, text }) => line(day, amount, text, balances ? (balance += amount) : null))
  }

  it('of whole days posts every line exactly once, whatever was imported before', () => {
    fc.assert(
      fc.property(history, fc.boolean(), fc.array(fc.nat(4), { maxLength: 6 }), (parts, balances, firsts) => {
        const all = accounted(parts, balances)
        const days = [...new Set(all.map(({ day }) => day))]
        let ledger: StoredLine[] = []
        for (const first of [...firsts, 0]) {
          const file = all.filter(({ day }) => days.indexOf(day) >= first)
          const seen = withoutStops(seenBefore(file, ledger, identitiesOf(file)))
          expect(seen.some(({ kind }) => kind === 'perhaps')).toBe(false)
          ledger = [...ledger, ...stored(file).filter((_, at) => seen[at]!.kind === 'new')]
        }
        expect(ledger.map(({ identity }) => identity).sort()).toEqual(identitiesOf(all).sort())
      }),
    )
  })

  it('cut anywhere never posts a line twice', () => {
    fc.assert(
      fc.property(history, fc.boolean(), fc.array(fc.tuple(fc.nat(25), fc.nat(25))), (parts, balances, cuts) => {
        const all = accounted(parts, balances)
        let ledger: StoredLine[] = []
        for (const [from, length] of cuts) {
          const file = all.slice(from, from + length)
          const seen = withoutStops(seenBefore(file, ledger, identitiesOf(file)))
          ledger = [...ledger, ...stored(file).filter((_, at) => seen[at]!.kind === 'new')]
        }
        const keys = (lines: readonly Line[]) => lines.map(({ day, amount, text }) => `${day} ${amount} ${text}`)
        const left = keys(all)
        for (const key of keys(ledger)) {
          expect(left).toContain(key)
          left.splice(left.indexOf(key), 1)
        }
        expect(new Set(ledger.map(({ identity }) => identity)).size).toBe(ledger.length)
      }),
    )
  })
})
