import { useState } from 'react'
import { Menu } from '@mantine/core'
import { formatDayAndTime, formatTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { useCalendarYears } from '#client/shells/due-pick.tsx'
import { weekInWords } from '#client/shells/weeks.ts'
import type { WeekRef } from '#domain/calendar.ts'
import type { StopAction } from '#domain/stop-actions.ts'
import type { RunStop } from './run-types.ts'
import { isSkipped } from './stop-filter.ts'
import { useRow } from './row-context.ts'
import styles from './stop-parts.module.css'

const TONES = { COLLECTED: styles.good, EMPTY: styles.empty } as Readonly<Record<string, string | undefined>>

/** Names a week of this year or the next as a run of that week is named. */
export function useWeekNames(): (week: WeekRef) => string {
  const rows = useCalendarYears().flatMap(({ data }) => data?.items ?? [])
  return (week) => weekInWords(week, rows)
}

export function StopState({ stop, draft }: { stop: RunStop; draft: boolean }) {
  const { t } = useTranslation('runPage')
  const { t: terms } = useTranslation('terms')
  const weekOf = useWeekNames()
  const { state, outcome, doneAt, noPickup, customerCancelledAt, shiftedTo, reason } = stop
  if (state === 'shifted' && noPickup !== null)
    return (
      <span>
        {reason ?? t('noPickup')}
        {shiftedTo === null ? '' : ` · ${t('nextIn', { week: weekOf(shiftedTo) })}`}
      </span>
    )
  if (state === 'shifted' || state === 'cancelled') {
    const what =
      state === 'cancelled'
        ? t('cancelled')
        : shiftedTo === null
          ? t('shifted')
          : t('shiftedTo', { week: weekOf(shiftedTo) })
    return (
      <span>
        {what}
        {reason === null ? '' : `: ${reason}`}
      </span>
    )
  }
  if (outcome !== null) {
    return (
      <span className={`${styles.outcome} ${TONES[outcome] ?? styles.bad}`}>
        {terms(`outcome${outcome}`)}{' '}
        {doneAt === null ? null : (
          <time dateTime={doneAt} title={formatDayAndTime(doneAt)}>
            {formatTime(doneAt)}
          </time>
        )}
        {hasWrongTime(stop) ? <span className={styles.soft}> {t('timeWrong')}</span> : null}
        {isUndecided(stop) ? <span className={styles.bad}> {t('undecided')}</span> : null}
      </span>
    )
  }
  if (customerCancelledAt !== null) {
    return (
      <span className={styles.bad} title={t('cancelledAtWhole', { at: formatDayAndTime(customerCancelledAt) })}>
        {t('cancelledAt', { at: formatTime(customerCancelledAt) })}
      </span>
    )
  }
  if (isSkipped(stop))
    return <span>{noPickup?.reason ? t('noPickupWhy', { reason: noPickup.reason }) : t('noPickup')}</span>
  return <span>{draft ? t('planned') : t('toDo')}</span>
}

/** Whether the phone's time of the outcome can't be right, so that it is counted at another time. */
const hasWrongTime = ({ events, outcomeEventID }: RunStop) =>
  events.some(({ eventID, countedAt }) => eventID === outcomeEventID && countedAt !== null)

/** Whether two phones recorded contradicting outcomes at the stop and the office has not decided between them. */
const isUndecided = ({ events }: RunStop) =>
  events.some(({ code, decision }) => code === 'contradicts' && decision === 'open')

export function DriverPick({ stop: { assignmentID, customer, driverID, driver } }: { stop: RunStop }) {
  const { t } = useTranslation('runPage')
  const { drivers, weekNumber, status, assign } = useRow()
  const known = driverID === null || drivers.some((one) => one.driverID === driverID)
  return (
    <select
      className={driverID === null ? `${styles.pick} ${styles.bad}` : styles.pick}
      aria-label={t('driverOf', { name: customer })}
      value={driverID ?? ''}
      onChange={({ currentTarget: { value } }) => assign([assignmentID], value === '' ? null : value)}
    >
      {status === 'draft' || driverID === null ? <option value="">{t('undriven')}</option> : null}
      {known ? null : <option value={driverID!}>{driver}</option>}
      {drivers.map((one) => (
        <option key={one.driverID} value={one.driverID}>
          {one.weekNumbers.includes(weekNumber)
            ? one.fullName
            : t('outOfWeek', { name: one.fullName, week: weekNumber })}
        </option>
      ))}
    </select>
  )
}

/**
 * The commands for one stop. It is a plain button until it is first opened, because a menu component in each row slows
 * down scrolling.
 */
export function RowMenu({ stop: { assignmentID, customer }, acts }: { stop: RunStop; acts: ReadonlySet<StopAction> }) {
  const { t } = useTranslation('runPage')
  const { open, stepBy, ask } = useRow()
  const [used, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      className={styles.menu}
      aria-label={t('stopMenu', { name: customer })}
      aria-haspopup="menu"
      onClick={() => {
        setUsed(true)
        setOpened(true)
      }}
    >
      ⋯
    </button>
  )
  if (!used) return button
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal shadow="md">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open(assignmentID)}>{t('openStop', { name: customer })}</Menu.Item>
        {acts.has('order') ? (
          <>
            <Menu.Item onClick={() => stepBy(assignmentID, -1)}>{t('moveUp')}</Menu.Item>
            <Menu.Item onClick={() => stepBy(assignmentID, 1)}>{t('moveDown')}</Menu.Item>
            <Menu.Item onClick={() => ask('move', [assignmentID])}>{t('moveTo')}</Menu.Item>
          </>
        ) : null}
        {acts.has('assign') ? <Menu.Item onClick={() => open(assignmentID)}>{t('changeDriver')}</Menu.Item> : null}
        {acts.has('shift') ? <Menu.Item onClick={() => ask('shift', [assignmentID])}>{t('shift')}</Menu.Item> : null}
        {acts.has('remove') ? <Menu.Item onClick={() => ask('remove', [assignmentID])}>{t('remove')}</Menu.Item> : null}
      </Menu.Dropdown>
    </Menu>
  )
}
