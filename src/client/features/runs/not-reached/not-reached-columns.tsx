import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { NotReachedCustomer } from '#contract/v1/not-reached.ts'
import { shortDay } from '#domain/day-words.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { Column } from '#client/ui/office/data-table.tsx'

export type { NotReachedCustomer } from '#contract/v1/not-reached.ts'

export const notReachedColumns = (
  t: Translate<'notReached'>,
  today: string,
  actOf: (row: NotReachedCustomer) => ReactNode,
): readonly Column<NotReachedCustomer>[] => [
  {
    id: 'customer',
    title: t('customer'),
    main: true,
    cell: ({ customerID, customer }) => <Link to={officePaths.customer(customerID)}>{customer}</Link>,
  },
  { id: 'address', title: t('address'), cell: ({ address, suburb }) => `${address}, ${suburb}` },
  {
    id: 'phone',
    title: t('phone'),
    cell: ({ mobilePhone, homePhone, customer }) => {
      const phone = mobilePhone ?? homePhone
      return phone === null ? (
        '–'
      ) : (
        <a href={`tel:${phone}`} aria-label={t('call', { name: customer, phone: showPhone(phone) })}>
          {showPhone(phone)}
        </a>
      )
    },
  },
  { id: 'driver', title: t('driver'), cell: ({ driver }) => driver ?? '–' },
  {
    id: 'next',
    title: t('next'),
    cell: ({ next }) =>
      next === null ? t('nowhere') : next.from === null ? t('noDay') : t('weekOf', { day: shortDay(next.from, today) }),
  },
  {
    id: 'told',
    title: t('told'),
    cell: (row) => toldInWords(row, t) ?? t(row.email === null ? 'noEmail' : 'notYet'),
  },
  { id: 'act', title: t('acts'), cell: actOf },
]

/** "Emailed · Called: spoke"; null: neither. */
export function toldInWords({ mail, call }: NotReachedCustomer, t: Translate<'notReached'>): string | null {
  const contacts = [...(mail === null ? [] : [t(`mail-${mail.state}`)]), ...(call ? [t(`call-${call.answered}`)] : [])]
  return contacts.length === 0 ? null : contacts.join(' · ')
}
