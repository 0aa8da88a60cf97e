import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  alsoOverdue,
  bankFileIsOld,
  CHASE_STEPS,
  type ChasedCustomer,
  type ChasedInvoice,
  chasedFrom,
  chasePlan,
  type ChaseSettings,
  isWorkingDay,
  type Judging,
  keptOut,
  LEFT_UNCHASED,
  nextChase,
  workingDayFrom,
} from '#domain/chasing.ts'
import { addDays, daysBetween } from '#domain/dates.ts'
import { beginsHold, heldFor, holdDayOf, type HoldCustomer, type HoldInvoice, staysHeld } from '#domain/holding.ts'

const DAY = '2026-11-02'
const days = (least: number, most: number) => fc.integer({ min: least, max: most }).map((by) => addDays(DAY, by))
const maybe = (least: number, most: number) => fc.option(days(least, most))

const settings: fc.Arbitrary<ChaseSettings> = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }))
  .chain(([first, more, most]) =>
    fc.record({
      days: fc.constant({ first, second: first + more, final: first + more + most }),
      final: fc.boolean(),
      least: fc.integer({ min: 0, max: 5_000 }),
      quietUntil: fc.oneof(fc.constant('' as const), days(0, 60)),
    }),
  )

const invoice: fc.Arbitrary<HoldInvoice> = fc
  .record({
    invoiceID: fc.uuid(),
    kind: fc.constantFrom('invoice' as const, 'opening' as const, 'debit' as const),
    dueDate: days(-90, 20),
    owing: fc.integer({ min: 0, max: 20_000 }),
    failedOn: maybe(-60, 40),
    collectAgainOn: maybe(-60, 40),
    first: maybe(-60, 0),
    seconds: fc.option(fc.integer({ min: 7, max: 40 })),
    finals: fc.option(fc.integer({ min: 7, max: 40 })),
    isReopened: fc.boolean(),
    isSent: fc.boolean(),
    isPending: fc.boolean(),
    promisedUntil: maybe(-20, 80),
    dontRemind: fc.boolean(),
    namedFrom: maybe(-30, 80),
    noticeOn: maybe(-30, 40),
  })
  .map(({ first, seconds, finals, ...rest }) => {
    const second = first !== null && seconds !== null ? addDays(first, seconds) : null
    const final = second !== null && finals !== null ? addDays(second, finals) : null
    return { ...rest, remindedOn: { first, second, final } }
  })

const customer: fc.Arbitrary<HoldCustomer> = fc.record({
  email: fc.option(fc.constant('anna@customers.example')),
  hasDispute: fc.boolean(),
  hasCase: fc.boolean(),
  hasBankLine: fc.boolean(),
  remindedOn: fc.array(days(0, 40), { maxLength: 4 }),
  isActive: fc.boolean(),
  prepaidLeft: fc.integer({ min: 0, max: 2 }),
  liftedUntil: maybe(-5, 60),
})
const plain: ChasedCustomer = {
  email: 'anna@customers.example',
  hasDispute: false,
  hasCase: false,
  hasBankLine: false,
  remindedOn: [],
}
const open: ChasedInvoice = {
  invoiceID: 'i',
  kind: 'invoice',
  dueDate: DAY,
  owing: 5_000,
  failedOn: null,
  collectAgainOn: null,
  remindedOn: { first: null, second: null, final: null },
  isReopened: false,
  isSent: true,
  isPending: false,
  promisedUntil: null,
  dontRemind: false,
}
const judged = (today: string, some: Partial<ChaseSettings> = {}): Judging => ({
  today,
  bankFileIsOld: false,
  settings: { days: { first: 7, second: 14, final: 28 }, final: true, least: 500, quietUntil: '', ...some },
})

describe('The ladder', () => {
  test('no step is skipped, each is at least 7 days after the one before, and days count from the latest start (P22, P24)', () => {
    fc.assert(
      fc.property(invoice, settings, (one, by) => {
        const next = nextChase(one, by)
        if (next === null) return
        const at = CHASE_STEPS.indexOf(next.step)
        const before = at === 0 ? null : one.remindedOn[CHASE_STEPS[at - 1]!]
        expect(at === 0 || before !== null).toBe(true)
        if (before !== null) expect(daysBetween(before, next.from)).toBeGreaterThanOrEqual(7)
        expect(daysBetween(chasedFrom(one), next.from)).toBeGreaterThan(by.days[next.step])
        expect(next.step === 'final' && !by.final).toBe(false)
      }),
    )
  })

  test('days count from the later of due date, last failed charge and “Collect again” (P24)', () => {
    expect(chasedFrom({ dueDate: DAY, failedOn: addDays(DAY, 3), collectAgainOn: null })).toBe(addDays(DAY, 3))
    expect(nextChase({ ...open, collectAgainOn: addDays(DAY, 5) }, judged(DAY).settings)?.from).toBe(addDays(DAY, 13))
  })
})

describe('The plan of a day', () => {
  test('every overdue invoice is in the one mail or left out with a reason, and never both (P23, P25)', () => {
    fc.assert(
      fc.property(customer, fc.array(invoice, { maxLength: 5 }), settings, days(0, 40), (who, all, by, today) => {
        const judging = { settings: by, today, bankFileIsOld: false }
        const { mail, left } = chasePlan(who, all, judging)
        const mailed = mail?.invoiceIDs ?? []
        expect([...mailed, ...left.map(({ invoiceID }) => invoiceID)].toSorted()).toEqual(
          all.map(({ invoiceID }) => invoiceID).toSorted(),
        )
        for (const id of mailed)
          expect(
            nextChase(
              all.find(({ invoiceID }) => invoiceID === id)!,
              by,
            )?.step,
          ).toBe(mail?.step)
        if (mail === null) return
        expect(who.remindedOn).not.toContain(today)
        const week = who.remindedOn.filter((day) => daysBetween(day, today) < 7)
        expect(week.length).toBeLessThan(3)
      }),
    )
  })

  test('a reminder names each other overdue invoice that may be asked for, and no other', () => {
    const [carried, reminded, promised] = [
      { ...open, invoiceID: 'carried' },
      { ...open, invoiceID: 'reminded' },
      { ...open, invoiceID: 'promised', promisedUntil: '2026-12-05' },
    ]
    expect(
      alsoOverdue(plain, [carried, reminded, promised], new Set(['carried']), judged('2026-12-01')).map(
        ({ invoiceID }) => invoiceID,
      ),
    ).toEqual(['reminded'])
  })

  test('the reasons come in their order (P25)', () => {
    const all = {
      ...open,
      isReopened: true,
      isSent: false,
      isPending: true,
      dontRemind: true,
      promisedUntil: '2026-12-31',
    }
    const who = { email: null, hasDispute: true, hasCase: true, hasBankLine: true, remindedOn: [] }
    const steps: [string, Partial<ChasedInvoice>, Partial<ChasedCustomer>][] = [
      ['reopened', {}, {}],
      ['debit_note', { isReopened: false, kind: 'debit' }, {}],
      ['never_sent', { kind: 'invoice' }, {}],
      ['payment_pending', { isSent: true }, {}],
      ['dispute', { isPending: false }, {}],
      ['case', {}, { hasDispute: false }],
      ['promise', {}, { hasCase: false }],
      ['bank_line', { promisedUntil: null }, {}],
      ['dont_remind', {}, { hasBankLine: false }],
      ['no_email', { dontRemind: false }, {}],
    ]
    let [one, whose]: [ChasedInvoice, ChasedCustomer] = [all, who]
    const found = steps.map(([, its, theirs]) => {
      one = { ...one, ...its }
      whose = { ...whose, ...theirs }
      return keptOut(one, whose, 5_000, judged('2026-11-20'))
    })
    expect(found).toEqual(steps.map(([reason]) => reason))
    expect(LEFT_UNCHASED.filter((reason) => found.includes(reason))).toEqual(found)
    expect(keptOut(all, who, 400, judged('2026-11-20'))).toBe('under_least')
    expect(keptOut(open, plain, 5_000, { ...judged('2026-11-20'), bankFileIsOld: true })).toBe('bank_file_old')
  })

  test('a bank file is old only where one was ever imported and its age is watched (P26)', () => {
    expect(bankFileIsOld(null, DAY, 3)).toBe(false)
    expect(bankFileIsOld(addDays(DAY, -3), DAY, 3)).toBe(false)
    expect(bankFileIsOld(addDays(DAY, -4), DAY, 3)).toBe(true)
    expect(bankFileIsOld(addDays(DAY, -40), DAY, 0)).toBe(false)
  })

  test('a promise holds back up to and with its day (P28)', () => {
    const promised = { ...open, promisedUntil: '2026-11-20' }
    expect(keptOut(promised, plain, 5_000, judged('2026-11-20'))).toBe('promise')
    expect(keptOut(promised, plain, 5_000, judged('2026-11-21'))).toBeNull()
  })

  test('A day that is no working day moves to the next one, never back', () => {
    fc.assert(
      fc.property(days(0, 400), fc.array(days(0, 400), { maxLength: 30 }), (day, off) => {
        const holidays = new Set(off)
        const found = workingDayFrom(day, holidays)
        expect(found >= day && isWorkingDay(found, holidays)).toBe(true)
        for (let at = day; at < found; at = addDays(at, 1)) expect(isWorkingDay(at, holidays)).toBe(false)
      }),
    )
  })
})

describe('Holding', () => {
  const holding = fc.record({
    auto: fc.boolean(),
    afterDays: fc.integer({ min: 1, max: 60 }),
    noticeDays: fc.integer({ min: 1, max: 30 }),
    least: fc.integer({ min: 0, max: 10_000 }),
  })

  test('a hold begins only where it would go on, for invoices that are late, told of and certain (P26, P29)', () => {
    fc.assert(
      fc.property(
        ...([customer, fc.array(invoice, { maxLength: 4 }), settings, days(0, 60), holding] as const),
        (who, all, by, today, hold) => {
          const judging = { settings: by, today, bankFileIsOld: false, hold }
          expect(beginsHold(who, all, { ...judging, bankFileIsOld: true })).toBe(false)
          if (!beginsHold(who, all, judging)) return
          expect(staysHeld(who, all, judging)).toBe(true)
          expect(hold.auto && who.isActive && who.prepaidLeft === 0).toBe(true)
          const certain = all.filter((one) => keptOut(one, who, Infinity, judging) === null)
          const due = certain.filter(({ noticeOn }) => noticeOn !== null && addDays(noticeOn, hold.noticeDays) <= today)
          const late = due.filter((one) => daysBetween(chasedFrom(one), today) > hold.afterDays)
          expect(late.reduce((sum, { owing }) => sum + owing, 0)).toBeGreaterThanOrEqual(hold.least)
        },
      ),
    )
  })

  test('pending money ends no hold, and paying what it is for does (P32)', () => {
    fc.assert(
      fc.property(
        ...([customer, fc.array(invoice, { maxLength: 4 }), settings, days(0, 60), holding] as const),
        (who, all, by, today, hold) => {
          const judging = { settings: by, today, bankFileIsOld: false, hold }
          const pending = all.map((one) => ({ ...one, isPending: true }))
          const waiting = { ...who, hasBankLine: true }
          expect(staysHeld(waiting, pending, judging)).toBe(staysHeld(who, all, judging))
          const paid = all.map((one) => ({ ...one, owing: 0 }))
          expect(staysHeld(who, paid, judging)).toBe(false)
          expect(heldFor(who, paid, judging)).toBe(0)
        },
      ),
    )
  })

  test('the reminder names a day no earlier than the notice and the days overdue (P29)', () => {
    fc.assert(
      fc.property(fc.array(invoice, { minLength: 1, maxLength: 4 }), days(0, 60), holding, (all, today, hold) => {
        const named = holdDayOf(all, today, hold)
        expect(daysBetween(today, named)).toBeGreaterThanOrEqual(hold.noticeDays)
        for (const one of all) expect(daysBetween(chasedFrom(one), named)).toBeGreaterThan(hold.afterDays)
      }),
    )
  })
})
