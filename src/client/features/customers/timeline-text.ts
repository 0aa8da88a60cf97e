import type { TimelineItem } from '#contract/v1/customer-timeline.ts'
import { dayOf, formatDay, showWeekOf } from '#domain/dates.ts'
import { PURPOSE_WORDS, purposeInWords, takenByBankWords } from '#domain/ledger-words.ts'
import { showDollars } from '#domain/money.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { outcomeWords } from '#client/shells/outcomes.ts'
import { PAYMENT_TYPE_WORDS } from '#client/shells/terms.ts'
import { formatTime } from '#client/ui/core/time-text.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'

const CALL_WORDS = sentences({
  spoke: 'Call: spoke',
  message: 'Call: left a message',
  no_answer: 'Call: no answer',
})

const TIMELINE_CASE_WORDS = sentences({
  disagreed: 'Case {{refId}}: the customer doesn’t agree',
  closed: 'Case {{refId}}: closed',
})

const TIMELINE_WORDS = sentences({
  payment: 'Paid {{amount}}',
  goodwill: 'Goodwill credit {{amount}}',
  opening: 'Opening credit {{amount}}',
  write_off: 'Written off {{amount}}',
  refund: 'Refunded {{amount}}',
})

const TIMELINE_MAIL_WORDS = sentences({
  queued: 'Waiting to be sent to {{to}}',
  failed: 'Couldn’t be sent to {{to}}',
  kept: 'Not sent to {{to}}: no mail server was set up',
})

/** "Collected: 2 bags", "Paid $50.00, EFT": the item in one line. */
export function timelineTitle(item: TimelineItem): string {
  switch (item.kind) {
    case 'call':
      return t(CALL_WORDS[item.answered])
    case 'mail':
      return t('Email: {{subject}}', { subject: item.subject })
    case 'case':
      if (item.message === 'record')
        return t('Case {{refId}}: answered with the driver’s record', { refId: item.refId })
      if (item.message === 'disagreed' || item.message === 'closed')
        return t(TIMELINE_CASE_WORDS[item.message], { refId: item.refId })
      return t(item.fromCustomer ? 'Case {{refId}}: the customer wrote' : 'Case {{refId}}: answered', {
        refId: item.refId,
      })
    case 'payment': {
      const amount = showDollars(item.amount)
      if (item.isReversal && item.purpose === 'write_off')
        return `${purposeInWords({ purpose: item.purpose, amount: -item.amount })}: ${amount}`
      if (item.isReversal) return t('{{what}} reversed: {{amount}}', { what: PURPOSE_WORDS[item.purpose], amount })
      if (item.isDispute) return `${takenByBankWords(item.paymentType)}: ${amount}`
      const by = item.paymentType === null ? '' : `, ${t(PAYMENT_TYPE_WORDS[item.paymentType])}`
      return `${t(TIMELINE_WORDS[item.purpose], { amount })}${by}`
    }
    case 'invoice':
      return t(
        item.number.startsWith('DEBIT') ? 'Debit note {{number}}: {{amount}}' : 'Invoice {{number}}: {{amount}}',
        {
          number: item.number,
          amount: showDollars(item.amount),
        },
      )
    case 'accepted':
      return t('The customer accepted the quotation: {{amount}}', { amount: showDollars(item.price) })
    case 'collection': {
      if (item.outcome === 'COLLECTED')
        return item.pu === 0
          ? t('Rubbish removed')
          : t('Collected {{bags}}', { bags: plural(item.pu, '{{count}} bag', '{{count}} bags') })
      const outcome = outcomeWords(item.outcome, item.serviceType)
      return item.outcome === 'EMPTY' || item.outcome === 'CUSTOMER_CANCELLED'
        ? outcome
        : t('Not collected: {{why}}', { why: outcome })
    }
    case 'not-reached':
      return t('Not reached: the run was completed first')
  }
}

/** What stands below the line: the words that were written, who it was, what is left to pay. */
export function timelineDetails(item: TimelineItem, timeZone: string): readonly string[] {
  const present = (...parts: readonly (string | null)[]) => parts.filter((part): part is string => !!part)
  switch (item.kind) {
    case 'call':
      return present(item.note, item.by)
    case 'mail':
      if (item.state !== 'sent') return [t(TIMELINE_MAIL_WORDS[item.state], { to: item.to })]
      return present(laterSent(item, timeZone), item.to)
    case 'case':
      return present(item.text, item.fromCustomer ? null : item.by)
    case 'payment': {
      const isLater = item.datePaid !== dayOf(new Date(item.at), timeZone)
      const isPaid = item.purpose === 'payment' && !item.isReversal
      const day = formatDay(item.datePaid)
      return present(isLater ? t(isPaid ? 'Paid on {{day}}' : 'Dated {{day}}', { day }) : null, item.notes)
    }
    case 'invoice':
      return present(
        item.owing > 0
          ? t('{{amount}} owing, due {{day}}', { amount: showDollars(item.owing), day: formatDay(item.dueDate) })
          : t('Nothing owing'),
      )
    case 'accepted':
      return []
    case 'collection':
      return present(
        item.extraAmount > 0 ? t('extra {{amount}}', { amount: showDollars(item.extraAmount) }) : null,
        item.driverNotes === null ? null : t('Note: “{{note}}”', { note: item.driverNotes }),
        present(
          item.driver,
          item.photos === 0 ? null : plural(item.photos, '{{count}} photo', '{{count}} photos'),
        ).join(' · '),
      )
    case 'not-reached':
      return present(item.movedTo === null ? null : t('Moved to the {{week}}', { week: showWeekOf(item.movedTo) }))
  }
}

/** Says when an email that was kept, or failed at first, was sent, if that was on a later day than it was written. */
function laterSent({ at, sentAt }: Extract<TimelineItem, { kind: 'mail' }>, timeZone: string): string | null {
  if (sentAt == null) return null
  const [written, sent] = [at, sentAt].map((instant) => dayOf(new Date(instant), timeZone))
  if (sent === written) return null
  return t('Written then, sent {{day}} {{time}}', { day: formatDay(sent!), time: formatTime(sentAt) })
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
