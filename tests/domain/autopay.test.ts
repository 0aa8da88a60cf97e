import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cardEndsBefore,
  cardEndsSoon,
  chargeDayOf,
  type ChargeableInvoice,
  type ChargeCalendar,
  chargeKey,
  type ChargeNotice,
  chargeOfKey,
  chargePlan,
  chargeToName,
  isHardDecline,
  monthsEndingSoon,
  type MethodTerms,
  pausedBy,
  triesOf,
  whyNotCharged,
} from '#domain/autopay.ts'
import { CONSENT_VERSION, consentWords } from '#domain/autopay-words.ts'
import { isWorkingDay } from '#domain/chasing.ts'
import { LEAST_BY_CARD } from '#domain/checkout.ts'
import { addDays, daysBetween } from '#domain/dates.ts'

/** A Tuesday. */
const TODAY = '2026-11-17'
const days = (least: number, most: number) => fc.integer({ min: least, max: most }).map((by) => addDays(TODAY, by))
const seldom = fc.integer({ min: 1, max: 8 }).map((at) => at === 1)
const often = seldom.map((is) => !is)

const terms: fc.Arbitrary<MethodTerms> = fc.record({
  noticeDays: fc.integer({ min: 1, max: 30 }),
  tries: fc.integer({ min: 1, max: 4 }),
  retryDays: fc.integer({ min: 1, max: 14 }),
  kind: fc.constant('card' as const),
  expiresIn: fc.option(fc.constantFrom('2026-11', '2026-12', '2027-06')),
})
const method = fc.oneof(
  terms,
  terms.map((card) => ({ ...card, kind: 'debit' as const, expiresIn: null })),
)

const notice: fc.Arbitrary<ChargeNotice> = fc.record({
  sentOn: fc.option(fc.oneof({ weight: 8, arbitrary: days(-8, 0) }, days(-40, 0)), { freq: 8 }),
  waits: fc.boolean(),
  amount: fc.integer({ min: 1, max: 20_000 }),
  failedOn: fc.option(days(-40, 0), { freq: 1 }),
})

const invoice: fc.Arbitrary<ChargeableInvoice> = fc.record({
  invoiceID: fc.uuid(),
  kind: seldom.chain((is) => (is ? fc.constant('debit' as const) : fc.constantFrom('invoice', 'opening'))),
  dueDate: days(-30, 30),
  owing: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 20_000 }) }, fc.integer({ min: -100, max: 0 })),
  isReopened: seldom,
  isDisputed: seldom,
  promisedUntil: seldom.chain((is) => (is ? days(-5, 20) : fc.constant(null))),
  dontCharge: seldom,
  isPending: seldom,
  isGivenOut: often,
  failures: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
  failedOn: seldom.chain((is) => (is ? days(-20, 0) : fc.constant(null))),
  notice: often.chain((is) => (is ? notice : fc.constant(null))),
  plannedOn: fc.oneof(fc.constant(null), fc.constant(TODAY), days(0, 20)),
})

const calendar: fc.Arbitrary<ChargeCalendar> = fc
  .record({
    today: fc.constant(TODAY),
    time: fc.constantFrom('before', 'open', 'evening'),
    holidays: fc.array(days(-5, 40), { maxLength: 8 }).map((list) => new Set(list)),
    used: fc.array(days(0, 20), { maxLength: 6 }).map((list) => new Set(list)),
  })
  .map(({ time, ...rest }) => ({
    ...rest,
    from: time === 'before' ? TODAY : addDays(TODAY, 1),
    fromPlanned: time === 'evening' ? addDays(TODAY, 1) : TODAY,
  }))

const customer = fc.tuple(method, fc.array(invoice, { minLength: 1, maxLength: 6 }), calendar)
type Customer = readonly [MethodTerms, readonly ChargeableInvoice[], ChargeCalendar]

/** Each planned part, with its invoice. */
const planned = ([by, all, at]: Customer) =>
  chargePlan(by, all, at).charges.flatMap(({ day, parts }) =>
    parts.map(({ invoiceID, amount }) => ({
      day,
      amount,
      one: all.find((each) => each.invoiceID === invoiceID)!,
    })),
  )
const judge = (says: (who: Customer) => void) => fc.assert(fc.property(customer, says), { numRuns: 1_000 })

/** The day that its notice named is over for more than a week. */
const isOver = (one: ChargeableInvoice, by: MethodTerms, { holidays }: ChargeCalendar) =>
  one.notice !== null &&
  one.notice.sentOn !== null &&
  daysBetween(chargeDayOf(one, { ...one.notice, sentOn: one.notice.sentOn }, by, holidays), TODAY) > 7

/** The plainest: due today, told a month ago. */
const CARD: MethodTerms = { kind: 'card', noticeDays: 3, tries: 3, retryDays: 3, expiresIn: '2029-12' }
const OPEN: ChargeableInvoice = {
  invoiceID: 'i',
  kind: 'invoice',
  dueDate: TODAY,
  owing: 5_000,
  isReopened: false,
  isDisputed: false,
  promisedUntil: null,
  dontCharge: false,
  isPending: false,
  isGivenOut: true,
  failures: 0,
  failedOn: null,
  notice: { sentOn: addDays(TODAY, -20), waits: false, amount: 5_000, failedOn: null },
  plannedOn: null,
}
const MORNING: ChargeCalendar = {
  today: TODAY,
  from: TODAY,
  fromPlanned: TODAY,
  holidays: new Set(),
  used: new Set(),
}
const planOf = (
  some: Partial<ChargeableInvoice> = {},
  by: Partial<MethodTerms> = {},
  at: Partial<ChargeCalendar> = {},
) => chargePlan({ ...CARD, ...by }, [{ ...OPEN, ...some }], { ...MORNING, ...at }).charges

describe('The day of a charge', () => {
  test('Most of the customers of these tests have one', () => {
    const some = fc.sample(customer, 200).filter((who) => planned(who).length > 0)
    expect(some.length).toBeGreaterThan(50)
  })

  test('is a working day from today on that was not used, and each day has one charge, the first first (P7)', () => {
    judge(([by, all, at]) => {
      const on = chargePlan(by, all, at).charges.map(({ day }) => day)
      expect(on).toEqual([...new Set(on)].toSorted())
      for (const day of on) {
        expect(isWorkingDay(day, at.holidays)).toBe(true)
        expect(at.used.has(day)).toBe(false)
        expect(day >= at.fromPlanned).toBe(true)
      }
    })
  })

  test('is never before the due date, nor before the notice has been out for its days (P6, P7)', () => {
    judge((who) => {
      for (const { day, one } of planned(who)) {
        if (one.notice!.failedOn !== null) continue
        expect(day >= one.dueDate).toBe(true)
        expect(daysBetween(one.notice!.sentOn!, day)).toBeGreaterThanOrEqual(who[0].noticeDays)
      }
    })
  })

  test('is never before the days after a decline, of which its email was sent before (P15)', () => {
    judge((who) => {
      for (const { day, one } of planned(who)) {
        if (one.notice!.failedOn === null) continue
        expect(daysBetween(one.notice!.failedOn, day)).toBeGreaterThanOrEqual(who[0].retryDays)
        expect(day > one.notice!.sentOn!).toBe(true)
      }
    })
  })

  test('is today only before its time, or where it was planned for today before the evening', () => {
    judge((who) => {
      const [, , { from, fromPlanned }] = who
      for (const { one } of planned(who).filter(({ day }) => day === TODAY))
        expect(from === TODAY || (one.plannedOn === TODAY && fromPlanned === TODAY)).toBe(true)
    })
    expect(planOf().map(({ day }) => day)).toEqual([TODAY])
    const later = { from: addDays(TODAY, 1) }
    expect(planOf({}, {}, later).map(({ day }) => day)).toEqual([addDays(TODAY, 1)])
    expect(planOf({ plannedOn: TODAY }, {}, later).map(({ day }) => day)).toEqual([TODAY])
  })

  test('moves over weekends, holidays and used days to the next that is free (P7)', () => {
    const friday = '2026-11-20'
    const at = { holidays: new Set([friday, '2026-11-23']), used: new Set(['2026-11-24']) }
    expect(planOf({ dueDate: friday }, {}, at).map(({ day }) => day)).toEqual(['2026-11-25'])
  })
})

describe('What is charged', () => {
  test('is what is owed of what was announced, never more, and never less than a card takes (P8, P20)', () => {
    judge((who) => {
      for (const { amount, one } of planned(who)) expect(amount).toBe(Math.min(one.owing, one.notice!.amount))
      const { charges } = chargePlan(...who)
      for (const { parts } of charges)
        expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBeGreaterThanOrEqual(LEAST_BY_CARD)
      const ids = charges.flatMap(({ parts }) => parts.map(({ invoiceID }) => invoiceID))
      expect(ids.length).toBe(new Set(ids).size)
    })
  })

  test('is nothing of an invoice that owes nothing, is reopened, disputed, promised, left out or pending (P4, P5)', () => {
    judge((who) => {
      for (const { one } of planned(who)) {
        expect(one.owing > 0 && one.kind !== 'debit').toBe(true)
        expect(one.isReopened || one.isDisputed || one.dontCharge || one.isPending).toBe(false)
        expect(one.promisedUntil === null || one.promisedUntil < TODAY).toBe(true)
        expect(one.failures).toBeLessThan(triesOf(who[0]))
        expect(one.notice!.sentOn).not.toBeNull()
      }
    })
    const why = (some: Partial<ChargeableInvoice>) => whyNotCharged({ ...OPEN, ...some }, CARD, TODAY)
    expect([
      why({}),
      why({ owing: 0 }),
      why({ kind: 'debit' }),
      why({ isReopened: true }),
      why({ isDisputed: true }),
      why({ promisedUntil: TODAY }),
      why({ promisedUntil: addDays(TODAY, -1) }),
      why({ dontCharge: true }),
      why({ isPending: true }),
      why({ failures: 3 }),
      why({ notice: null, isGivenOut: false }),
    ]).toEqual([
      null,
      'nothing_owing',
      'debit_note',
      'reopened',
      'disputed',
      'promise',
      null,
      'left_out',
      'pending',
      'tries_used',
      'not_given_out',
    ])
  })

  test('is nothing that was never announced: it is to be announced, unless its email still waits (P6)', () => {
    judge((who) => {
      const [by, all, at] = who
      const { toAnnounce } = chargePlan(by, all, at)
      const open = all.filter((one) => whyNotCharged(one, by, TODAY) === null)
      expect(toAnnounce.map(({ invoiceID }) => invoiceID).toSorted()).toEqual(
        open
          .filter(
            (one) => one.notice === null || isOver(one, by, at) || (one.notice.sentOn === null && !one.notice.waits),
          )
          .filter((one) => chargeToName(one, by, at) !== null)
          .map(({ invoiceID }) => invoiceID)
          .toSorted(),
      )
      const charged = new Set(planned(who).map(({ one }) => one.invoiceID))
      expect(toAnnounce.filter(({ invoiceID }) => charged.has(invoiceID))).toEqual([])
    })
  })

  test('is announced only where it can be made: within the card’s months, and of a sum that cards take', () => {
    judge(([by, all, at]) => {
      for (const { day, amount } of chargePlan(by, all, at).toAnnounce)
        expect(amount >= LEAST_BY_CARD && !cardEndsBefore(by.expiresIn, day)).toBe(true)
    })
    const ends: MethodTerms = { ...CARD, expiresIn: '2026-11' }
    const named = (change: Partial<ChargeableInvoice>) => chargeToName({ ...OPEN, ...change }, ends, MORNING)?.day
    expect(named({ dueDate: '2026-11-30' })).toBe('2026-11-30')
    expect(named({ dueDate: '2026-12-01' })).toBeUndefined()
    expect([named({ owing: 49 }), named({ owing: 50 })]).toEqual([undefined, '2026-11-20'])
  })

  test('is nothing of which the named day is over for more than a week: it is announced again', () => {
    const told = (sentOn: string) => ({ ...OPEN, dueDate: sentOn, notice: { ...OPEN.notice!, sentOn } })
    // Told on a Friday for the Monday, eight and seven days ago.
    const [late, inTime] = [told('2026-11-06'), told('2026-11-07')]
    expect(chargePlan(CARD, [late], MORNING)).toMatchObject({ charges: [], toAnnounce: [{ invoiceID: 'i' }] })
    expect(chargePlan(CARD, [inTime], MORNING)).toMatchObject({ charges: [{ day: TODAY }], toAnnounce: [] })
  })

  test('is everything that was announced and may be charged, but what a card that ends or takes no cents can’t pay (P4, P8, P16)', () => {
    judge((who) => {
      const [by, all, at] = who
      const charged = new Set(planned(who).map(({ one }) => one.invoiceID))
      for (const one of all) {
        const may = whyNotCharged(one, by, TODAY) === null && one.notice !== null && one.notice.sentOn !== null
        if (!may || isOver(one, by, at) || charged.has(one.invoiceID)) continue
        const isSmall = Math.min(one.owing, one.notice!.amount) < LEAST_BY_CARD
        expect(isSmall || by.expiresIn !== null, JSON.stringify([one, at.today])).toBe(true)
      }
    })
    expect(planOf({ owing: 49 })).toEqual([])
    expect(planOf({ owing: 50 })).toHaveLength(1)
  })
})

describe('A card that ends', () => {
  test('is not charged after its last month (P16)', () => {
    judge((who) => {
      for (const { day } of planned(who))
        expect(who[0].expiresIn === null || day.slice(0, 7) <= who[0].expiresIn).toBe(true)
    })
    const december = { dueDate: '2026-12-31' }
    expect(planOf(december, { expiresIn: '2026-12' })).toHaveLength(1)
    expect(planOf({ dueDate: '2026-12-31' }, { expiresIn: '2026-12' }, { holidays: new Set(['2026-12-31']) })).toEqual(
      [],
    )
  })

  test('is warned of in the 30 days before the first day on which it pays no more (P16)', () => {
    expect(cardEndsSoon('2026-12', '2026-12-01')).toBe(false)
    expect(cardEndsSoon('2026-12', '2026-12-02')).toBe(true)
    expect(cardEndsSoon('2026-11', '2026-10-31')).toBe(false)
    expect(cardEndsSoon('2026-11', '2026-11-01')).toBe(true)
    expect(cardEndsSoon('2026-11', '2026-11-30')).toBe(true)
    expect(cardEndsSoon('2026-11', '2026-12-01')).toBe(false)
    expect(cardEndsSoon(null, TODAY)).toBe(false)
    const months = [...new Set(Array.from({ length: 500 }, (_, at) => addDays('2026-10-01', at * 3).slice(0, 7)))]
    for (let day = '2026-12-01'; day < '2029-01-01'; day = addDays(day, 1))
      expect(monthsEndingSoon(day)).toEqual(months.filter((month) => cardEndsSoon(month, day)))
    expect([cardEndsBefore('2026-11', '2026-11-30'), cardEndsBefore('2026-11', '2026-12-01')]).toEqual([false, true])
  })
})

describe('After a decline', () => {
  test('a bank account is tried twice at most, a card as often as was agreed (P15)', () => {
    fc.assert(
      fc.property(method, fc.integer({ min: 1, max: 5 }), (by, failures) => {
        expect(triesOf(by)).toBe(by.kind === 'debit' ? Math.min(2, by.tries) : by.tries)
        expect(pausedBy({ code: 'insufficient_funds', failures }, by)).toBe(failures >= triesOf(by) ? 'declined' : null)
        const again = { ...OPEN, failures, notice: { ...OPEN.notice!, failedOn: addDays(TODAY, -20) } }
        const isPaused = pausedBy({ code: null, failures }, by) !== null
        expect(whyNotCharged(again, by, TODAY)).toBe(isPaused ? 'tries_used' : null)
      }),
    )
  })

  test('a hard decline pauses at the first try, with its reason (P15)', () => {
    const first = (code: string) => pausedBy({ code, failures: 1 }, CARD)
    expect(['lost_card', 'stolen_card', 'account_closed', 'revocation_of_authorization'].map(first)).toEqual(
      Array(4).fill('declined'),
    )
    expect([first('authentication_required'), first('expired_card')]).toEqual(['authentication', 'expired'])
    expect(['insufficient_funds', 'generic_decline', 'do_not_honor'].map(first)).toEqual([null, null, null])
    expect([isHardDecline(null), isHardDecline('lost_card')]).toEqual([false, true])
  })
})

describe('The key of a charge', () => {
  const word = fc.stringMatching(/^[\w-]{1,36}$/)
  const of = fc.record({
    installation: word,
    customerID: fc.uuid(),
    day: days(-400, 400),
    n: fc.integer({ min: 1, max: 9_999 }),
  })

  test('is read back by the installation that made it, and by no other (P10)', () => {
    fc.assert(
      fc.property(of, word, ({ installation, ...charge }, other) => {
        const key = chargeKey(installation, charge.customerID, charge.day, charge.n)
        expect(chargeOfKey(key, installation)).toEqual(charge)
        if (other !== installation) expect(chargeOfKey(key, other)).toBeNull()
      }),
    )
  })

  test('differs for each customer, day and number (P10)', () => {
    fc.assert(
      fc.property(of, of, (a, b) => {
        const keys = [a, b].map((each) => chargeKey('i', each.customerID, each.day, each.n))
        expect(keys[0] === keys[1]).toBe(a.customerID === b.customerID && a.day === b.day && a.n === b.n)
      }),
    )
  })

  test('is no other text', () => {
    const good = chargeKey('here', 'anna', TODAY, 2)
    expect(chargeOfKey(good, 'here')).toEqual({ customerID: 'anna', day: TODAY, n: 2 })
    for (const key of [
      '',
      'autopay here',
      `${good} more`,
      good.replace('autopay', 'page'),
      good.replace(/2$/, '0'),
      good.replace(/2$/, '1e3'),
      good.replace(TODAY, 'today'),
    ])
      expect(chargeOfKey(key, 'here'), key).toBeNull()
    fc.assert(fc.property(fc.string(), (text) => chargeOfKey(text, 'here') === null))
  })
})

test('the words that customers accepted are found by their version: other words are another version (P1)', () => {
  const words = (tries: number) => consentWords({ firm: 'Bagrun', noticeDays: 3, tries, retryDays: 1 })
  expect({ version: CONSENT_VERSION, words: [words(1), words(2)] }).toEqual({
    version: '2026-11-30.2',
    words: [
      'A payment that fails isn’t tried again.',
      'A payment that fails is tried again after 1 day, with at most 2 tries. An email tells me of each.',
    ].map((failing) => [
      'Bagrun may charge this card or bank account for my invoices.',
      'At least 3 days before a payment is first tried, I get an email with its amount and day.',
      failing,
      'I can pause or stop it at any time before a payment is made.',
    ]),
  })
})
