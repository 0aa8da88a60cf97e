import type { OutcomeEvent, RecordedEvent, StopRecord } from '#domain/events.ts'
import type { EventSituation, Judgement } from '#domain/exceptions.ts'
import type * as EventsFile from '#domain/events.ts'
import type * as ExceptionsFile from '#domain/exceptions.ts'
import type * as MoneyFile from '#domain/money.ts'
import type * as IncomeFile from '#domain/income.ts'
import type * as ActionsFile from '#domain/stop-actions.ts'
import type { Seam } from './break.ts'
import { breaksOf } from './breaks-of.ts'

const events = breaksOf<typeof EventsFile>('src/domain/events.ts')
const exceptions = breaksOf<typeof ExceptionsFile>('src/domain/exceptions.ts')
const money = breaksOf<typeof MoneyFile>('src/domain/money.ts')
const income = breaksOf<typeof IncomeFile>('src/domain/income.ts')
const actions = breaksOf<typeof ActionsFile>('src/domain/stop-actions.ts')

const isOutcome = (event: RecordedEvent): event is RecordedEvent & OutcomeEvent =>
  event.type === 'done' || event.type === 'bag-mt' || event.type === 'not-collected'
const undoneIn = (events: readonly RecordedEvent[]) =>
  new Set(events.flatMap((event) => (event.type === 'undo' ? [event.undoes] : [])))
/** The outcome of one record, with what else another has. */
const withOutcomeOf = (outcome: StopRecord, { driverNotes, photos }: StopRecord): StopRecord => ({
  ...outcome,
  driverNotes,
  photos,
})
type StopSituated = NonNullable<EventSituation['stop']>
const ifStopWere = (situation: EventSituation, change: (stop: StopSituated) => Partial<StopSituated>) => ({
  ...situation,
  stop: situation.stop && { ...situation.stop, ...change(situation.stop) },
})
const codeOf = ({ code }: Judgement) => code ?? null

/** The rules that phone and server share. */
export const OF_DOMAIN: readonly Seam[] = [
  exceptions(
    'a record of another driver’s stop counts',
    'judgeEvent',
    (judgeEvent) => (situation) => judgeEvent(ifStopWere(situation, () => ({ driverID: situation.actor.userID }))),
  ),
  exceptions(
    'a record of a shifted stop counts',
    'judgeEvent',
    (judgeEvent) => (situation) =>
      judgeEvent(ifStopWere(situation, ({ state }) => ({ state: state === 'shifted' ? 'planned' : state }))),
  ),
  exceptions(
    'a record of a removed stop counts',
    'judgeEvent',
    (judgeEvent) => (situation) =>
      judgeEvent(ifStopWere(situation, ({ state }) => ({ state: state === 'cancelled' ? 'planned' : state }))),
  ),
  exceptions('a record of a completed stop or run counts', 'judgeEvent', (judgeEvent) => (situation) => {
    const judged = judgeEvent(situation)
    if (codeOf(judged) !== 'job_completed') return judged
    return judgeEvent({ ...ifStopWere(situation, () => ({ state: 'done' })), run: { status: 'active' } })
  }),
  exceptions(
    'an archived run is treated as a completed one',
    'judgeEvent',
    (judgeEvent) => (situation) =>
      judgeEvent(situation.run?.status === 'archived' ? { ...situation, run: { status: 'completed' } } : situation),
  ),
  exceptions('a former driver is told what became of the stop', 'judgeEvent', (judgeEvent) => (situation) => {
    const judged = judgeEvent(situation)
    if (codeOf(judged) !== 'job_foreign') return judged
    const asOwn = judgeEvent(ifStopWere(situation, () => ({ driverID: situation.actor.userID })))
    const told = ['run_archived', 'job_removed', 'job_skipped', 'job_shifted']
    return told.includes(codeOf(asOwn) ?? '') ? asOwn : judged
  }),
  events('an undo is ignored', 'foldStop', (foldStop) => (given, base, inBase) => {
    const all = [...given]
    const here = new Set(all.map(({ eventID }) => eventID))
    return foldStop(
      all.filter((event) => event.type !== 'undo' || !here.has(event.undoes)),
      base,
      inBase,
    )
  }),
  events('a stop has the time of the phone’s clock', 'foldStop', (foldStop) => (given, base, inBase) => {
    const all = [...given]
    const record = foldStop(all, base, inBase)
    const decided = all.find(({ eventID }) => eventID === record.outcomeEventID)
    return { ...record, doneAt: decided?.occurredAt ?? record.doneAt }
  }),
  events('an empty bag is not marked empty', 'foldStop', (foldStop) => (given, base, inBase) => {
    const all = [...given]
    const record = foldStop(all, base, inBase)
    const isDecided = all.some(({ eventID }) => eventID === record.outcomeEventID)
    return isDecided ? { ...record, emptyPickup: false } : record
  }),
  events('a note sent twice is stored twice', 'foldStop', (foldStop) => (given, base, inBase = []) => {
    const [all, earlier] = [[...given], [...inBase]]
    const record = foldStop(all, base, earlier)
    const undone = undoneIn([...all, ...earlier])
    const before = foldStop(
      all.filter(({ type }) => type === 'undo'),
      base,
      earlier,
    )
    const noted = all
      .filter(({ eventID }) => !undone.has(eventID))
      .flatMap((event) => ('notes' in event && event.notes ? [event.notes] : []))
    return { ...record, driverNotes: [before.driverNotes, ...noted].filter((text) => text !== '').join('\n') }
  }),
  events('the first outcome decides', 'foldStop', (foldStop) => (given, base, inBase = []) => {
    const [all, earlier] = [[...given], [...inBase]]
    const undone = undoneIn([...all, ...earlier])
    const outcomes = all
      .filter((event) => isOutcome(event) && !undone.has(event.eventID))
      .sort((a, b) => a.seq - b.seq)
      .slice(0, 1)
    const others = all.filter((event) => !isOutcome(event))
    const before = foldStop(others, base, earlier)
    const first = before.outcome === null ? foldStop([...others, ...outcomes], base, earlier) : before
    return withOutcomeOf(first, foldStop(all, base, earlier))
  }),
  events('an undo does not restore the earlier outcome', 'foldStop', (foldStop) => (given, base, inBase = []) => {
    const [all, earlier] = [[...given], [...inBase]]
    const without = earlier.filter((event) => !isOutcome(event))
    return withOutcomeOf(foldStop(all, base, without), foldStop(all, base, earlier))
  }),
  events(
    'events of one device are ordered by clock instead of sequence number',
    'orderEvents',
    (orderEvents) => (given) => {
      const all = [...given].map((as) => ({ ...as, seq: 0, as }))
      return orderEvents(all).map(({ as }) => as)
    },
  ),
  events('a stop’s events are folded in the order they are read', 'orderEvents', (orderEvents) => (given) => {
    const all = [...given].map((as, seq) => ({ ...as, seq, as }))
    return orderEvents(all).map(({ as }) => as)
  }),
  money(
    'an extra amount is truncated to whole cents',
    'nearestCents',
    () => (dollars) => (Number.isFinite(dollars) ? Math.trunc(dollars * 100) : 0),
  ),
  money(
    'half a cent is truncated',
    'percentOf',
    () => (cents, basisPoints) => Math.trunc((cents * basisPoints) / 10_000),
  ),
  income('a rubbish removal that was not collected is paid its price', 'incomeOf', (incomeOf) => (stop) => {
    if (stop.serviceType !== 'RUBBISH_REMOVAL') return incomeOf(stop)
    return { ...incomeOf({ ...stop, outcome: 'COLLECTED' }), pu: incomeOf(stop).pu }
  }),
  actions(
    'a stop with an outcome can be shifted or removed',
    'stopActions',
    (stopActions) => (state, hasOutcome, run) => {
      const allowed = stopActions(state, hasOutcome, run)
      const happened = allowed.length > 0 && run === 'active' && (state === 'done' || hasOutcome)
      return happened ? [...allowed, 'shift', 'remove'] : allowed
    },
  ),
]
