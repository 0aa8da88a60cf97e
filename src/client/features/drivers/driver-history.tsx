import type { TFunction } from 'i18next'
import type { Driver } from '#contract/v1/drivers.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { showMoney } from '#domain/money.ts'
import { EMPLOYMENT_TYPES } from '#domain/words.ts'
import { HistoryList } from '#client/shells/history-list.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { weeksInWords } from './driver-facts.tsx'
import { PRIVATE_FIELDS, useDriverLabels } from './driver-values.ts'
import styles from './driver-page.module.css'

const ACTIONS = ['driver.create', 'driver.update', 'driver.invite', 'driver.reveal', 'driver.delete'] as const

export function DriverHistory({ driver: { driverID } }: { driver: Driver }) {
  const { t } = useTranslation('drivers')
  const labels: Readonly<Record<string, string>> = { ...useDriverLabels(), fullName: t('name') }
  return (
    <section className={styles.history} aria-labelledby="history">
      <h2 id="history">{t('history')}</h2>
      <HistoryList
        subjectKind="driver"
        subjectID={driverID}
        actionOf={(action) => (isOf(ACTIONS, action) ? t(action) : action)}
        labelOf={(field) => (field === 'privateGiven' ? t('private') : (labels[field] ?? null))}
        valueOf={(field, value) => inWords(t, field, value)}
      />
    </section>
  )
}

/** A value as stored by the audit: money in cents, a share in basis points. */
function inWords(t: TFunction<'drivers'>, field: string, value: unknown): string {
  if (value === null) return ''
  if (field === 'payRate') return showMoney(Number(value))
  if (field === 'payPercentage') return `${Number(value) / 100}%`
  if (field === 'weekNumbers' && Array.isArray(value)) return weeksInWords(t, value as number[])
  if (field === 'privateGiven' && Array.isArray(value))
    return value.map((name) => (isOf(PRIVATE_FIELDS, name) ? t(name) : '')).join(', ')
  if (field === 'employmentType') return isOf(EMPLOYMENT_TYPES, value) ? t(value) : ''
  return typeof value === 'string' && isDay(value) ? formatDay(value) : String(value)
}

const isOf = <Word extends string>(words: readonly Word[], word: unknown): word is Word =>
  (words as readonly unknown[]).includes(word)
