import { type OutcomeEvent, type RecordedEvent, isOutcomeEvent, orderEvents, outcomeOf } from './events.ts'
import { nearestCents } from './money.ts'

/**
 * Two phones that recorded different things at one stop (domain.md 5, Contradictions). The rule reads the events of ONE
 * stop that count, in any order.
 */

type OutcomeRecorded = Extract<RecordedEvent, OutcomeEvent>

/**
 * The outcome that each phone left in force, in order, so that the last is the stop's. Empty unless they differ in what
 * is billed and paid: outcome, bags, extra amount.
 */
export function contradiction(counting: Iterable<RecordedEvent>): OutcomeRecorded[] {
  const ordered = orderEvents(counting)
  const undone = new Set(ordered.flatMap((event) => (event.type === 'undo' ? [event.undoes] : [])))
  const last = new Map<string, OutcomeRecorded>()
  for (const event of ordered) {
    if (!isOutcomeEvent(event) || undone.has(event.eventID)) continue
    // Deleted first, so that the map stays in order.
    last.delete(event.deviceID)
    last.set(event.deviceID, event)
  }
  const latest = [...last.values()]
  return new Set(latest.map(statement)).size > 1 ? latest : []
}

function statement(event: OutcomeRecorded): string {
  const bags = event.type === 'done' ? Math.max(1, Math.trunc(event.pu) || 0) : 0
  return [outcomeOf(event), bags, nearestCents(event.extraAmount ?? 0)].join(' ')
}
