import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { customerSchedules, type ScheduledWeek } from '#contract/v1/customer-schedules.ts'
import type { Customer } from '#contract/v1/customers.ts'
import { isOnRequest } from '#domain/cycle.ts'
import { ask } from '#client/api/query-client.ts'
import type { FetchPhoto } from '#client/shells/photo-view.tsx'
import { useTerms } from '#client/shells/terms.ts'
import { useToday } from '#client/shells/today.ts'
import { useWeeksAround } from '#client/shells/use-weeks-around.ts'
import { weekText, periodName, weekName } from '#client/shells/weeks.ts'
import { DataTable } from '#client/ui/office/data-table.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { deletePickupRequest, listPickupRequests, type PickupRequest } from '#contract/v1/pickup-requests.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { AskPickupDialog, NoPickupDialog, TakeBackQuestion } from './collection-dialogs.tsx'
import { collectionsColumns } from './collections-columns.tsx'
import styles from './collections.module.css'

type Opened = { kind: 'no' | 'back'; week: ScheduledWeek } | { kind: 'ask' }

export function CustomerCollections({ customer, fetchPhoto }: { customer: Customer; fetchPhoto: FetchPhoto }) {
  const { t } = useTranslation('customers')
  const { t: terms } = useTerms()
  const today = useToday()
  const weeks = useWeeksAround()
  const { customerID, fullName, status, collectionScheme } = customer
  const { data } = useQuery({ ...ask(customerSchedules, { customerID }), staleTime: 0 })
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const columns = useMemo(() => {
    const actionOf = (week: ScheduledWeek) => {
      if (week.to < today) return null
      if (week.noPickupID !== undefined) {
        return (
          <Button variant="default" onClick={() => setOpened({ kind: 'back', week })}>
            {t('takeBack')}
          </Button>
        )
      }
      return week.state !== 'upcoming' ? null : (
        <Button variant="default" onClick={() => setOpened({ kind: 'no', week })}>
          {t('noPickup')}
        </Button>
      )
    }
    return collectionsColumns({ t, terms, weeks, name: fullName, fetchPhoto, actionOf })
  }, [t, terms, weeks, fullName, fetchPhoto, today])
  const coming = data?.filter((week) => !isPast(week, today))
  const past = data?.filter((week) => isPast(week, today)).toReversed()
  const onRequest = isOnRequest(collectionScheme)
  return (
    <>
      <section className={styles.part}>
        <div className={styles.head}>
          <h2 className={styles.title}>{t('coming')}</h2>
          {onRequest && status === 'ACTIVE' ? (
            <Button onClick={() => setOpened({ kind: 'ask' })}>{t('askPickup')}</Button>
          ) : null}
        </div>
        {onRequest ? <OpenRequests customer={customer} /> : null}
        <Weeks
          label={t('coming')}
          rows={coming}
          columns={columns.filter(({ id }) => id !== 'photos')}
          none={t(onRequest ? 'noneAsked' : 'noneComing')}
        />
      </section>
      {/* This is rendered once the length of the list above is known, so that it does not move. */}
      {past === undefined ? null : (
        <section className={styles.part}>
          <h2 className={styles.title}>{t('past')}</h2>
          <Weeks
            label={t('past')}
            rows={past}
            columns={columns.filter(({ id }) => id !== 'act')}
            none={t('nonePast')}
          />
        </section>
      )}
      {opened?.kind === 'no' ? <NoPickupDialog customer={customer} week={opened.week} onClose={close} /> : null}
      {opened?.kind === 'back' ? <TakeBackQuestion customer={customer} week={opened.week} onClose={close} /> : null}
      {opened?.kind === 'ask' ? <AskPickupDialog customer={customer} onClose={close} /> : null}
    </>
  )
}

const OUTCOMES: readonly ScheduledWeek['state'][] = ['done', 'bag-mt', 'missed']

/** Whether the week is over or its stop has an outcome: photos are shown, and "no pickup" is not offered. */
const isPast = ({ to, state }: ScheduledWeek, today: string) => to < today || OUTCOMES.includes(state)

function Weeks({
  label,
  rows,
  columns,
  none,
}: {
  label: string
  rows: readonly ScheduledWeek[] | undefined
  columns: ReturnType<typeof collectionsColumns>
  none: string
}) {
  const { t: shells } = useTranslation('shells')
  if (rows?.length === 0) return <p>{none}</p>
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      keyOf={weekText}
      words={{
        loading: shells('loading'),
        selectAll: shells('selectAll'),
        selectRow: (name) => shells('selectRow', { name }),
      }}
      expected={4}
    />
  )
}

const inWords = ({ from, ...week }: PickupRequest) => (from === null ? periodName(week) : weekName({ ...week, from }))

/** The customer's pickup requests that are not in a run yet. */
function OpenRequests({ customer: { customerID } }: { customer: Customer }) {
  const { t } = useTranslation('customers')
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
            <StateBadge tone="warn">{t('asked')}</StateBadge>
            <span className={styles.grow}>
              {inWords(request)}
              {request.notes === null ? '' : `: ${request.notes}`}
            </span>
            <Button
              variant="default"
              aria-label={t('takeBackRequest', { week: inWords(request) })}
              onClick={() => setDeleting(request)}
            >
              {t('takeBack')}
            </Button>
          </li>
        ))}
      </ul>
      {deleting === null ? null : (
        <ConfirmCommand
          opened
          question={t('takeBackRequestQuestion', { week: inWords(deleting) })}
          cancel={t('cancel')}
          confirm={t('takeBack')}
          endpoint={deletePickupRequest}
          input={{ pickupRequestID: deleting.pickupRequestID }}
          done={t('requestWithdrawn')}
          onClose={() => setDeleting(null)}
          onDone={() => setDeleting(null)}
        />
      )}
    </>
  )
}
