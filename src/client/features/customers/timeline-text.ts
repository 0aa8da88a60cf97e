import type { TimelineItem } from '#contract/v1/customer-timeline.ts'
import { dayOf, formatDay, showWeekOf } from '#domain/dates.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Translate } from '#client/ui/core/i18n.ts'

export interface TimelineNeeds {
  t: Translate<'customers'>
  terms: Translate<'terms'>
  timeZone: string
}

const money = (dollars: number) => showMoney(nearestCents(dollars))

/** "Collected: 2 bags", "Paid $50.00, EFT": the item in one line. */
export function timelineTitle(item: TimelineItem, { t, terms }: TimelineNeeds): string {
  switch (item.kind) {
    case 'call':
      return t(`call-${item.answered}`)
    case 'mail':
      return t('timelineMail', { subject: item.subject })
    case 'case':
      if (item.message === 'record') return t('timelineCaseRecord', { refId: item.refId })
      if (item.message === 'disagreed' || item.message === 'closed')
        return t(`timelineCase-${item.message}`, { refId: item.refId })
      return t(item.fromCustomer ? 'timelineCaseCustomer' : 'timelineCaseOffice', { refId: item.refId })
    case 'payment': {
      const amount = money(item.amount)
      if (item.isReversal) return t('timelineReversed', { what: terms(`purpose${item.purpose}`), amount })
      const by = item.paymentType === null ? '' : `, ${terms(`paymentType${item.paymentType}`)}`
      return `${t(`timeline-${item.purpose}`, { amount })}${by}`
    }
    case 'invoice':
      return t('timelineInvoice', { number: item.number, amount: money(item.amount) })
    case 'collection': {
      if (item.outcome === 'COLLECTED') return t('timelineCollected', { bags: terms('recordBags', { count: item.pu }) })
      const outcome = terms(`outcome${item.outcome}`)
      return item.outcome === 'EMPTY' || item.outcome === 'CUSTOMER_CANCELLED'
        ? outcome
        : t('timelineMissed', { why: outcome })
    }
    case 'not-reached':
      return t('timelineNotReached')
  }
}

/** What stands below the line: the words that were written, who it was, what is left to pay. */
export function timelineDetails(item: TimelineItem, { t, terms, timeZone }: TimelineNeeds): readonly string[] {
  const present = (...parts: readonly (string | null)[]) => parts.filter((part): part is string => !!part)
  switch (item.kind) {
    case 'call':
      return present(item.note, item.by)
    case 'mail':
      return present(item.state === 'sent' ? item.to : t(`timelineMail-${item.state}`, { to: item.to }))
    case 'case':
      return present(item.text, item.fromCustomer ? null : item.by)
    case 'payment': {
      const isLater = item.datePaid !== dayOf(new Date(item.at), timeZone)
      return present(isLater ? t('timelinePaidOn', { day: formatDay(item.datePaid) }) : null, item.notes)
    }
    case 'invoice':
      return present(
        item.owing > 0
          ? t('timelineOwing', { amount: money(item.owing), day: formatDay(item.dueDate) })
          : t('timelineSettled'),
      )
    case 'collection':
      return present(
        item.extraAmount > 0 ? terms('recordExtra', { amount: money(item.extraAmount) }) : null,
        item.driverNotes === null ? null : terms('recordNote', { note: item.driverNotes }),
        present(item.driver, item.photos === 0 ? null : t('timelinePhotos', { count: item.photos })).join(' · '),
      )
    case 'not-reached':
      return present(item.movedTo === null ? null : t('timelineMovedTo', { week: showWeekOf(item.movedTo) }))
  }
}

/** The page that has the rest of it; null: there is none. */
export function timelinePlace(item: TimelineItem): string | null {
  switch (item.kind) {
    case 'case':
      return officePaths.oneCase(item.caseID)
    case 'invoice':
      return officePaths.invoice(item.id)
    case 'collection':
    case 'not-reached':
      return officePaths.run(item.runOrderID, item.id)
    default:
      return null
  }
}
