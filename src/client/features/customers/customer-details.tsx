import type { Customer } from '#contract/v1/customers.ts'
import { dayOf, formatDay } from '#domain/dates.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { type Fact, Facts } from '#client/shells/facts.tsx'
import { MailLink } from '#client/shells/mail-link.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** Every field of the customer, read-only. */
export function CustomerDetails({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const { t: terms } = useTerms()
  const { timeZone } = useOffice().profile.config
  const day = (instant: string) => formatDay(dayOf(new Date(instant), timeZone))
  const yes = (tick: boolean) => terms(tick ? 'yes' : 'no')
  const c = customer
  const who: Fact[] = [
    { label: t('titleOf'), value: c.title },
    { label: t('firstName'), value: c.firstName },
    { label: t('lastName'), value: c.lastName },
    { label: t('company'), value: c.company },
    { label: t('accountType'), value: terms(`accountType${c.accountType}`) },
    { label: t('email'), value: c.email === null ? null : <MailLink email={c.email} /> },
    {
      label: t('mobilePhone'),
      value: c.mobilePhone === null ? null : <a href={`tel:${c.mobilePhone}`}>{showPhone(c.mobilePhone)}</a>,
    },
    {
      label: t('homePhone'),
      value: c.homePhone === null ? null : <a href={`tel:${c.homePhone}`}>{showPhone(c.homePhone)}</a>,
    },
  ]
  const where: Fact[] = [
    { label: t('address'), value: c.address },
    { label: t('suburb'), value: c.suburb },
    { label: t('state'), value: c.state },
    { label: t('postcode'), value: c.postcode },
    { label: t('propertyManagement'), value: yes(c.propertyManagement) },
  ]
  const service: Fact[] = [
    { label: t('servicePackage'), value: c.servicePackage },
    { label: t('serviceType'), value: terms(`serviceType${c.serviceType}`) },
    { label: t('collectionScheme'), value: collectionWords(c.collectionScheme) },
    { label: t('paymentScheme'), value: paymentWords(c.paymentScheme) },
    { label: t('invoiceType'), value: terms(`invoiceType${c.invoiceType}`) },
    { label: t('amount'), value: showMoney(nearestCents(c.amount)) },
    { label: t('startDate'), value: formatDay(c.startDate) },
    { label: t('features'), value: c.features.join(', '), wide: true },
  ]
  const more: Fact[] = [
    { label: t('doNotRemind'), value: yes(c.doNotRemind) },
    { label: t('doNotSendInvoiceEmail'), value: yes(c.doNotSendInvoiceEmail) },
    { label: t('sourceOfLead'), value: c.sourceOfLead },
    { label: t('origin'), value: terms(`origin${c.origin}`) },
    { label: t('createdAt'), value: day(c.createdAt) },
    ...(c.canceledAt === null ? [] : [{ label: t('canceledAt'), value: day(c.canceledAt) }]),
    { label: t('notes'), value: c.notes, wide: true },
    { label: t('adminNotes'), value: c.adminNotes, wide: true },
  ]
  return (
    <>
      <Facts title={t('who')} facts={who} />
      <Facts title={t('where')} facts={where} />
      <Facts title={t('service')} facts={service} />
      <Facts title={t('more')} facts={more} />
    </>
  )
}
