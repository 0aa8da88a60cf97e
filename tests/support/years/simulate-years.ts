import { expect } from 'vitest'
import { type CalendarRow, comparePeriods } from '#domain/calendar.ts'
import { addDays } from '#domain/dates.ts'
import { type CollectionScheme, type Outcome, OUTCOMES } from '#domain/words.ts'
import { type Dice, diceOf } from '../openapi/random.ts'

/** A customer's collection settings. */
export interface Wish {
  collectionScheme: Exclude<CollectionScheme, 'ONE_OFF'>
  weekNumber: number
  /** The first week in which the customer is due; null for collection on request. */
  due: CalendarRow | null
}

/** What a business does week by week. The same story runs on the rules alone and on the server. */
export interface Fixture {
  to(day: string): Promise<void>
  add(wish: Wish): Promise<string>
  changeCycle(customer: string, wish: Wish): Promise<void>
  request(customer: string, week: CalendarRow): Promise<void>
  sayNo(customer: string, week: CalendarRow): Promise<void>
  withdrawNo(customer: string, week: CalendarRow): Promise<void>
  /** Null when it is refused: there is no due customer without a stop. */
  generate(week: CalendarRow): Promise<string | null>
  activate(run: string): Promise<void>
  shift(run: string, customer: string, to: CalendarRow | null): Promise<void>
  record(run: string, outcomes: ReadonlyMap<string, Outcome>): Promise<void>
  /** The rest is shifted. */
  complete(run: string): Promise<void>
  /** The customers on the run now, each once per stop. */
  stops(run: string): Promise<string[]>
  /** The week begins a day later. */
  moveWeek(week: CalendarRow): Promise<void>
}

interface Life extends Wish {
  customer: string
  /**
   * The index in the calendar of the week in which the customer must be collected next. This oracle does not use the
   * stored pointer: it only searches the weeks.
   */
  next: number | null
  /** The week was named explicitly, so that it applies whatever the customer's cycle is. */
  named: boolean
}

interface Driven {
  run: string
  members: Set<Life>
  completeAt: number
  completed: boolean
}

const INTERVALS = { MONTHLY: 1, SECOND_MONTHLY: 2, QUARTERLY: 3, FORTNIGHTLY: 1 } as const
const SCHEMES = ['MONTHLY', 'SECOND_MONTHLY', 'QUARTERLY', 'FORTNIGHTLY', 'FLEXIBLE'] as const
const STAYS_DUE: readonly Outcome[] = ['UNSAFE', 'OVERWEIGHT', 'CONTAMINATED', 'OTHER']
const SOMETIMES = 0.05

/**
 * Years of weekly runs with every kind of change: no pickups, given and withdrawn again before the run exists, in its
 * draft and while it is active, shifts to the next period and to named weeks, stops not
 * reached, drafts made a week early, runs completed weeks late, cycles that change, requests, new customers in mid-week
 * who get a further run, weeks that move. Every week exactly the customers that are due are on its runs, each once.
 * @returns how many stops there were
 */
export async function liveThrough(
  fixture: Fixture,
  rows: readonly CalendarRow[],
  { seed, people }: { seed: number; people: number },
): Promise<number> {
  const dice = diceOf(seed)
  const lives: Life[] = []
  const driven: Driven[] = []
  const drafts = new Map<number, string | null>()
  /** Who said no to the next week already. */
  let saidNoAhead = new Set<Life>()
  let stops = 0

  const join = async (wish: Wish) => {
    const life: Life = {
      ...wish,
      customer: await fixture.add(wish),
      next: wish.due && rows.indexOf(wish.due),
      named: false,
    }
    lives.push(life)
    return life
  }
  /** The customer leaves the week's run, collected or not. */
  const leave = (life: Life, at: number, how: 'served' | { periodsOn: number } | { to: number }) => {
    const onRequest = life.collectionScheme === 'FLEXIBLE'
    if (how === 'served')
      life.next = onRequest ? null : nextOf(rows, life, at, INTERVALS[life.collectionScheme as keyof typeof INTERVALS])
    else life.next = 'to' in how ? how.to : nextOf(rows, life, at, how.periodsOn)
    life.named = how !== 'served' && ('to' in how || onRequest)
  }
  const shiftSome = async (run: string, members: Set<Life>, at: number, inNextDraft: ReadonlySet<string>) => {
    for (const life of members) {
      if (!dice.chance(SOMETIMES)) continue
      const to = at + 1 + dice.below(9)
      const named = dice.chance(0.5) && to < rows.length && !inNextDraft.has(life.customer)
      await fixture.shift(run, life.customer, named ? rows[to]! : null)
      members.delete(life)
      leave(life, at, named ? { to } : { periodsOn: 1 })
    }
  }

  for (let n = 0; n < people; n += 1) await join(wished(dice, rows, 0))
  for (const [at, row] of rows.entries()) {
    const where = `seed ${seed}, ${row.yearNumber}-${row.monthNumber}-W${row.weekNumber}`

    await fixture.to(addDays(row.from, -3))
    for (const one of driven.filter(({ completed, completeAt }) => !completed && completeAt <= at)) {
      await fixture.complete(one.run)
      one.completed = true
    }
    const saidNo = saidNoAhead
    saidNoAhead = new Set()
    /** Who left an active run because of it: where to, and the way back. */
    const skipped = new Map<Life, () => void>()
    const skip = (life: Life, members: Set<Life>) => {
      const { named } = life
      members.delete(life)
      leave(life, at, { periodsOn: 1 })
      skipped.set(life, () => {
        Object.assign(life, { next: at, named })
        members.add(life)
      })
    }
    const sayNo = async (to = at, said = saidNo) => {
      for (const life of lives.filter(({ next }) => next === to)) {
        if (said.has(life) || !dice.chance(SOMETIMES)) continue
        await fixture.sayNo(life.customer, rows[to]!)
        said.add(life)
      }
    }
    const withdrawSome = async () => {
      for (const life of saidNo) {
        if (!dice.chance(0.2)) continue
        await fixture.withdrawNo(life.customer, row)
        saidNo.delete(life)
        skipped.get(life)?.()
        skipped.delete(life)
      }
    }
    await sayNo()
    await withdrawSome()
    if (dice.chance(SOMETIMES)) await fixture.moveWeek(row)

    let run = drafts.get(at) ?? (await fixture.generate(row))
    const after = rows[at + 1]
    if (after && dice.chance(0.3)) drafts.set(at + 1, await fixture.generate(after))
    for (const life of lives) {
      if (life.collectionScheme !== 'FLEXIBLE' || life.next !== null || !dice.chance(0.1)) continue
      life.next = Math.min(at + dice.below(5), rows.length - 1)
      await fixture.request(life.customer, rows[life.next]!)
    }
    run ??= await fixture.generate(row)
    await withdrawSome()
    const nextDraft = drafts.get(at + 1) ?? null
    const inNextDraft = new Set(nextDraft === null ? [] : await fixture.stops(nextDraft))
    const due = lives.filter(({ next }) => next === at).map(({ customer }) => customer)
    const found: string[] = []
    const ofWeek: Driven[] = []
    const drive = async (made: string, meanwhile: () => Promise<void>) => {
      const on = await fixture.stops(made)
      found.push(...on)
      const members = new Set(lives.filter(({ customer }) => on.includes(customer)))
      await shiftSome(made, members, at, inNextDraft)
      await meanwhile()
      await fixture.activate(made)
      for (const life of [...members].filter((one) => saidNo.has(one))) skip(life, members)
      for (const life of members) {
        if (!dice.chance(SOMETIMES)) continue
        await fixture.sayNo(life.customer, row)
        saidNo.add(life)
        skip(life, members)
      }
      await withdrawSome()
      ofWeek.push({ run: made, members, completeAt: 0, completed: false })
    }
    if (run !== null) await drive(run, sayNo)
    if (row.weekNumber < 5 && dice.chance(SOMETIMES * 2))
      due.push(
        (await join({ collectionScheme: dice.pick(SCHEMES.slice(0, 4)), weekNumber: row.weekNumber, due: row }))
          .customer,
      )
    const further = await fixture.generate(row)
    if (further !== null) await drive(further, async () => undefined)
    expect({ where, met: found.sort() }).toEqual({ where, met: due.sort() })
    stops += found.length
    await withdrawSome()
    for (const { run: made, members } of ofWeek)
      expect({ where, left: (await fixture.stops(made)).sort() }).toEqual({
        where,
        left: [...members].map(({ customer }) => customer).sort(),
      })
    if (nextDraft !== null) await sayNo(at + 1, saidNoAhead)

    await fixture.to(addDays(row.from, 2))
    for (const one of ofWeek) {
      await shiftSome(one.run, one.members, at, inNextDraft)
      const outcomes = new Map<string, Outcome>()
      for (const life of one.members) {
        const outcome = dice.chance(SOMETIMES) ? null : dice.chance(0.6) ? 'COLLECTED' : dice.pick(OUTCOMES)
        if (outcome === null) one.completeAt = at + 1
        else outcomes.set(life.customer, outcome)
        leave(life, at, outcome === null || STAYS_DUE.includes(outcome) ? { periodsOn: 1 } : 'served')
      }
      await fixture.record(one.run, outcomes)
      one.completeAt ||= at + 1 + dice.below(6)
      driven.push(one)
    }
    // The office completes runs in the order of the weeks, and soon where a customer was not reached.
    for (const [i, one] of [...driven.entries()].toReversed())
      one.completeAt = Math.min(one.completeAt, driven[i + 1]?.completeAt ?? Infinity)

    const isOpen = (life: Life) =>
      inNextDraft.has(life.customer) || driven.some(({ completed, members }) => !completed && members.has(life))
    for (const life of at < rows.length - 20 ? lives : []) {
      const waits = life.collectionScheme === 'FLEXIBLE' && life.next !== null
      if (waits || isOpen(life) || (life.next !== null && life.next <= at + 1) || !dice.chance(SOMETIMES)) continue
      const wish = wished(dice, rows, at + 2)
      await fixture.changeCycle(life.customer, wish)
      Object.assign(life, wish)
      if (wish.due) Object.assign(life, { next: rows.indexOf(wish.due), named: false })
      else if (!life.named) life.next = null
    }
  }
  return stops
}

function wished(dice: Dice, rows: readonly CalendarRow[], from: number): Wish {
  const collectionScheme = dice.pick(SCHEMES)
  const weekNumber = 1 + dice.below(4)
  const first = rows.slice(from + dice.below(8)).find((row) => isOwn({ collectionScheme, weekNumber }, row))
  return { collectionScheme, weekNumber, due: collectionScheme === 'FLEXIBLE' ? null : first! }
}

const isOwn = ({ collectionScheme, weekNumber }: Omit<Wish, 'due'>, row: CalendarRow) =>
  collectionScheme === 'FORTNIGHTLY'
    ? row.weekNumber < 5 && row.weekNumber % 2 === weekNumber % 2
    : row.weekNumber === weekNumber

/**
 * The customer's own week so many periods on; a fortnightly customer's next fortnight. Null where the calendar ends
 * before.
 */
function nextOf(rows: readonly CalendarRow[], life: Wish, at: number, periodsOn: number): number | null {
  const firstOf = rows.flatMap((row, i) => (i === 0 || comparePeriods(row, rows[i - 1]!) !== 0 ? [row] : []))
  const period = firstOf[firstOf.findIndex((row) => comparePeriods(row, rows[at]!) === 0) + periodsOn]
  const place = rows.findIndex(
    (row, i) =>
      i > at &&
      isOwn(life, row) &&
      (life.collectionScheme === 'FORTNIGHTLY' || (period !== undefined && comparePeriods(row, period) === 0)),
  )
  return place < 0 ? null : place
}
