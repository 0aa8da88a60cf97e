import { Text } from '@mantine/core'
import { dayOf, formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { collectionWords, paymentWords } from '#domain/scheme-words.ts'
import { Facts } from '#client/shells/facts.tsx'
import { MailLink } from '#client/shells/mail-link.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { ACCOUNT_TYPE_WORDS, SERVICE_TYPE_WORDS } from '#client/shells/terms.ts'
import { Fold } from '#client/ui/office/fold.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { Request } from './use-request.ts'

const QUOTATION_MAIL = sentences({
  not_sent: 'Not sent yet',
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  printed: 'No longer known',
  failed: 'Couldn’t be sent',
  kept: 'Not sent (no mail server)',
})

export function RequestFacts({ request: r, timeZone }: { request: Request; timeZone: string }) {
  const day = (instant: string) => formatDay(dayOf(new Date(instant), timeZone))
  return (
    <>
      <Facts
        title={t('Service')}
        facts={[
          { label: t('Service package'), value: r.servicePackage },
          { label: t('Service type'), value: t(SERVICE_TYPE_WORDS[r.serviceType]) },
          { label: t('Collection scheme'), value: collectionWords(r.collectionScheme) },
          { label: t('Payment scheme'), value: paymentWords(r.paymentScheme) },
          { label: t('Amount'), value: showDollars(r.amount) },
          ...(r.accountBalance === 0 ? [] : [{ label: t('Balance'), value: showDollars(r.accountBalance) }]),
          { label: t('Start date'), value: formatDay(r.startDate) },
          { label: t('Features'), value: r.features.join(', '), wide: true },
          { label: t('Additional Information/Request'), value: r.notes, wide: true },
          { label: t('Notes to driver'), value: r.adminNotes, wide: true },
        ]}
      />
      <Facts
        title={t('Contact')}
        facts={[
          { label: t('Ref ID'), value: r.refId },
          { label: t('Title'), value: r.title },
          { label: t('Name'), value: r.firstName },
          { label: t('Family name'), value: r.lastName },
          { label: t('Company'), value: r.company },
          { label: t('Account type'), value: t(ACCOUNT_TYPE_WORDS[r.accountType]) },
          { label: t('Email'), value: r.email === null ? null : <MailLink email={r.email} /> },
          {
            label: t('Mobile phone'),
            value: r.mobilePhone === null ? null : <a href={`tel:${r.mobilePhone}`}>{showPhone(r.mobilePhone)}</a>,
          },
          {
            label: t('Home phone'),
            value: r.homePhone === null ? null : <a href={`tel:${r.homePhone}`}>{showPhone(r.homePhone)}</a>,
          },
          { label: t('Requested on'), value: day(r.createdAt) },
          { label: t('Source of lead'), value: r.sourceOfLead },
        ]}
      />
      <Facts
        title={t('Location')}
        facts={[
          { label: t('Address'), value: r.address },
          { label: t('Suburb'), value: r.suburb },
          { label: t('State'), value: r.state },
          { label: t('Postcode'), value: r.postcode },
          {
            label: t('Week'),
            value: r.weekNumber === null ? t('No week yet') : t('Week {{week}}', { week: r.weekNumber }),
          },
          { label: t('Property management'), value: t(r.propertyManagement ? 'Yes' : 'No') },
        ]}
      />
      {r.registration === null ? null : (
        <Facts
          title={t('Registration')}
          facts={[
            {
              label: t('Email confirmed'),
              value: r.registration.emailConfirmedAt === null ? t('Not yet') : day(r.registration.emailConfirmedAt),
            },
            { label: t('Accepted'), value: formatDayAndTime(r.registration.acceptedAt) },
            {
              label: t('Terms and conditions ({{version}})', { version: r.registration.termsVersion }),
              value: <Accepted>{r.registration.terms}</Accepted>,
              wide: true,
            },
            {
              label: t('Privacy notice ({{version}})', { version: r.registration.privacyVersion }),
              value: <Accepted>{r.registration.privacy}</Accepted>,
              wide: true,
            },
          ]}
        />
      )}
      <Facts
        title={t('Quotation')}
        facts={[
          {
            label: t('Quoted'),
            value:
              r.quotedAt === null
                ? t('Not yet')
                : t('{{price}} on {{day}}', { price: showDollars(r.quotedPrice ?? 0), day: day(r.quotedAt) }),
          },
          { label: t('Its email'), value: r.quotedAt === null ? '' : t(QUOTATION_MAIL[r.quotationDelivery]) },
          { label: t('Quotation emails written'), value: r.quotations },
          { label: t('Accepted'), value: r.acceptedAt === null ? t('Not yet') : day(r.acceptedAt) },
        ]}
      />
    </>
  )
}

function Accepted({ children }: { children: string }) {
  return (
    <Fold summary={t('Read')}>
      {() => (
        <Text mah="16rem" style={{ overflowY: 'auto' }}>
          {children}
        </Text>
      )}
    </Fold>
  )
}
