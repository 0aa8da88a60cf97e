import { Link } from 'react-router-dom'
import type { Home } from '#contract/v1/home.ts'
import { listInvoices } from '#contract/v1/invoices.ts'
import { listSettings } from '#contract/v1/settings.ts'
import { importUnsent } from '#contract/v1/unsent.ts'
import { addDays, formatDay } from '#domain/dates.ts'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { May } from '#client/shells/role.tsx'
import { useToday } from '#client/shells/today.ts'
import { t } from '#client/ui/core/texts.ts'
import styles from './home-tasks.module.css'

export function HomeFacts({ home }: { home: Home }) {
  const { config } = useOffice().profile
  const today = useToday()
  const { nextWeek, calendarUntil } = home
  const week =
    nextWeek &&
    new URLSearchParams({
      yearNumber: String(nextWeek.yearNumber),
      monthNumber: String(nextWeek.monthNumber),
      weekNumber: String(nextWeek.weekNumber),
    })
  return (
    <nav aria-label={t('At a glance')} className={styles.facts}>
      <Fact
        to={officePaths.customersAtFirst({ perPage: config.pageSize, tomorrow: addDays(today, 1) })}
        label={t('Active customers')}
        value={home.activeCustomers.toLocaleString('en-AU')}
      />
      <May call={listInvoices}>
        <Fact
          to={officePaths.invoices({ status: 'waiting_payment' })}
          label={t('Unpaid invoices')}
          value={home.unpaidInvoices.toLocaleString('en-AU')}
        />
      </May>
      <Fact
        to={week ? `${officePaths.noPickups()}?${week}` : officePaths.noPickups()}
        label={t('No pickups next week')}
        value={home.noPickups}
      />
      <May call={listSettings}>
        <Fact
          to={officePaths.calendar()}
          label={t('Calendar until')}
          value={calendarUntil ? formatDay(calendarUntil) : '–'}
        />
      </May>
      <May call={importUnsent}>
        <Link to={officePaths.importUnsent()}>{t('Load a file from a driver’s phone')}</Link>
      </May>
    </nav>
  )
}

function Fact({ to, label, value }: { to: string; label: string; value: string | number }) {
  return (
    <Link to={to}>
      {label} <strong>{value}</strong>
    </Link>
  )
}
