import { Link } from 'react-router-dom'
import type { CalendarSetting } from '#contract/v1/settings.ts'
import { addDays, formatDay } from '#domain/dates.ts'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useToday } from '#client/shells/today.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useActiveCustomers, useCalendarEnd, useInvoicesOf, useNoPickupsOf } from './home-data.ts'
import styles from './home-tasks.module.css'

interface HomeFactsProps {
  nextWeek: CalendarSetting | null | undefined
  importPath: string
}

export function HomeFacts({ nextWeek, importPath }: HomeFactsProps) {
  const { t } = useTranslation('home')
  const { config } = useOffice().profile
  const today = useToday()
  const customers = useActiveCustomers().data?.total
  const noPickups = useNoPickupsOf(nextWeek).data?.total
  const lastDay = useCalendarEnd()
  const unpaid = useInvoicesOf({ status: 'waiting_payment' }).data?.total
  const week =
    nextWeek &&
    new URLSearchParams({
      yearNumber: String(nextWeek.yearNumber),
      monthNumber: String(nextWeek.monthNumber),
      weekNumber: String(nextWeek.weekNumber),
    })
  return (
    <nav aria-label={t('facts')} className={styles.facts}>
      <Fact
        to={officePaths.customersAtFirst({ perPage: config.pageSize, tomorrow: addDays(today, 1) })}
        label={t('customers')}
        value={customers?.toLocaleString('en-AU')}
      />
      <Fact
        to={officePaths.invoices({ status: 'waiting_payment' })}
        label={t('unpaid')}
        value={unpaid?.toLocaleString('en-AU')}
      />
      <Fact
        to={week ? `${officePaths.noPickups()}?${week}` : officePaths.noPickups()}
        label={t('noPickups')}
        value={nextWeek === null ? 0 : noPickups}
      />
      <Fact
        to={officePaths.calendar()}
        label={t('calendarUntil')}
        value={lastDay ? formatDay(lastDay) : lastDay === null ? '–' : undefined}
      />
      <Link to={importPath}>{t('importUnsent')}</Link>
    </nav>
  )
}

function Fact({ to, label, value }: { to: string; label: string; value: string | number | undefined }) {
  return (
    <Link to={to}>
      {label} <strong>{value ?? '–'}</strong>
    </Link>
  )
}
