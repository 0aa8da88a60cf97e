import { useMemo } from 'react'
import { Button } from '@mantine/core'
import type { Translate } from '#client/ui/core/i18n.ts'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { listPayouts, type Payout } from '#contract/v1/payouts.ts'
import { formatDay } from '#domain/dates.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { bankPaths } from './bank-paths.ts'
import styles from './bank.module.css'

/** /bank/payouts: what the card payment provider paid out and kept, and each payout's bank line. */
export function PayoutsPage() {
  const { t } = useTranslation('bank')
  const columns = useMemo(() => columnsOf(t), [t])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'open',
        label: t('onBank'),
        options: [
          { value: 'true', label: t('payoutNo') },
          { value: 'false', label: t('payoutYes') },
        ],
      },
      { kind: 'day', name: 'from', label: t('from') },
      { kind: 'day', name: 'to', label: t('to') },
    ],
    [t],
  )
  const toBank = (
    <Button component={Link} to={officePaths.bank()}>
      {t('title')}
    </Button>
  )
  return (
    <ListScreen
      name="card-payouts"
      title={t('payouts')}
      endpoint={listPayouts}
      columns={columns}
      keyOf={({ payoutID }) => payoutID}
      nameOf={({ payoutID }) => payoutID}
      filters={filters}
      search={t('payoutsSearch')}
      counted={(count) => t('payoutsCounted', { count })}
      sums={({ totals }) => sumsOf(totals, t('total'))}
      dimmed={({ state }) => state === 'failed'}
      actions={toBank}
      empty={{ title: t('payoutsEmpty'), how: t('payoutsEmptyHow'), action: toBank }}
    />
  )
}

const sumsOf = ({ gross, fee, net }: OutputOf<typeof listPayouts>['totals'], total: string) => ({
  arrivesOn: total,
  gross: <Money dollars={gross} />,
  fee: <Money dollars={fee} />,
  net: <Money dollars={net} />,
})

const TONES = { open: 'warn', matched: 'good', failed: 'bad' } as const

const columnsOf = (t: Translate<'bank'>): readonly Column<Payout>[] => [
  {
    id: 'arrivesOn',
    title: t('payoutArrives'),
    main: true,
    sort: 'arrivesOn',
    cell: ({ arrivesOn }) => formatDay(arrivesOn),
    csv: ({ arrivesOn }) => arrivesOn,
  },
  { id: 'payoutID', title: t('payoutID'), cell: ({ payoutID }) => payoutID, csv: ({ payoutID }) => payoutID },
  {
    id: 'state',
    title: t('state'),
    cell: ({ state, test }) => (
      <span className={styles.states}>
        <StateBadge tone={TONES[state]}>{t(`payout-${state}`)}</StateBadge>
        {test ? <StateBadge tone="rest">{t('sandbox')}</StateBadge> : null}
      </span>
    ),
    csv: ({ state, test }) => [t(`payout-${state}`), ...(test ? [t('sandbox')] : [])].join('. '),
  },
  {
    id: 'bankLine',
    title: t('bankLine'),
    long: true,
    cell: ({ bankLine }) =>
      bankLine === null ? (
        '–'
      ) : (
        <Link to={bankPaths.linesOn(bankLine.day)}>
          {t('bankLineOf', { ...bankLine, day: formatDay(bankLine.day) })}
        </Link>
      ),
    csv: ({ bankLine }) => (bankLine === null ? null : t('bankLineOf', { ...bankLine })),
  },
  ...(['gross', 'fee', 'net'] as const).map((id): Column<Payout> => ({
    id,
    title: t(id),
    sort: id,
    end: true,
    cell: (row) => <Money dollars={row[id]} />,
    csv: (row) => row[id],
  })),
]
