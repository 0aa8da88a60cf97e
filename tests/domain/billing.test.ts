import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountsDue,
  type BilledStop,
  type BillingLine,
  blockLine,
  blockSize,
  blocksDue,
  correctionOf,
  firstBlocks,
  linesInForce,
  linesOfStop,
  type PaymentScheme,
  schemeOfLines,
} from '#domain/billing.ts'
import { ATTEMPTS, chargeOf } from '#domain/charges.ts'
import { gstOf } from '#domain/money.ts'
import { INVOICE_TYPES, OUTCOMES } from '#domain/words.ts'

const bag: BilledStop = { serviceType: 'GARDEN_BAG', outcome: 'COLLECTED', pu: 1, amount: 2_500, extraAmount: 0 }
const sum = (lines: readonly Pick<BillingLine, 'amount'>[]) => lines.reduce((all, { amount }) => all + amount, 0)
const counted = (lines: readonly Pick<BillingLine, 'counts'>[]) => lines.reduce((all, { counts }) => all + counts, 0)
const prepaidBy = (lines: readonly Pick<BillingLine, 'prepaid'>[]) =>
  lines.reduce((all, { prepaid }) => all + prepaid, 0)
const posted = (...stops: Partial<BilledStop>[]) =>
  stops.flatMap((some) => linesOfStop({ ...bag, ...some }, 'POSTPAID', null))

const schemes = fc.constantFrom<PaymentScheme>('POSTPAID', 'PREPAID')
const fees = fc.option(fc.nat(100_000))
const stops: fc.Arbitrary<BilledStop> = fc
  .record({
    serviceType: fc.constantFrom('GARDEN_BAG' as const, 'RUBBISH_REMOVAL' as const),
    outcome: fc.constantFrom(...OUTCOMES),
    pu: fc.integer({ min: 1, max: 999 }),
    amount: fc.nat(100_000),
    extraAmount: fc.oneof(fc.constant(0), fc.nat(100_000)),
  })
  .map((stop) => (stop.outcome === 'COLLECTED' ? stop : { ...stop, pu: 0 }))

describe('The lines of a stop (domain.md 6 and 11)', () => {
  test('POSTPAID: they add up to what the stop costs, whatever its outcome', () => {
    fc.assert(
      fc.property(stops, fees, (stop, fee) => {
        expect(sum(linesOfStop(stop, 'POSTPAID', fee))).toBe(chargeOf(stop, fee))
      }),
    )
  })

  test('A stop that costs nothing makes no line; any other counts once, with extra and attempt fee as lines of their own (M4)', () => {
    fc.assert(
      fc.property(stops, schemes, fees, (stop, scheme, fee) => {
        const lines = linesOfStop(stop, scheme, fee)
        expect(counted(lines)).toBe(sum(lines) === 0 ? 0 : 1)
        expect(lines.filter(({ amount, prepaid }) => amount === 0 && prepaid === 0)).toEqual([])
        expect(new Set(lines.map(({ kind }) => kind)).size).toBe(lines.length)
        expect(sum(lines.filter(({ kind }) => kind === 'extra'))).toBe(stop.extraAmount)
        for (const { amount, quantity, price } of lines) expect(amount).toBe(quantity * price)
      }),
    )
    expect(posted({ outcome: 'UNSAFE', pu: 0 })).toEqual([])
    expect(posted({ outcome: 'NOT_OUT', pu: 0, extraAmount: 300 })).toMatchObject([
      { kind: 'attempt', amount: 2_500, counts: 1 },
      { kind: 'extra', amount: 300, counts: 0 },
    ])
  })

  test('A line of a rubbish removal names no bag', () => {
    const removal = { ...bag, serviceType: 'RUBBISH_REMOVAL' } as const
    const lines = OUTCOMES.flatMap((outcome) => linesOfStop({ ...removal, outcome }, 'POSTPAID', 2_500))
    expect(lines.map(({ kind }) => kind)).toContain('attempt')
    for (const { description } of lines) expect(description).not.toMatch(/bag/i)
  })

  test('PREPAID: a collection uses one and pays for one bag, an attempt uses none and is billed (M5)', () => {
    fc.assert(
      fc.property(stops, fees, (stop, fee) => {
        const lines = linesOfStop(stop, 'PREPAID', fee)
        const isCollected = stop.outcome === 'COLLECTED'
        expect(prepaidBy(lines)).toBe(isCollected ? -1 : 0)
        expect(sum(lines)).toBe(chargeOf(stop, fee) - (isCollected ? stop.amount : 0))
        if (ATTEMPTS.includes(stop.outcome)) expect(lines).toEqual(linesOfStop(stop, 'POSTPAID', fee))
      }),
    )
    expect(linesOfStop({ ...bag, pu: 3 }, 'PREPAID', null)).toMatchObject([
      { kind: 'use', amount: 0, prepaid: -1, counts: 0 },
      { kind: 'collection', quantity: 2, amount: 5_000, counts: 1 },
    ])
  })
})

describe('When an account is issued (domain.md 6)', () => {
  const terms = (invoiceType: (typeof INVOICE_TYPES)[number], everything = false) =>
    ({ scheme: 'POSTPAID', invoiceType, collectionScheme: 'MONTHLY', everything }) as const

  test('Anna, 1A: stops 1, 2 (two bags) and 3 make one invoice of three lines, $100.00 with GST $9.09', () => {
    const two = posted({}, { pu: 2 })
    expect(accountsDue(two, terms('1A'))).toEqual([])
    const [account, ...more] = accountsDue([...two, ...posted({})], terms('1A'))
    expect(more).toEqual([])
    expect([account!.length, sum(account!), gstOf(sum(account!))]).toEqual([3, 10_000, 909])
  })

  test('Ben, 1C: each stop makes an invoice', () => {
    expect(accountsDue(posted({}, { pu: 2 }), terms('1C')).map(sum)).toEqual([2_500, 5_000])
  })

  test('1A collects three stops, 1B two, 1C, 2A and 3A one', () => {
    expect(INVOICE_TYPES.map((type) => [type, blockSize(terms(type))])).toEqual([
      ['1A', 3],
      ['1B', 2],
      ['1C', 1],
      ['2A', 1],
      ['3A', 1],
    ])
  })

  test('A one-off is invoiced after its one collection, and paid in advance for one, whatever its invoice type', () => {
    const once = { scheme: 'POSTPAID', invoiceType: '1A', collectionScheme: 'ONE_OFF', everything: false } as const
    expect(accountsDue(posted({}), once).map(sum)).toEqual([2_500])
    expect(firstBlocks({ ...once, scheme: 'PREPAID', price: 8_500, prepaidLeft: 0 })).toEqual({
      blocks: 1,
      size: 1,
      amount: 8_500,
    })
  })

  test('POSTPAID: each account has N stops and what belongs to them, oldest first, and no line is on two', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(stops, fees), { maxLength: 30 }),
        fc.constantFrom(...INVOICE_TYPES),
        (all, invoiceType) => {
          const size = blockSize(terms(invoiceType))
          const lines = all.flatMap(([stop, fee]) => linesOfStop(stop, 'POSTPAID', fee))
          const accounts = accountsDue(lines, terms(invoiceType))
          expect(accounts.map(counted)).toEqual(accounts.map(() => size))
          const invoiced = accounts.flat()
          expect(invoiced).toEqual(lines.slice(0, invoiced.length))
          expect(counted(lines.slice(invoiced.length))).toBeLessThan(size)
          // Cancelling, or settling with what is unbilled, invoices the rest (M6).
          expect(accountsDue(lines, terms(invoiceType, true)).flat()).toEqual(lines)
        },
      ),
    )
  })

  test('Nothing is billed twice or lost, however completions, corrections and mass invoicing follow each other', () => {
    const step = fc.record({
      stop: stops,
      fee: fees,
      corrected: fc.nat(100),
      to: stops,
      everything: fc.boolean(),
    })
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 25 }),
        fc.constantFrom(...INVOICE_TYPES),
        schemes,
        (steps, type, scheme) => {
          const made: { stop: number; line: BillingLine; invoice: number | null }[] = []
          const now: BilledStop[] = []
          let invoices = 0
          const issue = (everything: boolean) => {
            const waiting = made.filter(
              ({ invoice, line }) => invoice === null && (line.amount !== 0 || line.counts !== 0),
            )
            const rows = waiting.map((row) => ({ ...row.line, row }))
            for (const account of accountsDue(rows, {
              scheme,
              invoiceType: type,
              collectionScheme: 'MONTHLY',
              everything,
            })) {
              invoices++
              expect(sum(account)).toBeGreaterThan(0)
              for (const { row } of account) {
                expect(row.invoice).toBeNull()
                row.invoice = invoices
              }
            }
          }
          for (const [at, { stop, fee, corrected, to, everything }] of steps.entries()) {
            now.push(stop)
            for (const line of linesOfStop(stop, scheme, fee)) made.push({ stop: at, line, invoice: null })
            issue(everything)
            const which = corrected % now.length
            const own = made.filter((row) => row.stop === which)
            const after = linesOfStop(
              to,
              schemeOfLines(
                own.map(({ line }) => line),
                scheme,
              ),
              steps[which]!.fee,
            )
            const isInvoiced = own.some(({ invoice }) => invoice !== null)
            const correction = correctionOf(
              own.map(({ line }) => line),
              after,
              isInvoiced,
            )
            if (correction) made.push({ stop: which, line: correction, invoice: null })
            now[which] = to
            expect(sum(made.filter((row) => row.stop === which).map(({ line }) => line))).toBe(sum(after))
          }
          issue(true)
          const left = made.filter(({ invoice }) => invoice === null).map(({ line }) => line)
          // What is left costs nothing, or less than nothing: it waits for the next account.
          expect(sum(left)).toBeLessThanOrEqual(0)
        },
      ),
    )
  })
})

describe('A correction after completion (domain.md 11, M3)', () => {
  test('brings the lines to what the outcome costs now, and is none where nothing changed', () => {
    fc.assert(
      fc.property(stops, stops, schemes, fees, fc.boolean(), (before, after, scheme, fee, invoiced) => {
        const was = linesOfStop(before, scheme, fee)
        const is = linesOfStop(after, scheme, fee)
        const correction = correctionOf(was, is, invoiced)
        const all = correction ? [...was, correction] : was
        expect([sum(all), prepaidBy(all)]).toEqual([sum(is), prepaidBy(is)])
        expect(correctionOf(all, is, true)).toBeNull()
        expect(correctionOf(is, is, invoiced)).toBeNull()
      }),
    )
  })

  test('Upwards it is one further line outside N once the stop is invoiced; before, the stop still counts once', () => {
    expect(correctionOf(posted({}), posted({ pu: 3 }), true)).toMatchObject({ amount: 5_000, counts: 0 })
    expect(correctionOf(posted({ outcome: 'UNSAFE', pu: 0 }), posted({}), false)).toMatchObject({
      amount: 2_500,
      counts: 1,
    })
    expect(correctionOf(posted({}), posted({ outcome: 'UNSAFE', pu: 0 }), false)).toMatchObject({
      amount: -2_500,
      counts: -1,
    })
  })

  test('The lines of an invoice at $0 no longer stand for the stop once they are there again (M2)', () => {
    const line = (lineID: string, replaces: string | null = null) => ({ lineID, replaces })
    // Waived and not billed again: they stand.
    expect(linesInForce([line('waived')])).toHaveLength(1)
    const [use, other] = [line('use'), line('other')]
    const again = line('again', 'first')
    expect(linesInForce([line('first'), use, other, again])).toEqual([use, other, again])
    const twice = line('twice', 'again')
    expect(linesInForce([line('first'), use, other, again, twice])).toEqual([use, other, twice])
  })
})

describe('Blocks paid in advance (domain.md 11, M5)', () => {
  test('Collections never run out: the block is invoiced before the first use and with the last one', () => {
    const completions = fc.array(fc.record({ used: fc.constantFrom(0, 1), type: fc.constantFrom(...INVOICE_TYPES) }))
    fc.assert(
      fc.property(completions, fc.nat(3), (all, atFirst) => {
        let left = atFirst
        let invoiced = atFirst
        let used = 0
        for (const each of all) {
          const size = blockSize({ invoiceType: each.type, collectionScheme: 'MONTHLY' })
          const due = blocksDue(left, each.used, size)
          invoiced += due.blocks * size
          used += each.used
          left = due.left
          expect(left).toBe(invoiced - used)
          expect(left).toBeGreaterThanOrEqual(each.used)
          if (each.used === 0) expect(due.blocks).toBe(0)
        }
      }),
    )
    expect(blocksDue(2, 1, 3)).toEqual({ blocks: 0, left: 1 })
    expect(blocksDue(1, 1, 3)).toEqual({ blocks: 1, left: 3 })
    expect(blocksDue(0, 1, 3)).toEqual({ blocks: 1, left: 2 })
    expect(blocksDue(0, 1, 1)).toEqual({ blocks: 2, left: 1 })
  })

  test('A one-off removal is invoiced once: before it where it is not paid yet, and none after it', () => {
    expect(blocksDue(1, 1, 1, true)).toEqual({ blocks: 0, left: 0 })
    expect(blocksDue(0, 1, 1, true)).toEqual({ blocks: 1, left: 0 })
    expect(blocksDue(0, 0, 1, true)).toEqual({ blocks: 0, left: 0 })
  })

  test('A block is a line of N collections at the price of a bag', () => {
    expect(blockLine(3, 2_300)).toMatchObject({ kind: 'block', quantity: 3, amount: 6_900, prepaid: 3, counts: 0 })
  })
})
