import type { ReactNode } from 'react'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Route, Routes, useLocation, useNavigate, useParams } from 'react-router-dom'
import { type Driver, getDriver } from '#contract/v1/drivers.ts'
import { formatDay } from '#domain/dates.ts'
import { employmentHasEnded, licenceState } from '#domain/drivers.ts'
import { ask } from '#client/api/query-client.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Contact, RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { DriverActions } from './driver-actions.tsx'
import { DriverEdit } from './driver-edit.tsx'
import { DriverFacts } from './driver-facts.tsx'
import { DriverHistory } from './driver-history.tsx'
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
          {/* Last, because it loads late and must not move the rest. */}
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
