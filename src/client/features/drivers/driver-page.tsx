import type { ReactNode } from 'react'
import { Card, Skeleton, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Route, Routes, useLocation, useNavigate, useParams } from 'react-router-dom'
import { type Driver, getDriver, updateDriver } from '#contract/v1/drivers.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { employmentHasEnded, licenceState } from '#domain/drivers.ts'
import { ask } from '#client/api/query-client.ts'
import { useDepotNames } from '#client/shells/depots.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Contact, RecordPage } from '#client/shells/record-page.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { listIncomes } from '#contract/v1/incomes.ts'
import { May } from '#client/shells/role.tsx'
import { useLatest } from '#client/shells/use-edited.ts'
import { showMoney } from '#domain/money.ts'
import { EMPLOYMENT_TYPES } from '#domain/words.ts'
import { HistoryList } from '#client/shells/history-list.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import { DriverActions } from './driver-actions.tsx'
import { DriverFacts, weeksInWords } from './driver-facts.tsx'
import { DriverFields } from './driver-fields.tsx'
import {
  DRIVER_REQUIRED,
  driverInput,
  driverValues,
  useDriverCheck,
  driverLabels,
  PRIVATE_FIELDS,
} from './driver-values.ts'
import { EMPLOYMENT_TYPE_WORDS } from './employment-types.ts'
import { FIELD_NAMES } from './field-names.ts'
import styles from './driver-page.module.css'

const ACTION_WORDS = sentences({
  'driver.create': 'Added',
  'driver.update': 'Changed',
  'driver.invite': 'Invited again',
  'driver.reveal': 'Private details viewed',
  'driver.delete': 'Deleted',
  'pay.create': 'Paid',
  'pay.reverse': 'Payment reversed',
  'pay.send': 'Pay statement email written',
  'pay_line.create': 'Pay line added',
  'pay_line.delete': 'Pay line removed',
  'unsent.import': 'File from the driver’s phone loaded',
})

/** /drivers/:driverID, with the form over it at /drivers/:driverID/edit. */
export function DriverPage({ today, incomes }: { today: string; incomes: (driverID: string) => ReactNode }) {
  const { driverID = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const { data: driver, error, refetch } = useQuery(ask(getDriver, { driverID }))
  const here = officePaths.driver(driverID)
  return (
    <RecordPage
      title={driver?.fullName ?? ''}
      back={{ to: { pathname: officePaths.drivers(), search }, label: t('All drivers') }}
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
        <Loading label={t('Loading')} />
      ) : (
        <>
          <Notices driver={driver} today={today} />
          <DriverFacts driver={driver} today={today} />
          <DriverHistory driver={driver} />
          {/* The incomes are last, because they load late and must not move the rest. */}
          <May call={listIncomes}>
            <Stack gap="xs" mt="md">
              <Title order={2} size="h4">
                {t('Incomes')}
              </Title>
              {incomes(driverID)}
            </Stack>
          </May>
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
  const { employmentEndDate: end, licenseExpiresAt } = driver
  const ended = employmentHasEnded(end, today)
  const licence = licenceState(licenseExpiresAt, today)
  return (
    <Stack gap="xs" mb="sm" className={styles.notices}>
      {end === null ? null : (
        <Note tone="warn">
          {t(ended ? 'Employment ended on {{day}}.' : 'Employment ends on {{day}}.', { day: formatDay(end) })}
        </Note>
      )}
      {ended || licenseExpiresAt === null ? null : licence === 'expired' ? (
        <Note tone="bad">{t('Licence expired on {{day}}.', { day: formatDay(licenseExpiresAt) })}</Note>
      ) : licence === 'ending' ? (
        <Note tone="warn">{t('Licence expires on {{day}}.', { day: formatDay(licenseExpiresAt) })}</Note>
      ) : null}
      {driver.invited && !ended ? <Note tone="warn">{t('Invited, no password chosen yet.')}</Note> : null}
    </Stack>
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
  const latest = useLatest(getDriver, { driverID: driver.driverID }, driverValues)
  return (
    <FormShell
      title={t('Edit {{name}}', { name: driver.fullName })}
      endpoint={updateDriver}
      fixed={{ driverID: driver.driverID }}
      initial={driverValues(driver)}
      required={DRIVER_REQUIRED}
      toInput={driverInput}
      check={useDriverCheck()}
      editing={{ version: driver.version, latest }}
      labels={driverLabels()}
      done={t('Driver saved')}
      onClose={onClose}
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
  'unsent.import',
] as const

function DriverHistory({ driver: { driverID } }: { driver: Driver }) {
  const depots = useDepotNames()
  const labels: Readonly<Record<string, string>> = { ...driverLabels(), fullName: t('Name'), amount: t('Amount') }
  return (
    <Card component="section" mt="sm" aria-labelledby="history">
      <Title order={2} size="h4" id="history">
        {t('History')}
      </Title>
      <HistoryList
        subjectKind="driver"
        subjectID={driverID}
        actionOf={(action) => (isOf(ACTIONS, action) ? t(ACTION_WORDS[action]) : action)}
        labelOf={(field) => (field === 'privateGiven' ? t('Private details') : (labels[field] ?? null))}
        valueOf={(field, value) =>
          field === 'depotID' && typeof value === 'string' ? (depots.get(value) ?? t('Deleted')) : inWords(field, value)
        }
      />
    </Card>
  )
}

/** A value as stored by the audit: money in cents, a share in basis points. */
function inWords(field: string, value: unknown): string {
  if (value === null) return ''
  if (field === 'payRate' || field === 'amount') return showMoney(Number(value))
  if (field === 'payPercentage') return `${Number(value) / 100}%`
  if (field === 'weekNumbers' && Array.isArray(value)) return weeksInWords(value as number[])
  if (field === 'privateGiven' && Array.isArray(value))
    return value.map((name) => (isOf(PRIVATE_FIELDS, name) ? t(FIELD_NAMES[name]) : '')).join(', ')
  if (field === 'employmentType') return isOf(EMPLOYMENT_TYPES, value) ? t(EMPLOYMENT_TYPE_WORDS[value]) : ''
  return typeof value === 'string' && isDay(value) ? formatDay(value) : String(value)
}

const isOf = <Word extends string>(words: readonly Word[], word: unknown): word is Word =>
  (words as readonly unknown[]).includes(word)
