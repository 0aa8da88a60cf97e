import { bagsOf, hasBags } from '#domain/bags.ts'
import type { Outcome } from '#domain/words.ts'
import type { PhotoNotSaved } from '#client/offline/photos-in-hand.ts'
import type { Delivery } from '#client/offline/overlay.ts'
import { formatTime } from '#client/ui/core/time-text.ts'
import { doneText } from '#client/shells/done-text.ts'
import { outcomeWords } from '#client/shells/outcomes.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import type { Mark } from './marking.ts'
import { isCancelledByCustomer, isMissed, isOff, isTold, isToDo, type Stop } from './stops.ts'

const WHY_WORDS = sentences({
  'storage-full': 'storage is full. Delete some photos or apps, then tap again.',
  'already-recorded': 'you already recorded this stop.',
  'unknown-stop': 'the office took this stop off this phone.',
  database: 'storage is full or isn’t answering. Delete some photos or apps, then tap again.',
  'too-many-files': 'Too many files. The maximum number of files is 5.',
  'too-large': 'Max file size: 20 MB',
  'too-many-pixels': 'A photo can have at most 50 megapixels.',
  'not-a-photo': 'Only jpg, jpeg and png photos can be used.',
  unreadable: 'the photo couldn’t be read. Please take it again.',
})

/** "Done, 2 bags", "Bag MT", "No access". */
export function outcomeText(outcome: Outcome, stop: Pick<Stop, 'serviceType' | 'pu'>): string {
  return outcome === 'COLLECTED' ? doneText(stop) : outcomeWords(outcome, stop.serviceType)
}

export function markText(mark: Mark, serviceType: Stop['serviceType']): string {
  switch (mark.kind) {
    case 'done':
      return doneText({ serviceType, pu: mark.pu })
    case 'bag-mt':
      return outcomeWords('EMPTY', serviceType)
    case 'not-collected':
      return outcomeWords(mark.outcome, serviceType)
  }
}

/** One line per reason: "2 photos not saved: Max file size: 20 MB". */
export function failureText(failure: readonly PhotoNotSaved[]): string {
  const lines = [...new Set(failure)].map((reason) => {
    const count = failure.filter((one) => one === reason).length
    const why = t(WHY_WORDS[reason])
    return count === 1 ? t('Not saved: {{why}}', { why }) : t('{{count}} photos not saved: {{why}}', { count, why })
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

export function rowWords(stop: Stop): RowWords {
  const isNotified = isTold(stop)
  return {
    mark: String(stop.number),
    tone: isMissed(stop) ? 'missed' : !isNotified ? 'to-do' : stop.outcome === 'EMPTY' ? 'empty' : 'collected',
    struck: isOff(stop) || isCancelledByCustomer(stop),
    street: stop.address,
    who: `${stop.suburb} · ${stop.capturedCustomerName}`,
    extra: extraOf(stop),
    outcome: outcomeOf(stop),
    time: isNotified && stop.doneAt !== null ? formatTime(stop.doneAt) : '',
    delivery: stop.delivery,
    // "Sent" at a stop that is open again after an undo would read as done.
    deliveryText: stop.delivery === 'sent' && !isNotified ? '' : deliveryText(stop.delivery),
  }
}

/** The text of a stop's delivery dot (offline.md, "Per stop"). */
export function deliveryText(delivery: Delivery): string {
  switch (delivery) {
    case 'none':
      return ''
    case 'saved-here':
      return t('Saved here')
    case 'sent':
      return t('Sent')
    case 'needs-attention':
      return t('Needs attention')
    case 'with-office':
      return t('With the office')
  }
}

function outcomeOf(stop: Stop): string {
  const bags = bagsOf(stop)
  if (stop.outcome === 'COLLECTED' && bags > 0) return plural(bags, '{{count}} bag', '{{count}} bags')
  if (stop.outcome !== null) return outcomeWords(stop.outcome, stop.serviceType)
  return isCancelledByCustomer(stop) || isOff(stop) ? t('Skip') : ''
}

function extraOf(stop: Stop): string {
  const parts: string[] = []
  if (stop.movedByOffice) parts.push(t('Taken off by the office'))
  else if (isCancelledByCustomer(stop) && (isOff(stop) || isToDo(stop))) parts.push(cancelledText(stop))
  else if (isOff(stop)) parts.push(t(stop.shownState === 'shifted' ? 'Moved to another week' : 'Removed by the office'))
  if (isToDo(stop) && !hasBags(stop.serviceType)) parts.push(t('Rubbish removal'))
  if (stop.photosShown.length > 0) parts.push(plural(stop.photosShown.length, '{{count}} photo', '{{count}} photos'))
  return parts.join(' · ')
}

/** "Customer cancelled 07:12", with the customer's reason if there is one. */
export function cancelledText(stop: Stop): string {
  const text =
    stop.customerCancelledAt === null
      ? t('Customer cancelled')
      : t('Customer cancelled {{time}}', { time: formatTime(stop.customerCancelledAt) })
  return stop.noPickup?.reason ? `${text}: ${stop.noPickup.reason}` : text
}
