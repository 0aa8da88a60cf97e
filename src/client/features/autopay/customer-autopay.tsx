import { useQuery } from '@tanstack/react-query'
import { type Autopay, type AutopayCharge, getCustomerAutopay } from '#contract/v1/autopay.ts'
import { endWords, pauseWords } from '#domain/autopay-words.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { ask } from '#client/api/query-client.ts'
import { type Fact, Facts } from '#client/shells/facts.tsx'
import type { AutopayCustomer } from '#client/shells/office-feature.ts'
import { useOffice } from '#client/shells/office.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { capital } from './capital.ts'
import { CHARGE_WORDS, METHOD_TONES, METHOD_WORDS } from './charge-states.ts'
import { CustomerAutopayActs } from './customer-autopay-acts.tsx'
import { showMonth } from './show-month.ts'

/** On a customer's page; nothing where automatic payment is not offered and never was. */
export function CustomerAutopay({ customer }: { customer: AutopayCustomer }) {
  const { timeZone } = useOffice().profile.config
  const { customerID } = customer
  // The page is complete without it.
  const { data } = useQuery({ ...ask(getCustomerAutopay, { customerID }), staleTime: 0, throwOnError: false })
  if (data === undefined) return null
  const { method, ended, next, last, offered, underWay } = data
  if (method === null && ended === null && !offered && next.length + last.length === 0) return null
  return (
    <>
      <Facts
        title={t('Automatic payment')}
        right={<CustomerAutopayActs customer={customer} autopay={data} />}
        facts={[...methodFacts(data, timeZone), ...chargeFacts(data)]}
      />
      {underWay ? <Note tone="warn">{t('A payment is under way and can’t be stopped.')}</Note> : null}
    </>
  )
}

function methodFacts({ method, ended, charged }: Autopay, timeZone: string): Fact[] {
  const day = (instant: string) => formatDay(dayOf(new Date(instant), timeZone))
  if (method === null)
    return ended === null
      ? [{ label: t('Charged to'), value: t('Not set up') }]
      : [
          { label: t('Charged to'), value: t('Not set up any more') },
          { label: t('Last'), value: `${ended.name}. ${endWords[ended.reason]} ${day(ended.at)}`, wide: true },
        ]
  const isIdle = method.state === 'active' && !charged
  const why = [
    method.pauseReason === null ? null : pauseWords[method.pauseReason],
    method.note,
    isIdle ? t('Nothing is charged: automatic payments are off, or the customer isn’t who gets the invoices.') : null,
  ]
  return [
    { label: t('Charged to'), value: capital(method.name) },
    {
      label: t('Status'),
      value: (
        <>
          <StateBadge tone={METHOD_TONES[method.state]}>{t(METHOD_WORDS[method.state])}</StateBadge>{' '}
          {why.filter(Boolean).join(' ')}
        </>
      ),
      wide: true,
    },
    ...(method.expiresIn === null ? [] : [{ label: t('Expires'), value: showMonth(method.expiresIn) }]),
    {
      label: t('Agreed'),
      value: `${day(method.acceptedAt)}: ${plural(method.noticeDays, '{{count}} day’s notice', '{{count}} days’ notice')}, ${plural(method.tries, '{{count}} try', '{{count}} tries')}`,
      wide: true,
    },
  ]
}

function chargeFacts({ next, last }: Autopay): Fact[] {
  const inWords = ({ amount, day, state, message }: AutopayCharge) =>
    [
      t('{{amount}} on {{day}}', { amount: showDollars(amount), day: formatDay(day) }),
      state === 'planned' ? null : t(CHARGE_WORDS[state]),
      message,
    ]
      .filter(Boolean)
      .join('. ')
  const [first] = next
  const [latest] = last
  return [
    ...(first === undefined ? [] : [{ label: t('Next charge'), value: inWords(first), wide: true }]),
    ...(latest === undefined ? [] : [{ label: t('Last charge'), value: inWords(latest), wide: true }]),
  ]
}
