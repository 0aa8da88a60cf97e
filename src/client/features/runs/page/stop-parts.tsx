import { useState } from 'react'
import { Menu } from '@mantine/core'
import { formatDayAndTime, formatTime } from '#client/ui/core/time-text.ts'
import { useCalendarYears } from '#client/shells/due-pick.tsx'
import { weekInWords } from '#client/shells/weeks.ts'
import type { WeekRef } from '#domain/calendar.ts'
import type { StopAction } from '#domain/stop-actions.ts'
import { outcomeWords } from '#client/shells/outcomes.ts'
import { t } from '#client/ui/core/texts.ts'
import { isOnTheRun, type RunStop } from './run-types.ts'
import { isSkipped } from './stop-filter.ts'
import { useRow } from './row-context.ts'
import styles from './stop-parts.module.css'

const TONES = { COLLECTED: styles.good, EMPTY: styles.empty } as Readonly<Record<string, string | undefined>>

/** Names a week of this year or the next as a run of that week is named. */
export function useWeekNames(): (week: WeekRef) => string {
  const rows = useCalendarYears().flatMap(({ data }) => data?.items ?? [])
  return (week) => weekInWords(week, rows)
}

/** Where a stop went that is no longer on the run. Apart, because only these ask for the weeks' names. */
function GoneState({ stop: { state, noPickup, shiftedTo, reason } }: { stop: RunStop }) {
  const weekOf = useWeekNames()
  if (state === 'shifted' && noPickup !== null)
    return (
      <span>
        {reason ?? t('No pickup')}
        {shiftedTo === null ? '' : ` · ${t('next in {{week}}', { week: weekOf(shiftedTo) })}`}
      </span>
    )
  const what =
    state === 'cancelled'
      ? t('Removed')
      : shiftedTo === null
        ? t('Shifted')
        : t('Shifted to {{week}}', { week: weekOf(shiftedTo) })
  return (
    <span>
      {what}
      {reason === null ? '' : `: ${reason}`}
    </span>
  )
}

export function StopState({ stop, draft }: { stop: RunStop; draft: boolean }) {
  const { outcome, doneAt, noPickup, customerCancelledAt } = stop
  if (!isOnTheRun(stop)) return <GoneState stop={stop} />
  if (outcome !== null) {
    return (
      <span className={`${styles.outcome} ${TONES[outcome] ?? styles.bad}`}>
        {outcomeWords(outcome, stop.serviceType)}{' '}
        {doneAt === null ? null : (
          <time dateTime={doneAt} title={formatDayAndTime(doneAt)}>
            {formatTime(doneAt)}
          </time>
        )}
        {/* Two lines of the table's cell are short, so the rest is said on hover. */}
        {hasWrongTime(stop) ? <span title={t('The phone’s time can’t be right')}> {t('time unsure')}</span> : null}
        {isUndecided(stop) ? (
          <span className={styles.bad} title={t('Two phones disagree')}>
            {' '}
            {t('To decide')}
          </span>
        ) : null}
      </span>
    )
  }
  if (customerCancelledAt !== null) {
    return (
      <span
        className={styles.bad}
        title={t('The customer cancelled {{at}}', { at: formatDayAndTime(customerCancelledAt) })}
      >
        {t('Cancelled {{at}}', { at: formatTime(customerCancelledAt) })}
      </span>
    )
  }
  if (isSkipped(stop))
    return <span>{noPickup?.reason ? t('No pickup: {{reason}}', { reason: noPickup.reason }) : t('No pickup')}</span>
  if (stop.onHold) return <span>{draft ? t('On hold') : t('To do, on hold')}</span>
  return <span>{draft ? t('Planned') : t('To do')}</span>
}

/** Whether the phone's time of the outcome can't be right, so that it is counted at another time. */
const hasWrongTime = ({ events, outcomeEventID }: RunStop) =>
  events.some(({ eventID, countedAt }) => eventID === outcomeEventID && countedAt !== null)

/** Whether two phones recorded contradicting outcomes at the stop and the office has not decided between them. */
export const isUndecided = ({ events }: RunStop) =>
  events.some(({ code, decision }) => code === 'contradicts' && decision === 'open')

export function DriverPick({ stop: { assignmentID, customer, driverID, driver } }: { stop: RunStop }) {
  const { drivers, weekNumber, status, assign } = useRow()
  const known = driverID === null || drivers.some((one) => one.driverID === driverID)
  return (
    <select
      className={driverID === null ? `${styles.pick} ${styles.bad}` : styles.pick}
      aria-label={t('Driver for {{name}}', { name: customer })}
      value={driverID ?? ''}
      onChange={({ currentTarget: { value } }) => assign([assignmentID], value === '' ? null : value)}
    >
      {status === 'draft' || driverID === null ? <option value="">{t('No driver')}</option> : null}
      {known ? null : <option value={driverID!}>{driver}</option>}
      {drivers.map((one) => (
        <option key={one.driverID} value={one.driverID}>
          {one.weekNumbers.includes(weekNumber)
            ? one.fullName
            : t('{{name}} (not in week {{week}})', { name: one.fullName, week: weekNumber })}
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
  const { open, stepBy, ask } = useRow()
  const [used, setUsed] = useState(false)
  const [opened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      className={styles.menu}
      aria-label={t('Actions for {{name}}', { name: customer })}
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
        <Menu.Item onClick={() => open(assignmentID)}>{t('Open {{name}}', { name: customer })}</Menu.Item>
        {acts.has('order') ? (
          <>
            <Menu.Item onClick={() => stepBy(assignmentID, -1)}>{t('Move up')}</Menu.Item>
            <Menu.Item onClick={() => stepBy(assignmentID, 1)}>{t('Move down')}</Menu.Item>
            <Menu.Item onClick={() => ask('move', [assignmentID])}>{t('Move to position…')}</Menu.Item>
          </>
        ) : null}
        {acts.has('assign') ? <Menu.Item onClick={() => open(assignmentID)}>{t('Change driver…')}</Menu.Item> : null}
        {acts.has('shift') ? <Menu.Item onClick={() => ask('shift', [assignmentID])}>{t('Shift…')}</Menu.Item> : null}
        {acts.has('remove') ? <Menu.Item onClick={() => ask('remove', [assignmentID])}>{t('Remove')}</Menu.Item> : null}
      </Menu.Dropdown>
    </Menu>
  )
}
