import type { ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Route, Routes, useLocation, useNavigate, useParams } from 'react-router-dom'
import type { Translate } from '#client/ui/core/i18n.ts'
import { type Driver, getDriver, updateDriver } from '#contract/v1/drivers.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { employmentHasEnded, licenceState } from '#domain/drivers.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Contact, RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { showMoney } from '#domain/money.ts'
import { EMPLOYMENT_TYPES } from '#domain/words.ts'
import { HistoryList } from '#client/shells/history-list.tsx'
import { DriverActions } from './driver-actions.tsx'
import { DriverFacts, weeksInWords } from './driver-facts.tsx'
import { DriverFields } from './driver-fields.tsx'
import {
  DRIVER_REQUIRED,
  driverInput,
  driverValues,
  useDriverCheck,
  useDriverLabels,
  PRIVATE_FIELDS,
} from './driver-values.ts'
import styles from './driver-page.module.css'

/** /drivers/:driverID, with the form over it at /drivers/:driverID/edit. */
export function DriverPage({ today, incomes }: { today: string; incomes: (driverID: string) => ReactNode }) {
  const { t } = useTranslation('drivers')
  const { t: shells } = useTranslation('shells')
  const { driverID = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: driver, error, refetch } = useQuery(ask(getDriver, { driverID }))
  const here = officePaths.driver(driverID)
  return (
    <RecordPage
      title={driver?.fullName ?? ''}
      back={{ to: { pathname: officePaths.drivers(), search }, label: t('back') }}
      about={driver === undefined ? null : <Contact mobilePhone={driver.mobilePhone} email={driver.email} />}
      acts={
        driver === undefined ? null : (
          <DriverActions
            driver={driver}
            today={today}
            editPath={`${here}/edit`}
            onDeleted={() => navigate(officePaths.drivers())}
          />
        )
      }
    >
      <StaleNotice error={error} onRetry={refetch} />
      {driver === undefined ? (
        <Loading label={shells('loading')} />
      ) : (
        <>
          <Notices driver={driver} today={today} />
          <DriverFacts driver={driver} today={today} />
          <DriverHistory driver={driver} />
          {/* The incomes are last, because they load late and must not move the rest. */}
          <div className={styles.incomes}>
            <h2>{t('incomes')}</h2>
            {incomes(driverID)}
          </div>
          <Routes>
            <Route
              path="edit"
              element={<DriverEdit driver={driver} onClose={() => navigate({ pathname: here, search })} />}
            />
            <Route path="*" element={null} />
          </Routes>
        </>
      )}
    </RecordPage>
  )
}

function Notices({ driver, today }: { driver: Driver; today: string }) {
  const { t } = useTranslation('drivers')
  const { employmentEndDate: end, licenseExpiresAt } = driver
  const ended = employmentHasEnded(end, today)
  const licence = licenceState(licenseExpiresAt, today)
  return (
    <div className={styles.notices}>
      {end === null ? null : <Note tone="warn">{t(ended ? 'endedOn' : 'endsOn', { day: formatDay(end) })}</Note>}
      {ended || licenseExpiresAt === null ? null : licence === 'expired' ? (
        <Note tone="bad">{t('licenceExpired', { day: formatDay(licenseExpiresAt) })}</Note>
      ) : licence === 'ending' ? (
        <Note tone="warn">{t('licenceEnding', { day: formatDay(licenseExpiresAt) })}</Note>
      ) : null}
      {driver.invited && !ended ? <Note tone="warn">{t('invitedSince')}</Note> : null}
    </div>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div className={styles.cards} role="status" aria-label={label}>
      {[1, 2, 3, 4].map((card) => (
        <Skeleton key={card} height={150} radius="lg" />
      ))}
    </div>
  )
}

function DriverEdit({ driver, onClose }: { driver: Driver; onClose: () => void }) {
  const { t } = useTranslation('drivers')
  const latest = useLatest(getDriver, { driverID: driver.driverID }, driverValues)
  return (
    <FormShell
      title={t('editTitle', { name: driver.fullName })}
      endpoint={updateDriver}
      fixed={{ driverID: driver.driverID }}
      initial={driverValues(driver)}
      required={DRIVER_REQUIRED}
      toInput={driverInput}
      check={useDriverCheck()}
      editing={{ version: driver.version, latest }}
      labels={useDriverLabels()}
      done={t('saved')}
      onClose={onClose}
      onSaved={onClose}
    >
      {(form) => <DriverFields form={form} driver={driver} />}
    </FormShell>
  )
}

const ACTIONS = [
  'driver.create',
  'driver.update',
  'driver.invite',
  'driver.reveal',
  'driver.delete',
  'pay.create',
  'pay.reverse',
  'pay.send',
  'pay_line.create',
  'pay_line.delete',
] as const

function DriverHistory({ driver: { driverID } }: { driver: Driver }) {
  const { t } = useTranslation('drivers')
  const labels: Readonly<Record<string, string>> = { ...useDriverLabels(), fullName: t('name'), amount: t('amount') }
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
function inWords(t: Translate<'drivers'>, field: string, value: unknown): string {
  if (value === null) return ''
  if (field === 'payRate' || field === 'amount') return showMoney(Number(value))
  if (field === 'payPercentage') return `${Number(value) / 100}%`
  if (field === 'weekNumbers' && Array.isArray(value)) return weeksInWords(t, value as number[])
  if (field === 'privateGiven' && Array.isArray(value))
    return value.map((name) => (isOf(PRIVATE_FIELDS, name) ? t(name) : '')).join(', ')
  if (field === 'employmentType') return isOf(EMPLOYMENT_TYPES, value) ? t(value) : ''
  return typeof value === 'string' && isDay(value) ? formatDay(value) : String(value)
}

const isOf = <Word extends string>(words: readonly Word[], word: unknown): word is Word =>
  (words as readonly unknown[]).includes(word)
