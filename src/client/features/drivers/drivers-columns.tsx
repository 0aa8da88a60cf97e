import { Text } from '@mantine/core'
import { Link } from 'react-router-dom'
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
import { t } from '#client/ui/core/texts.ts'
import { LicenceExpiry, weeksInWords } from './driver-facts.tsx'
import { EMPLOYMENT_TYPE_WORDS } from './employment-types.ts'

/**
 * @param timeZone the business's: `today` and the day a driver was added on are days in it
 * @param showsPay whether the user's role includes money
 * @param ofDepot the column of the depot, where the firm has several
 */
export const driversColumns = (
  today: string,
  timeZone: string,
  showsPay: boolean,
  ofDepot: readonly Column<Driver>[] = [],
): readonly Column<Driver>[] => {
  const columns: readonly Column<Driver>[] = [
    {
      id: 'fullName',
      title: t('Name'),
      main: true,
      sort: 'fullName',
      cell: (driver) => (
        <Text span style={{ whiteSpace: 'nowrap' }}>
          <Link className={rowLink} to={officePaths.driver(driver.driverID)}>
            {driver.fullName}
          </Link>{' '}
          <State driver={driver} today={today} />
        </Text>
      ),
      csv: ({ fullName }) => fullName,
    },
    {
      id: 'employmentType',
      title: t('Employment'),
      cell: ({ employmentType }) => t(EMPLOYMENT_TYPE_WORDS[employmentType]),
      csv: ({ employmentType }) => t(EMPLOYMENT_TYPE_WORDS[employmentType]),
    },
    {
      id: 'weekNumbers',
      title: t('Weeks'),
      cell: ({ weekNumbers }) => weeksInWords(weekNumbers),
      csv: ({ weekNumbers }) => weeksInWords(weekNumbers),
    },
    ...ofDepot,
    {
      id: 'mobilePhone',
      title: t('Mobile'),
      cell: ({ mobilePhone }) => (
        <Text span style={{ whiteSpace: 'nowrap' }}>
          {showPhone(mobilePhone)}
        </Text>
      ),
      csv: ({ mobilePhone }) => showPhone(mobilePhone),
    },
    { id: 'email', title: t('Email'), cell: ({ email }) => <Email email={email} />, csv: ({ email }) => email },
    {
      id: 'licenseExpiresAt',
      title: t('Licence expires'),
      sort: 'licenseExpiresAt',
      cell: ({ licenseExpiresAt }) => <LicenceExpiry expiresAt={licenseExpiresAt} today={today} />,
      csv: ({ licenseExpiresAt }) => licenseExpiresAt,
    },
    {
      id: 'employed',
      title: t('Employed'),
      sort: 'employmentStartDate',
      cell: ({ employmentStartDate, employmentEndDate }) =>
        formatDay(employmentStartDate) + (employmentEndDate === null ? '' : ` – ${formatDay(employmentEndDate)}`),
    },
    {
      id: 'pay',
      title: t('Pay'),
      end: true,
      cell: ({ payRate, payPercentage }) => (
        <span>
          <Money dollars={payRate ?? 0} /> · {payPercentage}%
        </span>
      ),
    },
    // The same values in separate columns, optional and for the file.
    {
      id: 'employmentStartDate',
      title: t('Employed from'),
      optional: true,
      cell: ({ employmentStartDate }) => formatDay(employmentStartDate),
      csv: ({ employmentStartDate }) => employmentStartDate,
    },
    {
      id: 'employmentEndDate',
      title: t('Employed to'),
      optional: true,
      cell: ({ employmentEndDate }) => (employmentEndDate === null ? t('–') : formatDay(employmentEndDate)),
      csv: ({ employmentEndDate }) => employmentEndDate,
    },
    moneyColumn('payRate', t('Pay rate'), { optional: true }),
    {
      id: 'payPercentage',
      title: t('Pay percentage'),
      optional: true,
      end: true,
      cell: ({ payPercentage }) => `${payPercentage}%`,
      csv: ({ payPercentage }) => payPercentage ?? null,
    },
    createdAtColumn(t('Added'), timeZone),
  ]
  return showsPay ? columns : columns.filter(({ id }) => !PAY_COLUMNS.includes(id))
}

const PAY_COLUMNS = ['pay', 'payRate', 'payPercentage']

function State({ driver, today }: { driver: Driver; today: string }) {
  if (employmentHasEnded(driver.employmentEndDate, today)) return <StateBadge tone="rest">{t('ended')}</StateBadge>
  return driver.invited ? <StateBadge tone="warn">{t('invited')}</StateBadge> : null
}
