import { dayOf, formatDay } from '#domain/dates.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { Facts } from '#client/shells/facts.tsx'
import { MailLink } from '#client/shells/mail-link.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import type { Request } from './use-request.ts'
import styles from './requests.module.css'

export function RequestFacts({ request: r, timeZone }: { request: Request; timeZone: string }) {
  const { t } = useTranslation('requests')
  const { t: terms } = useTerms()
  const day = (instant: string) => formatDay(dayOf(new Date(instant), timeZone))
  const money = (dollars: number) => showMoney(nearestCents(dollars))
  return (
    <>
      <Facts
        title={t('package')}
        facts={[
          { label: t('servicePackage'), value: r.servicePackage },
          { label: t('serviceType'), value: terms(`serviceType${r.serviceType}`) },
          { label: t('collectionScheme'), value: collectionWords(r.collectionScheme) },
          { label: t('paymentScheme'), value: paymentWords(r.paymentScheme) },
          { label: t('amount'), value: money(r.amount) },
          { label: t('startDate'), value: formatDay(r.startDate) },
          { label: t('features'), value: r.features.join(', '), wide: true },
          { label: t('notes'), value: r.notes, wide: true },
          { label: t('driverNotes'), value: r.adminNotes, wide: true },
        ]}
      />
      <Facts
        title={t('who')}
        facts={[
          { label: t('refId'), value: r.refId },
          { label: t('titleOf'), value: r.title },
          { label: t('firstName'), value: r.firstName },
          { label: t('lastName'), value: r.lastName },
          { label: t('company'), value: r.company },
          { label: t('accountType'), value: terms(`accountType${r.accountType}`) },
          { label: t('email'), value: r.email === null ? null : <MailLink email={r.email} /> },
          {
            label: t('mobilePhone'),
            value: r.mobilePhone === null ? null : <a href={`tel:${r.mobilePhone}`}>{showPhone(r.mobilePhone)}</a>,
          },
          {
            label: t('homePhone'),
            value: r.homePhone === null ? null : <a href={`tel:${r.homePhone}`}>{showPhone(r.homePhone)}</a>,
          },
          { label: t('askedOn'), value: day(r.createdAt) },
          { label: t('sourceOfLead'), value: r.sourceOfLead },
        ]}
      />
      <Facts
        title={t('where')}
        facts={[
          { label: t('address'), value: r.address },
          { label: t('suburb'), value: r.suburb },
          { label: t('state'), value: r.state },
          { label: t('postcode'), value: r.postcode },
          {
            label: t('weekNumber'),
            value: r.weekNumber === null ? terms('noWeek') : terms('weekN', { week: r.weekNumber }),
          },
          { label: t('propertyManagement'), value: terms(r.propertyManagement ? 'yes' : 'no') },
        ]}
      />
      {r.registration === null ? null : (
        <Facts
          title={t('registration')}
          facts={[
            {
              label: t('emailConfirmed'),
              value: r.registration.emailConfirmedAt === null ? t('notYet') : day(r.registration.emailConfirmedAt),
            },
            { label: t('acceptedTexts'), value: formatDayAndTime(r.registration.acceptedAt) },
            {
              label: t('terms', { version: r.registration.termsVersion }),
              value: <Accepted>{r.registration.terms}</Accepted>,
              wide: true,
            },
            {
              label: t('privacy', { version: r.registration.privacyVersion }),
              value: <Accepted>{r.registration.privacy}</Accepted>,
              wide: true,
            },
          ]}
        />
      )}
      <Facts
        title={t('quotation')}
        facts={[
          {
            label: t('quoted'),
            value:
              r.quotedAt === null
                ? t('notYet')
                : t('quotedAt', { price: money(r.quotedPrice ?? 0), day: day(r.quotedAt) }),
          },
          { label: t('quotations'), value: r.quotations },
          { label: t('accepted'), value: r.acceptedAt === null ? t('notYet') : day(r.acceptedAt) },
        ]}
      />
    </>
  )
}

function Accepted({ children }: { children: string }) {
  const { t } = useTranslation('requests')
  return (
    <details className={styles.accepted}>
      <summary>{t('read')}</summary>
      <p>{children}</p>
    </details>
  )
}
