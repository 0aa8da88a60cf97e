import type { ReactNode } from 'react'
import type { NotReachedCustomer } from '#contract/v1/not-reached.ts'
import { shortDay } from '#domain/day-words.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { customerColumn } from '#client/shells/customer-columns.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'

const MAIL_WORDS = sentences({
  queued: 'Email waiting',
  sent: 'Emailed',
  failed: 'Email failed',
  kept: 'Not sent: no mail server',
})

const CALL_WORDS = sentences({
  spoke: 'Called: spoke',
  message: 'Called: left a message',
  no_answer: 'Called: no answer',
})

export type { NotReachedCustomer } from '#contract/v1/not-reached.ts'

export const notReachedColumns = (
  today: string,
  actOf: (row: NotReachedCustomer) => ReactNode,
): readonly Column<NotReachedCustomer>[] => [
  customerColumn({ main: true }),
  { id: 'address', title: t('Address'), cell: ({ address, suburb }) => `${address}, ${suburb}` },
  {
    id: 'phone',
    title: t('Phone'),
    cell: ({ mobilePhone, homePhone, customer }) => {
      const phone = mobilePhone ?? homePhone
      return phone === null ? (
        '–'
      ) : (
        <a
          href={`tel:${phone}`}
          aria-label={t('Call {{name}}: {{phone}}', { name: customer, phone: showPhone(phone) })}
        >
          {showPhone(phone)}
        </a>
      )
    },
  },
  { id: 'driver', title: t('Driver'), cell: ({ driver }) => driver ?? '–' },
  {
    id: 'next',
    title: t('Next collection'),
    cell: ({ next }) =>
      next === null || next.from === null
        ? t('None planned')
        : t('Week of {{day}}', { day: shortDay(next.from, today) }),
  },
  {
    id: 'told',
    title: t('Told'),
    cell: (row) =>
      toldInWords(row) ?? t(row.tell === null ? 'Not an active customer' : row.email === null ? 'No email' : 'Not yet'),
  },
  { id: 'act', title: t('Actions'), cell: actOf },
]

/** "Emailed · Called: spoke"; null: neither. */
export function toldInWords({ mail, call }: NotReachedCustomer): string | null {
  const contacts = [
    ...(mail === null ? [] : [t(MAIL_WORDS[mail.state])]),
    ...(call ? [t(CALL_WORDS[call.answered])] : []),
  ]
  return contacts.length === 0 ? null : contacts.join(' · ')
}
