import { Link } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { Driver } from '#contract/v1/drivers.ts'
import { formatDay } from '#domain/dates.ts'
import { employmentHasEnded } from '#domain/drivers.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Email } from '#client/shells/mail-link.tsx'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { Money } from '#client/ui/core/money.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { LicenceExpiry, weeksInWords } from './driver-facts.tsx'
import styles from './driver-page.module.css'

/** @param timeZone the business's: `today` and the day a driver was added on are days in it */
export const driversColumns = (t: Translate<'drivers'>, today: string, timeZone: string): readonly Column<Driver>[] => [
  {
    id: 'fullName',
    title: t('name'),
    main: true,
    sort: 'fullName',
    cell: (driver) => (
      <span className={styles.name}>
        <Link className={rowLink} to={officePaths.driver(driver.driverID)}>
          {driver.fullName}
        </Link>{' '}
        <State driver={driver} today={today} t={t} />
      </span>
    ),
    csv: ({ fullName }) => fullName,
  },
  {
    id: 'employmentType',
    title: t('employmentShort'),
    cell: ({ employmentType }) => t(employmentType),
    csv: ({ employmentType }) => employmentType,
  },
  {
    id: 'weekNumbers',
    title: t('weeksShort'),
    cell: ({ weekNumbers }) => weeksInWords(t, weekNumbers),
    csv: ({ weekNumbers }) => weekNumbers.join(' '),
  },
  {
    id: 'mobilePhone',
    title: t('mobileShort'),
    cell: ({ mobilePhone }) => <span className={styles.name}>{showPhone(mobilePhone)}</span>,
    csv: ({ mobilePhone }) => showPhone(mobilePhone),
  },
  { id: 'email', title: t('email'), cell: ({ email }) => <Email email={email} />, csv: ({ email }) => email },
  {
    id: 'licenseExpiresAt',
    title: t('licenseExpiresAt'),
    sort: 'licenseExpiresAt',
    cell: ({ licenseExpiresAt }) => <LicenceExpiry expiresAt={licenseExpiresAt} today={today} />,
    csv: ({ licenseExpiresAt }) => licenseExpiresAt,
  },
  {
    id: 'employed',
    title: t('employed'),
    sort: 'employmentStartDate',
    cell: ({ employmentStartDate, employmentEndDate }) =>
      formatDay(employmentStartDate) + (employmentEndDate === null ? '' : ` – ${formatDay(employmentEndDate)}`),
  },
  {
    id: 'pay',
    title: t('pay'),
    end: true,
    cell: ({ payRate, payPercentage }) => (
      <span>
        <Money dollars={payRate} /> · {payPercentage}%
      </span>
    ),
  },
  // The same values in separate columns, optional and for the file.
  {
    id: 'employmentStartDate',
    title: t('employmentStartDate'),
    optional: true,
    cell: ({ employmentStartDate }) => formatDay(employmentStartDate),
    csv: ({ employmentStartDate }) => employmentStartDate,
  },
  {
    id: 'employmentEndDate',
    title: t('employmentEndDate'),
    optional: true,
    cell: ({ employmentEndDate }) => (employmentEndDate === null ? t('none') : formatDay(employmentEndDate)),
    csv: ({ employmentEndDate }) => employmentEndDate,
  },
  moneyColumn('payRate', t('payRate'), { optional: true }),
  {
    id: 'payPercentage',
    title: t('payPercentage'),
    optional: true,
    end: true,
    cell: ({ payPercentage }) => `${payPercentage}%`,
    csv: ({ payPercentage }) => payPercentage,
  },
  createdAtColumn(t('createdAt'), timeZone),
]

function State({ driver, today, t }: { driver: Driver; today: string; t: Translate<'drivers'> }) {
  if (employmentHasEnded(driver.employmentEndDate, today)) return <StateBadge tone="rest">{t('ended')}</StateBadge>
  return driver.invited ? <StateBadge tone="warn">{t('invited')}</StateBadge> : null
}
