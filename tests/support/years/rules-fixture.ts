import { type CalendarRow, compareWeeks, highestMonths, type WeekRef } from '#domain/calendar.ts'
import { afterNoPickup, afterShift, afterShiftUndone, isOnRequest, shiftDefault, staysDue } from '#domain/cycle.ts'
import { type DueCustomer, isDue, onceMet } from '#domain/due.ts'
import { judgeForRun } from '#domain/run-plan.ts'
import type { Outcome } from '#domain/words.ts'
import type { Fixture, Wish } from './simulate-years.ts'

interface Stop {
  customer: string
  outcome: Outcome | null
  on: boolean
  /** Taken off by a no pickup; the week it moved to. */
  skippedTo?: WeekRef
}

interface Run {
  week: CalendarRow
  status: 'draft' | 'active' | 'completed'
  jobs: Stop[]
}

/** The rules of the domain alone: a few maps replace the server's tables. */
export function rulesFixture(rows: readonly CalendarRow[]): Fixture {
  const highest = highestMonths(rows)
  const customers = new Map<string, DueCustomer>()
  const runs = new Map<string, Run>()
  const requests = new Set<string>()
  const noPickups = new Set<string>()
  const key = (customer: string, week: WeekRef) =>
    `${customer} ${week.yearNumber}-${week.monthNumber}-${week.weekNumber}`
  const inWeek = (week: WeekRef) => [...runs.values()].filter((run) => compareWeeks(run.week, week) === 0)
  const asIn = (customer: string, week: WeekRef): DueCustomer => ({
    ...customers.get(customer)!,
    hasRequest: requests.has(key(customer, week)),
  })
  const stopOf = (run: Run, customer: string) => run.jobs.find((stop) => stop.customer === customer && stop.on)!
  const become = (customer: string, change: Partial<DueCustomer>) =>
    void customers.set(customer, { ...customers.get(customer)!, ...change })
  const put = (run: Run, customer: string) => {
    run.jobs.push({ customer, outcome: null, on: true })
    requests.delete(key(customer, run.week))
  }
  const joinDraft = (customer: string, week: WeekRef, from: Run) => {
    const draft = inWeek(week).find((run) => run.status === 'draft' && run !== from)
    if (draft && !stopOf(draft, customer) && isDue(asIn(customer, draft.week), draft.week).due) put(draft, customer)
  }
  const shiftOut = (run: Run, stop: Stop, to: CalendarRow | null) => {
    stop.on = false
    const cycle = asIn(stop.customer, run.week)
    const target = to ?? shiftDefault(cycle, run.week, highest)
    become(stop.customer, {
      due: to ? afterShift(cycle, to) : afterNoPickup(cycle, run.week, highest),
      shiftedTo: to ?? (isOnRequest(cycle.collectionScheme) ? target : null),
    })
    joinDraft(stop.customer, target, run)
  }
  const skip = (run: Run, stop: Stop) => {
    stop.skippedTo = shiftDefault(asIn(stop.customer, run.week), run.week, highest)
    shiftOut(run, stop, null)
  }
  const unskip = (run: Run, stop: Stop, to: WeekRef) => {
    stop.on = true
    delete stop.skippedTo
    become(stop.customer, { due: afterShiftUndone(asIn(stop.customer, run.week), run.week, to), shiftedTo: null })
    for (const draft of inWeek(to).filter(({ status }) => status === 'draft'))
      draft.jobs = draft.jobs.filter(({ customer }) => customer !== stop.customer)
  }
  const cycleOf = ({
    collectionScheme,
    weekNumber,
    due,
  }: Wish): Pick<DueCustomer, 'collectionScheme' | 'weekNumber' | 'due'> => ({
    collectionScheme,
    weekNumber,
    due: due && afterShift({ collectionScheme, weekNumber, due: null }, due),
  })

  return {
    to: async () => undefined,
    moveWeek: async () => undefined,
    add: async (wish) => {
      const customer = `customer ${customers.size + 1}`
      customers.set(customer, {
        status: 'ACTIVE',
        serviceType: 'GARDEN_BAG',
        startDate: '2020-01-01',
        shiftedTo: null,
        ...cycleOf(wish),
      })
      return customer
    },
    changeCycle: async (customer, wish) =>
      become(customer, { ...cycleOf(wish), ...(wish.due ? { shiftedTo: null } : {}) }),
    request: async (customer, week) => {
      requests.add(key(customer, week))
      const open = inWeek(week).findLast(({ status }) => status !== 'completed')
      if (open) put(open, customer)
    },
    sayNo: async (customer, week) => {
      noPickups.add(key(customer, week))
      for (const run of inWeek(week)) {
        const stop = stopOf(run, customer)
        if (run.status === 'active' && stop?.outcome === null) skip(run, stop)
      }
    },
    withdrawNo: async (customer, week) => {
      noPickups.delete(key(customer, week))
      for (const run of inWeek(week).filter(({ status }) => status === 'active')) {
        const stop = run.jobs.find((one) => one.customer === customer && one.skippedTo)
        if (stop) unskip(run, stop, stop.skippedTo!)
      }
    },
    generate: async (week) => {
      const there = inWeek(week)
      if (there.some(({ status }) => status === 'draft')) return null
      const open = [...runs.values()]
        .filter(({ status }) => status !== 'completed')
        .flatMap((run) => run.jobs.filter(({ on }) => on).map((stop) => ({ ...run.week, ...stop })))
      const taken = [...customers.keys()].filter((customer) => {
        const stops = open.filter((stop) => stop.customer === customer)
        return judgeForRun(
          asIn(customer, week),
          week,
          stops,
          there.some((run) => stopOf(run, customer) !== undefined),
          highest,
        ).taken
      })
      if (taken.length === 0) return null
      const [name, run] = [`run ${runs.size + 1}`, { week, status: 'draft', jobs: [] } satisfies Run as Run]
      runs.set(name, run)
      for (const customer of taken) put(run, customer)
      return name
    },
    activate: async (name) => {
      const run = runs.get(name)!
      for (const stop of run.jobs.filter(({ on, customer }) => on && noPickups.has(key(customer, run.week))))
        skip(run, stop)
      run.status = 'active'
    },
    shift: async (name, customer, to) => shiftOut(runs.get(name)!, stopOf(runs.get(name)!, customer), to),
    record: async (name, outcomes) => {
      for (const [customer, outcome] of outcomes) stopOf(runs.get(name)!, customer).outcome = outcome
    },
    complete: async (name) => {
      const run = runs.get(name)!
      const on = run.jobs.filter((stop) => stop.on)
      for (const stop of on) if (stop.outcome === null) shiftOut(run, stop, null)
      run.status = 'completed'
      for (const { customer, outcome } of on) {
        if (outcome === null) continue
        become(customer, onceMet(asIn(customer, run.week), run.week, outcome, highest))
        if (staysDue(outcome)) joinDraft(customer, shiftDefault(asIn(customer, run.week), run.week, highest), run)
      }
    },
    stops: async (name) =>
      runs
        .get(name)!
        .jobs.filter(({ on }) => on)
        .map(({ customer }) => customer),
  }
}
