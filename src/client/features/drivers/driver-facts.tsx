import type { TFunction } from 'i18next'
import type { Driver } from '#contract/v1/drivers.ts'
import { formatDay } from '#domain/dates.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { Facts } from '#client/shells/facts.tsx'
import { MailLink } from '#client/shells/mail-link.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { LicenceExpiry } from './licence-expiry.tsx'
import { PrivateDetails } from './private-details.tsx'
import styles from './driver-page.module.css'

/** "1–5", "1–3, 5": three or more consecutive weeks are shown as a range. */
export function weeksInWords(t: TFunction<'drivers'>, weeks: readonly number[]): string {
  const spans: number[][] = []
  for (const week of weeks.toSorted((one, other) => one - other)) {
    const last = spans.at(-1)
    if (last?.at(-1) === week - 1) last.push(week)
    else spans.push([week])
  }
  return spans.length === 0
    ? t('noWeeks')
    : spans.map((span) => (span.length < 3 ? span.join(', ') : `${span[0]}–${span.at(-1)}`)).join(', ')
}

export function DriverFacts({ driver, today }: { driver: Driver; today: string }) {
  const { t } = useTranslation('drivers')
  return (
    <div className={styles.cards}>
      <Facts
        title={t('contact')}
        facts={[
          { label: t('mobilePhone'), value: <a href={`tel:${driver.mobilePhone}`}>{showPhone(driver.mobilePhone)}</a> },
          { label: t('email'), value: <MailLink email={driver.email} /> },
          { label: t('address'), value: driver.address },
          {
            label: t('lastSeen'),
            value: driver.lastSeenAt === null ? t('lastSeenNever') : formatDayAndTime(driver.lastSeenAt),
          },
        ]}
      />
      <Facts
        title={t('employment')}
        facts={[
          { label: t('employmentType'), value: t(driver.employmentType) },
          { label: t('weekNumbers'), value: weeksInWords(t, driver.weekNumbers) },
          { label: t('employmentStartDate'), value: formatDay(driver.employmentStartDate) },
          {
            label: t('employmentEndDate'),
            value: driver.employmentEndDate === null ? null : formatDay(driver.employmentEndDate),
          },
        ]}
      />
      <Facts
        title={t('pay')}
        facts={[
          { label: t('payRate'), value: <Money dollars={driver.payRate} /> },
          { label: t('payPercentage'), value: `${driver.payPercentage}%` },
        ]}
      />
      <Facts
        title={t('licence')}
        facts={[
          {
            label: t('licenseExpiresAt'),
            value:
              driver.licenseExpiresAt === null ? null : (
                <LicenceExpiry expiresAt={driver.licenseExpiresAt} today={today} />
              ),
          },
          { label: t('licenseClass'), value: driver.licenseClass },
          { label: t('otherLicense'), value: driver.otherLicense },
        ]}
      />
      {/* Revealed values are dropped when the driver changes. */}
      <PrivateDetails key={`${driver.driverID} ${driver.version}`} driver={driver} />
      <Facts
        title={t('tax')}
        facts={[
          { label: t('businessName'), value: driver.businessName },
          { label: t('abn'), value: driver.abn?.replace(/^(\d\d)(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4') ?? null },
        ]}
      />
      {driver.notes === null ? null : (
        <Facts title={t('notes')} facts={[{ label: t('notes'), value: driver.notes, wide: true }]} />
      )}
    </div>
  )
}
