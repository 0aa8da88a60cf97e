import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { bankIndex, type EarlierPayment, type Payer } from '#domain/bank-index.ts'
import { type Match, matchLine, matchLines } from '#domain/bank-matching.ts'
import { readReferences } from '#domain/bank-references.ts'
import { splitProblem } from '#domain/bank-split.ts'
import { paymentReference } from '#domain/identifiers.ts'
import { withoutStops } from '#domain/steps.ts'

/** All lines in one turn. */
const allMatches = (...given: Parameters<typeof matchLines>): Match[] => withoutStops(matchLines(...given))

const payer = (
  refId: string,
  name: string,
  invoices: readonly [number, number][],
  more: Partial<Payer> = {},
): Payer => ({
  customerID: `c${refId}`,
  refId,
  name,
  invoices: invoices.map(([number, owing]) => ({
    invoiceID: `i${number}`,
    number: `INV-${String(number).padStart(6, '0')}`,
    owing,
  })),
  owing: invoices.reduce((sum, [, owing]) => sum + owing, 0),
  ...more,
})

const ANNA = payer('10482', 'Anna Novak', [
  [123, 7_500],
  [130, 10_000],
])
const BEN = payer('10483', 'Ben O’Brien-Smith', [[124, 7_500]])
const HILLS = payer('10490', 'Kim Lee', [[200, 125_000]], { company: 'The Hills Strata Management Pty Ltd' })
const PAID = payer('10500', 'Mai Tran', [], { paid: ['INV-000099'] })
const TWINS = payer('10510', 'Rosa Bianchi', [
  [301, 5_000],
  [302, 5_000],
])
const PAYMENTS: EarlierPayment[] = [
  { transactionID: 't1', customerID: 'c10482', day: '2026-11-02', amount: 7_500 },
  { transactionID: 't2', customerID: 'c10483', day: '2026-11-09', amount: 7_500 },
  { transactionID: 't3', customerID: 'c10483', day: '2026-08-01', amount: 7_500 },
]
const INDEX = bankIndex([ANNA, BEN, HILLS, PAID, TWINS], PAYMENTS)
const [anna, ben, paidUp, twins] = [ANNA, BEN, PAID, TWINS].map(({ refId }) => paymentReference(refId))

const line = (text: string, amount = 7_500, at = 1, day = '2026-11-16') => ({
  line: at,
  day,
  amount,
  text,
  type: '',
  balance: null,
  fitid: null,
})
const match = (text: string, amount?: number) => matchLine(line(text, amount), INDEX)
const best = (text: string, amount?: number) => {
  const found = match(text, amount)
  if (found.kind !== 'near') throw new Error(`${text}: ${found.kind}`)
  const { customerID, invoiceID, reason } = found.proposals[0]!
  return [customerID, invoiceID, reason]
}

describe('A line posts itself (M18)', () => {
  test.each([
    [`Fast Transfer From A NOVAK ${anna}`, 7_500, ['i123']],
    [`DEPOSIT-OSKO PAYMENT 2223338 ANNA NOVAK ${anna}`, 10_000, ['i130']],
    [`Direct Credit 421520 SMITH ${anna}`, 17_500, ['i123', 'i130']],
    [`Ref:${anna}`, 7_500, ['i123']],
    [`NOVAK/${anna}, NOV 2026`, 7_500, ['i123']],
    [`${anna} ${anna}`, 7_500, ['i123']],
    [`${anna} 16 Nov 2026`, 7_500, ['i123']],
    ['Fast Transfer From A NOVAK INV-000123', 7_500, ['i123']],
    ['inv 123', 7_500, ['i123']],
    ['INV000123', 7_500, ['i123']],
    ['Invoice No. 000130 bags', 10_000, ['i130']],
    ['invoice #123', 17_500, ['i123', 'i130']],
    [`INV-000123 ${anna}`, 7_500, ['i123']],
    ['INV-123 INV-130', 17_500, ['i123', 'i130']],
  ])('by %s, %i cents', (text, amount, invoiceIDs) => {
    expect(match(text, amount)).toMatchObject({ kind: 'exact', customerID: 'c10482', invoiceIDs, amount })
  })

  it('with two equal invoices for the older one', () => {
    expect(match(`BIANCHI ${twins}`, 5_000)).toMatchObject({ kind: 'exact', invoiceIDs: ['i301'] })
  })
})

describe('P47 A written-off invoice', () => {
  const LOST = payer('10520', 'Ida Holm', [], {
    paid: ['INV-000400'],
    writtenOff: [{ invoiceID: 'i400', number: 'INV-000400', amount: 6_600, day: '2026-09-10' }],
  })
  const found = (text: string, amount: number) => matchLine(line(text, amount), bankIndex([ANNA, LOST]))
  const reason = 'INV-000400 of Ida Holm (10520). Written off 10/09/2026: recover.'

  test.each([
    ['that the text names', 'INV-000400', 6_600],
    ['of which a part is paid', 'INV 400 part', 2_000],
    ['of the amount, with its customer’s reference', `HOLM ${paymentReference('10520')}`, 6_600],
    ['of the amount, with the name', 'Transfer from I HOLM', 6_600],
  ])('%s is proposed and never posts itself', (_what, text, amount) => {
    expect(found(text, amount)).toMatchObject({
      kind: 'near',
      proposals: [{ customerID: 'c10520', invoiceID: 'i400', reason }],
    })
  })

  it('of another amount is not proposed by the name alone', () => {
    const { proposals = [] } = found('Transfer from IDA HOLM', 5_000) as { proposals?: { invoiceID?: string }[] }
    expect(proposals.filter(({ invoiceID }) => invoiceID === 'i400')).toEqual([])
  })
})

describe('An invoice number', () => {
  it('that is another customer’s payment reference posts nothing', () => {
    const clash = Number(anna)
    const index = bankIndex([ANNA, payer('10600', 'Lou Reid', [[clash, 7_500]])])
    expect(matchLine(line(`INV-${clash}`), index)).toMatchObject({
      kind: 'near',
      proposals: [{ customerID: 'c10600' }, { customerID: 'c10482' }],
    })
  })

  it('that two invoices have, since one was imported, posts nothing', () => {
    const index = bankIndex([payer('10600', 'Lou Reid', [[7, 7_500]]), payer('10601', 'Kit Day', [[7, 7_500]])])
    expect(matchLine(line('INV-7'), index).kind).toBe('none')
  })
})

describe('A customer number of three digits', () => {
  const index = bankIndex([payer('104', 'Anna Novak', [[123, 7_500]])])
  const reference = paymentReference('104')

  it('posts a line only where the customer is named too', () => {
    expect(matchLine(line(`NOVAK ${reference}`), index).kind).toBe('exact')
    expect(matchLine(line(`EFTPOS ${reference}`), index)).toMatchObject({
      kind: 'near',
      proposals: [{ reason: 'Reference of Anna Novak (104). Amount matches INV-000123.' }],
    })
  })
})

describe('A line is only proposed', () => {
  test.each([
    ['with another amount', `NOVAK ${anna}`, 4_000, ['c10482', undefined], 'Anna Novak owes $175.00.'],
    ['with another amount than the invoice’s', 'INV-123', 7_000, ['c10482', 'i123'], 'is $75.00.'],
    ['with the amount of another invoice', 'INV-130', 7_500, ['c10482', 'i130'], 'is $100.00.'],
    ['when nothing is owed', `TRAN ${paidUp}`, 7_500, ['c10500', undefined], 'Mai Tran owes nothing: paid twice'],
    ['for an invoice that is paid', 'INV-000099', 7_500, ['c10500', undefined], 'Paid twice?'],
    ['when the reference is attached to letters', `REF${anna}`, 7_500, ['c10482', 'i123'], 'attached to other signs'],
    ['when the reference is in two parts', '10482 8 NOVAK', 7_500, ['c10482', 'i123'], 'is the reference of'],
    ['when the last digit is missing', 'NOVAK 10482', 7_500, ['c10482', 'i123'], 'without its last digit'],
    ['with one digit wrong', `NOVAK ${anna!.replace('0', '7')}`, 7_500, ['c10482', 'i123'], 'Possible typo'],
    ['with two digits swapped', 'NOVAK 140828', 7_500, ['c10482', 'i123'], `Possible typo: 140828 instead of ${anna}`],
    [
      'when only surname and amount fit',
      'Transfer from NOVAK',
      7_500,
      ['c10482', 'i123'],
      'The family name of Anna Novak',
    ],
    ['when only the name fits', 'ANNA NOVAK bags', 2_000, ['c10482', undefined], 'Anna Novak owes $175.00.'],
    ['by a double surname', 'B OBRIEN SMITH', 7_500, ['c10483', 'i124'], 'Amount matches INV-000124.'],
    ['by a company', 'Direct Credit 421520 HILLS STRATA MANAGEM', 125_000, ['c10490', 'i200'], 'The Hills Strata'],
    ['when written as an invoice number', `Invoice ${anna}`, 7_500, ['c10482', 'i123'], 'written as an invoice number'],
    ['beside an invoice that isn’t open', `${anna} INV-000777`, 7_500, ['c10482', 'i123'], 'Reference of Anna Novak'],
    ['when money came back', `REVERSAL ${anna}`, 7_500, ['c10482', 'i123'], 'money was returned'],
    ['when a payment provider is named', `STRIPE ${anna}`, 7_500, ['c10482', 'i123'], 'names Stripe'],
    [
      'beside a reference of another customer',
      `${anna} X${ben}`,
      10_000,
      ['c10482', 'i130'],
      'Reference of Anna Novak',
    ],
    ['as a number of the bank', `Direct Credit ${anna} NOVAK`, 7_500, ['c10482', 'i123'], 'is the reference of'],
    [
      'beside a number of the bank',
      `Direct Credit ${ben} NOVAK ${anna}`,
      7_500,
      ['c10482', 'i123'],
      'Reference of Anna',
    ],
    ['by a bare invoice number', 'NOVAK 000123', 7_500, ['c10482', 'i123'], 'The number of INV-000123'],
    ['in a telephone number', `0${anna!.slice(0, 3)} ${anna} 333 NOVAK`, 7_500, ['c10482', 'i123'], 'attached'],
  ])('%s: %s', (_, text, amount, [customerID, invoiceID], reason) => {
    expect(best(text, amount)).toEqual([customerID, invoiceID, expect.stringContaining(reason)])
  })

  it('for both customers when it names two', () => {
    expect(match(`${anna} ${ben}`)).toMatchObject({ kind: 'near' })
    expect(match(`${anna}, ${ben} NOVAK`)).toMatchObject({
      kind: 'near',
      proposals: [
        { customerID: 'c10482', score: 85, reason: expect.stringContaining('names 2 customers') },
        { customerID: 'c10483', score: 75 },
      ],
    })
    expect(match(`${anna} INV-124`)).toMatchObject({ kind: 'near' })
  })

  it('split over the customers named when what they owe adds up', () => {
    expect(match(`RAY WHITE ${anna}, ${ben}, INV-200`, 150_000)).toMatchObject({
      split: [
        { customerID: 'c10490', invoiceID: 'i200', amount: 125_000 },
        { customerID: 'c10482', amount: 17_500 },
        { customerID: 'c10483', amount: 7_500 },
      ],
    })
    expect(match('INV-123 & INV-124 RAY WHITE', 15_000)).toMatchObject({
      split: [{ invoiceID: 'i123' }, { invoiceID: 'i124' }],
    })
    expect(match(`${anna}, ${ben}`, 100)).not.toHaveProperty('split')
  })

  it('split also where only a space is between the references', () => {
    const found = match(`DIRECT CREDIT HILLS STRATA ${anna} ${ben}`, 25_000)
    expect(found).toMatchObject({
      kind: 'near',
      split: [
        { customerID: 'c10482', amount: 17_500 },
        { customerID: 'c10483', amount: 7_500 },
      ],
    })
    expect(best(`HILLS ${anna} ${ben}`, 25_000)[2]).toContain('The text names 2 customers. Anna Novak owes $175.00.')
    expect(match(`${anna} ${ben}`, 24_900)).not.toHaveProperty('split')
  })
})

describe('A line matches no customer', () => {
  test.each([
    ['Interest'],
    ['Transfer from SMITHERS'],
    ['PENNANT HILLS'],
    ['Card xx4828'],
    ['16/11/2026'],
    ['Fast Transfer From M TRAN-NGUYEN'],
  ])('%s', (text) => {
    expect(match(text)).toEqual({ kind: 'none' })
  })

  it('when money goes out, even with a reference', () => {
    expect(match(`NOVAK ${anna}`, -7_500)).toEqual({ kind: 'none' })
    expect(match(`NOVAK ${anna}`, 0)).toEqual({ kind: 'none' })
  })

  it('when it is a payout of Stripe', () => {
    expect(match('Direct Credit 507156 STRIPE AB12CD34', 43_120)).toEqual({ kind: 'clearing', provider: 'stripe' })
    expect(match('STRIPE', -4_500)).toEqual({ kind: 'clearing', provider: 'stripe' })
    expect(match('STRIPEY SOCKS', 4_500)).toEqual({ kind: 'none' })
  })
})

describe('A dishonour', () => {
  it('proposes the earlier payments of that amount, that of the customer named first', () => {
    expect(match(`DISHONOURED CHEQUE ${anna}`, -7_500)).toMatchObject({
      kind: 'dishonour',
      proposals: [
        { transactionID: 't1', customerID: 'c10482', amount: 7_500, reason: expect.stringContaining('reference fit') },
        { transactionID: 't2' },
      ],
    })
    expect(match('RETURNED ITEM NOVAK', -7_500)).toMatchObject({ proposals: [{ transactionID: 't1' }, {}] })
    expect(match('PAYMENT REVERSAL', -7_500)).toMatchObject({
      proposals: [{ transactionID: 't2', reason: 'Payment of 09/11/2026: the amount fits.' }, { transactionID: 't1' }],
    })
  })

  it('without such a payment is still one', () => {
    expect(match('DISHONOUR FEE', -250)).toEqual({ kind: 'dishonour', proposals: [] })
  })

  it('finds a payment of the same file', () => {
    const lines = [line(`REVERSAL ${twins}`, -5_000, 1), line(`BIANCHI ${twins}`, 5_000, 2)]
    expect(allMatches(lines, INDEX)).toMatchObject([
      { kind: 'dishonour', proposals: [{ customerID: 'c10510', line: 2, score: 90 }] },
      { kind: 'exact' },
    ])
  })
})

describe('The lines of a file', () => {
  it('pay an invoice once: a second line of the same invoice is proposed', () => {
    expect(allMatches([line('INV-123', 7_500, 4), line('INV-123', 7_500, 5)], INDEX)).toMatchObject([
      { kind: 'exact', invoiceIDs: ['i123'] },
      { kind: 'near', proposals: [{ customerID: 'c10482', reason: 'INV-000123 is already paid by line 4.' }] },
    ])
    const second = allMatches([line(`X ${ben}`, 7_500, 4), line(`X ${ben}`, 7_500, 5)], INDEX)[1]
    expect(second).toMatchObject({ kind: 'near', proposals: [{ reason: expect.stringContaining('paid by line 4') }] })
  })

  it('pay two equal invoices one after the other, and what is left of the total', () => {
    const reference = line(`X ${twins}`, 5_000)
    expect(allMatches([reference, { ...reference, line: 2 }, { ...reference, line: 3 }], INDEX)).toMatchObject([
      { kind: 'exact', invoiceIDs: ['i301'] },
      { kind: 'exact', invoiceIDs: ['i302'] },
      { kind: 'near' },
    ])
    expect(allMatches([line(anna!, 7_500, 1), line(anna!, 17_500, 2, '2026-11-17')], INDEX)).toMatchObject([
      { kind: 'exact', invoiceIDs: ['i123'] },
      { kind: 'near' },
    ])
  })

  it('that were perhaps imported before are proposed', () => {
    expect(allMatches([line(anna!)], INDEX, ['Perhaps imported before, from another file.'])).toMatchObject([
      { kind: 'near', proposals: [{ customerID: 'c10482', invoiceID: 'i123', reason: /^Perhaps imported before/ }] },
    ])
  })
})

/** A small business in which many owe the same amount, and surnames repeat. */
const payers = fc.uniqueArray(fc.integer({ min: 100, max: 99_999 }), { minLength: 2, maxLength: 30 }).chain((refIds) =>
  fc.tuple(
    ...refIds.map((refId) =>
      fc
        .tuple(
          fc.constantFrom('Anna Novak', 'Ben Smith', 'Mai Tran', 'An Ng'),
          fc.array(fc.constantFrom(5_000, 7_500, 10_000), { maxLength: 3 }),
        )
        .map(([name, owing]) =>
          payer(
            String(refId),
            name,
            owing.map((cents, at) => [refId * 10 + at, cents]),
          ),
        ),
    ),
  ),
)
const noise = fc.array(
  fc.oneof(
    fc.constantFrom('Fast Transfer From', 'Direct Credit 421520', 'OSKO PAYMENT 2223338', 'NOVAK', 'B SMITH', 'ref:'),
    fc.string({ maxLength: 8 }),
    fc.integer({ min: 0, max: 999_999 }).map(String),
    fc.constantFrom('INV-', 'inv 12', '16/11/2026', '0412 345 678', 'xx1234', '$75.00', '-', '/', '#'),
  ),
  { maxLength: 6 },
)
const amounts = fc.constantFrom(5_000, 7_500, 10_000, 15_000, 20_000, 12_345)

/** References and invoice numbers found by the plainest reading: any run of digits at all. */
const customersIn = (text: string, all: readonly Payer[]) => {
  const runs = new Set((text.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+/, '')))
  return all.filter(
    ({ refId, invoices }) =>
      runs.has(paymentReference(refId)) || invoices.some(({ number }) => runs.has(number.replace(/^INV-0*/, ''))),
  )
}

describe('Whatever the text', () => {
  test('a line never posts itself to a customer whose reference isn’t in it, or with another amount (M18)', () => {
    fc.assert(
      fc.property(payers, noise, amounts, fc.nat(29), fc.boolean(), fc.nat(6), (all, parts, amount, one, with_, at) => {
        const chosen = all[one % all.length]!
        const words = with_ ? parts.toSpliced(at, 0, paymentReference(chosen.refId)) : parts
        const text = words.join(' ')
        const found = matchLine(line(text, amount), bankIndex(all))
        if (found.kind !== 'exact') return
        const owner = all.find(({ customerID }) => customerID === found.customerID)!
        expect(customersIn(text, all)).toContain(owner)
        const paying = owner.invoices.filter(({ invoiceID }) => found.invoiceIDs.includes(invoiceID))
        expect(paying.reduce((sum, { owing }) => sum + owing, 0)).toBe(amount)
      }),
      { numRuns: 500 },
    )
  })

  test('with whole references of two customers it never posts itself', () => {
    fc.assert(
      fc.property(payers, noise, amounts, (all, parts, amount) => {
        const [first, second] = all.slice(0, 2).map(({ refId }) => paymentReference(refId))
        const text = [first, ...parts, second].join(' | ')
        // "2089" is read as a year.
        const { whole } = readReferences(text)
        if (!whole.includes(first!) || !whole.includes(second!)) return
        expect(matchLine(line(text, amount), bankIndex(all)).kind).not.toBe('exact')
      }),
    )
  })

  test('the order of a file changes nothing, and an invoice is paid by one line at most', () => {
    const files = payers.chain((all) => {
      const texts = fc.tuple(fc.constantFrom(...all), fc.boolean()).map(([{ refId, invoices }, byInvoice]) => {
        const [invoice] = invoices
        return byInvoice && invoice ? invoice.number : `X ${paymentReference(refId)}`
      })
      const lines = fc.array(fc.tuple(texts, amounts, fc.constantFrom('2026-11-16', '2026-11-17')), { maxLength: 12 })
      return fc.tuple(fc.constant(all), lines).chain(([, parts]) => {
        const file = parts.map(([text, amount, day], at) => line(text, amount, at + 1, day))
        return fc.tuple(
          fc.constant(all),
          fc.constant(file),
          fc.shuffledSubarray(file, { minLength: file.length, maxLength: file.length }),
        )
      })
    })
    fc.assert(
      fc.property(files, ([all, file, shuffled]) => {
        const index = bankIndex(all)
        const byLine = (given: typeof file) => {
          const matches = allMatches(given, index)
          return new Map(given.map((one, at) => [one.line, matches[at]!]))
        }
        const matches = byLine(file)
        expect(new Map([...byLine(shuffled)].sort(([a], [b]) => a - b))).toEqual(matches)
        const paying = [...matches.values()].flatMap((found) => (found.kind === 'exact' ? found.invoiceIDs : []))
        expect(new Set(paying).size).toBe(paying.length)
        for (const { customerID, owing } of all) {
          const posted = [...matches.values()].flatMap((found) =>
            found.kind === 'exact' && found.customerID === customerID ? [found.amount] : [],
          )
          expect(posted.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(owing)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('matching ends without an error, with at most five proposals and scores from 0 to 100', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.integer({ min: -20_000, max: 20_000 }), (text, amount) => {
        const found = match(text, amount)
        if (found.kind !== 'near') return
        expect(found.proposals.length).toBeLessThanOrEqual(5)
        for (const { score } of found.proposals) expect(score >= 0 && score <= 100).toBe(true)
      }),
    )
  })
})

describe('A payment split over several customers', () => {
  const part = (customerID: string, amount: number, invoiceID?: string) => ({
    customerID,
    amount,
    ...(invoiceID ? { invoiceID } : {}),
  })

  it('must add up to the line', () => {
    expect(splitProblem(10_000, [part('a', 7_500), part('b', 2_500)])).toBeNull()
    expect(splitProblem(10_000, [part('a', 7_500), part('b', 2_400)])).toBe('$1.00 of the payment is left over.')
    expect(splitProblem(10_000, [part('a', 7_500), part('b', 2_501)])).toBe(
      'The parts are $0.01 more than the payment.',
    )
  })

  it('has parts above zero, of different customers or invoices, and at least two', () => {
    expect(splitProblem(10_000, [part('a', 10_000)])).toBe('Split it over at least two parts.')
    expect(splitProblem(10_000, [part('a', 10_000), part('b', 0)])).toBe('Each part must be more than $0.00.')
    expect(splitProblem(10_000, [part('a', 9_999.5), part('b', 0.5)])).toBe('Each part must be more than $0.00.')
    expect(splitProblem(10_000, [part('a', 5_000, 'i'), part('a', 5_000, 'i')])).toMatch(/twice/)
    expect(splitProblem(10_000, [part('a', 5_000, 'i'), part('a', 5_000, 'j')])).toBeNull()
    expect(splitProblem(-10_000, [part('a', -5_000), part('b', -5_000)])).toBe('Only money in can be split.')
  })

  it('of random parts is right exactly when the sum is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 2, maxLength: 100 }),
        fc.nat(3),
        (all, off) => {
          const sum = all.reduce((total, amount) => total + amount, 0)
          const parts = all.map((amount, at) => part(`c${at}`, amount))
          expect(splitProblem(sum + off, parts) === null).toBe(off === 0)
        },
      ),
    )
  })
})
