import type { Translate } from '#client/ui/core/i18n.ts'
import type { Outcome } from '#domain/words.ts'
import type { PhotoNotSaved } from '#client/photo/save-photo.ts'
import type { Delivery } from '#client/offline/overlay.ts'
import { formatTime } from '#client/ui/core/time-text.ts'
import type { Mark } from './marking.ts'
import { isCancelledByCustomer, isMissed, isOff, isTold, isToDo, type Stop } from './stops.ts'

type T = Translate<'pickups'>

/** "Done, 2 bags", "Bag MT", "No access". */
export function outcomeText(t: T, outcome: Outcome, pu: number): string {
  return outcome === 'COLLECTED' ? t('outcomeBags', { count: pu }) : t(outcome)
}

export function markText(t: T, mark: Mark): string {
  switch (mark.kind) {
    case 'done':
      return outcomeText(t, 'COLLECTED', mark.pu)
    case 'bag-mt':
      return outcomeText(t, 'EMPTY', 0)
    case 'not-collected':
      return outcomeText(t, mark.outcome, 0)
  }
}

/** One line per reason: "2 photos not saved: Max file size: 20 MB". */
export function failureText(t: Translate<'pickups'>, failure: readonly PhotoNotSaved[]): string {
  const lines = [...new Set(failure)].map((reason) => {
    const count = failure.filter((one) => one === reason).length
    const why = t(`why-${reason}`)
    return count === 1 ? t('notSavedWhy', { why }) : t('photosNotSavedWhy', { count, why })
  })
  return lines.join('\n')
}

/** The texts of a list row as strings, so that memo renders a row only when one changes. */
export interface RowWords {
  /** The stop's number; a collected stop shows a tick instead. */
  mark: string
  tone: 'to-do' | 'collected' | 'empty' | 'missed'
  struck: boolean
  street: string
  who: string
  /** Photos, the reason of a missed stop, the kind of stop. */
  extra: string
  /** "2 bags", "No access"; shown with the time it was recorded. */
  outcome: string
  time: string
  delivery: Delivery
  deliveryText: string
}

export function rowWords(t: Translate<'pickups'>, stop: Stop): RowWords {
  const isNotified = isTold(stop)
  return {
    mark: String(stop.number),
    tone: isMissed(stop) ? 'missed' : !isNotified ? 'to-do' : stop.outcome === 'EMPTY' ? 'empty' : 'collected',
    struck: isOff(stop) || isCancelledByCustomer(stop),
    street: stop.address,
    who: `${stop.suburb} · ${stop.capturedCustomerName}`,
    extra: extraOf(t, stop),
    outcome: outcomeOf(t, stop),
    time: isNotified && stop.doneAt !== null ? formatTime(stop.doneAt) : '',
    delivery: stop.delivery,
    // "Sent" at a stop that is open again after an undo would read as done.
    deliveryText: stop.delivery === 'sent' && !isNotified ? '' : deliveryText(t, stop.delivery),
  }
}

/** The text of a stop's delivery dot (offline.md, "Per stop"). */
export function deliveryText(t: Translate<'pickups'>, delivery: Delivery): string {
  switch (delivery) {
    case 'none':
      return ''
    case 'saved-here':
      return t('savedHere')
    case 'sent':
      return t('sent')
    case 'needs-attention':
      return t('needsAttention')
    case 'with-office':
      return t('withOffice')
  }
}

function outcomeOf(t: Translate<'pickups'>, stop: Stop): string {
  if (stop.outcome === 'COLLECTED') return t('bagChoice', { count: stop.pu })
  if (stop.outcome !== null) return t(stop.outcome)
  return isCancelledByCustomer(stop) || isOff(stop) ? t('noStop') : ''
}

function extraOf(t: Translate<'pickups'>, stop: Stop): string {
  const parts: string[] = []
  if (stop.movedByOffice) parts.push(t('movedByOffice'))
  else if (isCancelledByCustomer(stop) && (isOff(stop) || isToDo(stop))) parts.push(cancelledText(t, stop))
  else if (isOff(stop)) parts.push(t(stop.shownState === 'shifted' ? 'shifted' : 'removed'))
  if (isToDo(stop) && stop.serviceType === 'RUBBISH_REMOVAL') parts.push(t('rubbishRemoval'))
  if (stop.photosShown.length > 0) parts.push(t('photos', { count: stop.photosShown.length }))
  return parts.join(' · ')
}

/** "Customer cancelled 07:12", with the customer's reason if there is one. */
export function cancelledText(t: Translate<'pickups'>, stop: Stop): string {
  const text =
    stop.customerCancelledAt === null
      ? t('customerCancelled')
      : t('customerCancelledAt', { time: formatTime(stop.customerCancelledAt) })
  return stop.noPickup?.reason ? `${text}: ${stop.noPickup.reason}` : text
}
