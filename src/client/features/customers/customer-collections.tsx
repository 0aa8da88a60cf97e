import { type ReactNode, useState } from 'react'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { customerSchedules, type ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import type { Customer } from '#contract/v1/customers.ts'
import { isOnRequest } from '#domain/cycle.ts'
import { ask } from '#client/api/query-client.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { useToday } from '#client/shells/today.ts'
import { useWeeksAround } from '#client/shells/use-weeks-around.ts'
import { showWeekOf } from '#domain/dates.ts'
import { weekText, periodName } from '#client/shells/weeks.ts'
import { deletePickupRequest, listPickupRequests, type PickupRequest } from '#contract/v1/pickup-requests.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { t } from '#client/ui/core/texts.ts'
import { AskPickupDialog, NoPickupDialog, TakeBackQuestion } from './collection-dialogs.tsx'
import { CollectionWeek } from './collection-week.tsx'
import styles from './collections.module.css'

type Opened = { kind: 'no' | 'back'; week: ScheduledWeek } | { kind: 'ask' }

export function CustomerCollections({ customer, fetchPhoto }: { customer: Customer; fetchPhoto: FetchPhoto }) {
  const today = useToday()
  const weeks = useWeeksAround()
  const { customerID, fullName, status, collectionScheme } = customer
  const { data } = useQuery({ ...ask(customerSchedules, { customerID }), staleTime: 0 })
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const coming = data?.filter((week) => !isPast(week, today))
  const past = data?.filter((week) => isPast(week, today)).toReversed()
  const onRequest = isOnRequest(collectionScheme)
  const rowOf = (week: ScheduledWeek) => (
    <CollectionWeek
      key={weekText(week)}
      week={week}
      weeks={weeks}
      name={fullName}
      fetchPhoto={fetchPhoto}
      act={<Act week={week} today={today} onOpen={setOpened} />}
    />
  )
  return (
    <>
      <div className={styles.sides}>
        <section className={styles.part} aria-label={t('Last collections')}>
          <div className={styles.head}>
            <h2 className={styles.title}>{t('Last collections')}</h2>
          </div>
          <Weeks
            rows={past}
            atFirst={PAST_AT_FIRST}
            rowOf={rowOf}
            none={t('No collections yet.')}
            more={t('Show the past 12 months')}
          />
        </section>
        <section className={styles.part} aria-label={t('Next collections')}>
          <div className={styles.head}>
            <h2 className={styles.title}>{t('Next collections')}</h2>
            {onRequest && status === 'ACTIVE' ? (
              <Button onClick={() => setOpened({ kind: 'ask' })}>{t('Request pickup')}</Button>
            ) : null}
          </div>
          {onRequest ? <OpenRequests customer={customer} /> : null}
          <Weeks
            rows={coming}
            atFirst={nextTwo(coming ?? [])}
            rowOf={rowOf}
            none={t(onRequest ? 'Collected on request only.' : 'No collections planned.')}
            more={t('Show the next 12 months')}
          />
        </section>
      </div>
      {opened?.kind === 'no' ? <NoPickupDialog customer={customer} week={opened.week} onClose={close} /> : null}
      {opened?.kind === 'back' ? <TakeBackQuestion customer={customer} week={opened.week} onClose={close} /> : null}
      {opened?.kind === 'ask' ? <AskPickupDialog customer={customer} onClose={close} /> : null}
    </>
  )
}

const OVER: readonly ScheduledWeek['state'][] = ['done', 'bag-mt', 'missed', 'not-reached']

/** Whether the week is over, or for its stop: photos are shown, and "no pickup" is not offered. */
const isPast = ({ to, state }: ScheduledWeek, today: string) => to < today || OVER.includes(state)

const PAST_AT_FIRST = 3

/** At least two rows, and up to the second week that is collected: skipped weeks before it are shown with it. */
function nextTwo(coming: readonly ScheduledWeek[]): number {
  const collected = coming.flatMap(({ state }, at) => (state === 'upcoming' ? [at] : []))
  return Math.max(2, (collected[1] ?? 1) + 1)
}

interface ActProps {
  week: ScheduledWeek
  today: string
  onOpen: (opened: Opened) => void
}

function Act({ week, today, onOpen }: ActProps) {
  if (isPast(week, today)) return null
  if (week.noPickupID !== undefined) {
    return (
      <Button variant="default" onClick={() => onOpen({ kind: 'back', week })}>
        {t('Withdraw')}
      </Button>
    )
  }
  return week.state !== 'upcoming' ? null : (
    <Button variant="default" onClick={() => onOpen({ kind: 'no', week })}>
      {t('No pickup')}
    </Button>
  )
}

interface WeeksProps {
  rows: readonly ScheduledWeek[] | undefined
  /** Shown at first; the rest is folded. */
  atFirst: number
  rowOf: (week: ScheduledWeek) => ReactNode
  none: string
  more: string
}

function Weeks({ rows, atFirst, rowOf, none, more }: WeeksProps) {
  const [all, setAll] = useState(false)
  if (rows === undefined) return <Skeleton height={200} radius="md" aria-label={t('Loading')} />
  if (rows.length === 0) return <p>{none}</p>
  return (
    <>
      <ul className={styles.weeks}>{rows.slice(0, all ? undefined : atFirst).map(rowOf)}</ul>
      {all || rows.length <= atFirst ? null : (
        <div>
          <Button variant="default" onClick={() => setAll(true)}>
            {more}
          </Button>
        </div>
      )}
    </>
  )
}

const inWords = ({ from, ...week }: PickupRequest) => (from === null ? periodName(week) : showWeekOf(from))

/** The customer's pickup requests that are not in a run yet. */
function OpenRequests({ customer: { customerID } }: { customer: Customer }) {
  const { data } = useQuery({
    ...ask(listPickupRequests, { customerID, open: 'true', sort: 'week', perPage: PAGE_MAX }),
    staleTime: 0,
  })
  const [deleting, setDeleting] = useState<PickupRequest | null>(null)
  if (data === undefined || data.items.length === 0) return null
  return (
    <>
      <ul className={styles.requests}>
        {data.items.map((request) => (
          <li key={request.pickupRequestID}>
            <StateBadge tone="warn">{t('Requested')}</StateBadge>
            <span className={styles.grow}>
              {inWords(request)}
              {request.notes === null ? '' : `: ${request.notes}`}
            </span>
            <Button
              variant="default"
              aria-label={t('Withdraw the request for {{week}}', { week: inWords(request) })}
              onClick={() => setDeleting(request)}
            >
              {t('Withdraw')}
            </Button>
          </li>
        ))}
      </ul>
      {deleting === null ? null : (
        <ConfirmCommand
          opened
          question={t('Withdraw the pickup request for {{week}}?', { week: inWords(deleting) })}
          cancel={t('Cancel')}
          confirm={t('Withdraw')}
          endpoint={deletePickupRequest}
          input={{ pickupRequestID: deleting.pickupRequestID }}
          done={t('Pickup request withdrawn')}
          onClose={() => setDeleting(null)}
          onDone={() => setDeleting(null)}
        />
      )}
    </>
  )
}
