import { type ReactNode, useEffect, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useLiveQuery } from 'dexie-react-hooks'
import { serverTime } from '#domain/clock.ts'
import { showMoney } from '#domain/money.ts'
import type { Device } from '#client/offline/store/device.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { buttonLook } from '#client/ui/core/button.tsx'
import { Bone, Card, ChoiceRow, Soft, Stack, Tiles } from '#client/ui/core/parts.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { type Day, dayOf } from '#domain/dates.ts'
import { refreshIncomes } from '#client/offline/pull.ts'
import { incomesOnDevice, metaOf, serverNow, shownWeek } from '#client/offline/week.ts'
import type { StoredIncome, StoredRun } from '#client/offline/store/schema.ts'
import { useReading } from '#client/ui/core/use-reading.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { groupedIncomes, PAID_FILTERS, type PaidFilter, sumOf } from './incomes-by-run.ts'
import { RunIncomesCard } from './run-incomes-card.tsx'
import styles from './incomes-page.module.css'

const SHOWN_WORDS = sentences({
  unpaid: 'Unpaid',
  paid: 'Paid',
  all: 'All',
})

interface IncomesPageProps {
  device: Device
  /** The business time zone, which decides the current week. */
  timeZone: string
  chip: ReactNode
  pickupsPath: string
}

/** The driver's incomes, per run and stop, with the calculation of each amount. Works without signal. */
export function IncomesPage({ device, timeZone, chip, pickupsPath }: IncomesPageProps) {
  const view = useIncomes(device, timeZone)
  return (
    <>
      <PageHeader title={t('Incomes')} right={chip} />
      <PageContent wide>
        <Stack className={styles.page}>
          {view === undefined ? (
            <Bone height="16rem" aria-busy="true" />
          ) : view.incomes.length === 0 && groupedIncomes([], { ...view, withEmpty: true }).length === 0 ? (
            <Card>
              <h2>{t(view.fetchedAt === null ? 'No incomes on this phone yet' : 'No incomes yet')}</h2>
              <p>
                {t(
                  view.fetchedAt === null
                    ? 'They’ll load when you have signal.'
                    : 'Each stop you mark shows here once the phone has reached the office.',
                )}
              </p>
              <Link className={buttonLook('plain')} to={pickupsPath}>
                {t('To the stops')}
              </Link>
            </Card>
          ) : (
            <Incomes view={view} />
          )}
        </Stack>
      </PageContent>
    </>
  )
}

function Incomes({ view }: { view: IncomesView }) {
  const [params, setParams] = useSearchParams()
  const filter: PaidFilter = PAID_FILTERS.find((name) => name === params.get('show')) ?? 'all'
  const { incomes } = view
  const isPaid = ({ status }: StoredIncome) => status === 'paid'
  const paid = incomes.filter(isPaid)
  const unpaid = incomes.filter((income) => !isPaid(income))
  // Every paid income has its payment.
  const shown = groupedIncomes({ all: incomes, paid, unpaid }[filter], {
    ...view,
    byPayment: filter === 'paid',
    withEmpty: filter === 'all',
  })
  const choose = (wanted: PaidFilter) => setParams(wanted === 'all' ? {} : { show: wanted }, { replace: true })

  return (
    <>
      <Tiles as="dl">
        {[
          { label: t('Unpaid'), sum: sumOf(unpaid) },
          { label: t('Paid'), sum: sumOf(paid) },
        ].map(({ label, sum }) => (
          <Card as="div" key={label} gap="none" className={styles.total}>
            <dt>{label}</dt>
            <dd>{showMoney(sum)}</dd>
          </Card>
        ))}
      </Tiles>
      <Soft>
        {view.fetchedAt === null
          ? null
          : `${t('As of {{time}}. Unsent work isn’t included.', { time: formatDayAndTime(view.fetchedAt) })} `}
        {t('Work of the last 6 weeks. Ask the office about earlier work.')}
      </Soft>
      <ChoiceRow
        label={t('Show')}
        choices={PAID_FILTERS.map((name) => [name, t(SHOWN_WORDS[name])])}
        chosen={filter}
        onChoose={choose}
      />
      {shown.length === 0 ? <Soft>{t('Nothing here.')}</Soft> : null}
      {shown.map((run) => (
        <RunIncomesCard key={run.key} run={run} />
      ))}
      {shown.some((run) => run.incomes.some(({ status }) => status === 'pending')) ? (
        <Soft>{t('Pending: the office hasn’t closed the run yet.')}</Soft>
      ) : null}
    </>
  )
}

interface IncomesView {
  incomes: StoredIncome[]
  runs: readonly StoredRun[]
  today: Day
  /** When they were fetched, ISO. */
  fetchedAt: string | null
}

/** The driver's incomes of the last weeks, from the phone. Undefined while being read. */
function useIncomes(device: Device, timeZone: string): IncomesView | undefined {
  const week = useReading(shownWeek(device))
  // A payment changes no run, so the usual fetch may be hours away.
  useEffect(() => void refreshIncomes(device), [device])
  const incomes = useLiveQuery(() => incomesOnDevice(device.db), [device])
  return useMemo(() => {
    if (week === undefined || incomes === undefined) return undefined
    const offset = metaOf(week, 'clockOffsetMs')
    const fetchedAt = metaOf(week, 'lastIncomesAt')
    return {
      incomes,
      runs: week.runs,
      today: dayOf(serverNow(device, week), timeZone),
      fetchedAt: fetchedAt === undefined ? null : serverTime(new Date(fetchedAt), offset).toISOString(),
    }
  }, [device, week, incomes, timeZone])
}
