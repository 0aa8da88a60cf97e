import { useMemo } from 'react'
import { Button, Flex } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import { listPayouts, type Payout } from '#contract/v1/payouts.ts'
import { formatDay } from '#domain/dates.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { Money } from '#client/ui/core/money.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { bankPaths } from './bank-paths.ts'

const PAYOUT_WORDS = sentences({
  open: 'No bank line yet',
  matched: 'On the bank account',
  failed: 'Sent back',
})

const AMOUNT_WORDS = sentences({
  gross: 'Card payments',
  fee: 'Fees',
  net: 'To the bank',
})

/** /bank/payouts: what the card payment provider paid out and kept, and each payout's bank line. */
export function PayoutsPage() {
  const columns = useMemo(() => columnsOf(), [])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'open',
        label: t('On the bank account'),
        options: [
          { value: 'true', label: t('No') },
          { value: 'false', label: t('Yes') },
        ],
      },
      { kind: 'day', name: 'from', label: t('From') },
      { kind: 'day', name: 'to', label: t('To') },
    ],
    [],
  )
  const toBank = (
    <Button component={Link} to={officePaths.bank()}>
      {t('Bank files')}
    </Button>
  )
  return (
    <ListScreen
      name="card-payouts"
      title={t('Card payouts')}
      endpoint={listPayouts}
      columns={columns}
      keyOf={({ payoutID }) => payoutID}
      nameOf={({ payoutID }) => payoutID}
      filters={filters}
      search={t('Payout ID or amount')}
      counted={(count) => plural(count, '{{count, number}} card payout', '{{count, number}} card payouts')}
      sums={({ totals }) => sumsOf(totals, t('Total'))}
      dimmed={({ state }) => state === 'failed'}
      actions={toBank}
      empty={{
        title: t('No card payouts yet'),
        how: t('Stripe pays out what customers paid by card. It shows here within minutes.'),
        action: toBank,
      }}
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

const columnsOf = (): readonly Column<Payout>[] => [
  {
    id: 'arrivesOn',
    title: t('Arrives'),
    main: true,
    sort: 'arrivesOn',
    cell: ({ arrivesOn }) => formatDay(arrivesOn),
    csv: ({ arrivesOn }) => arrivesOn,
  },
  plainColumn('payoutID', t('Payout')),
  {
    id: 'state',
    title: t('State'),
    cell: ({ state, test }) => (
      <Flex component="span" wrap="wrap" align="center" gap={4}>
        <StateBadge tone={TONES[state]}>{t(PAYOUT_WORDS[state])}</StateBadge>
        {test ? <StateBadge tone="rest">{t('Sandbox: no money moved')}</StateBadge> : null}
      </Flex>
    ),
    csv: ({ state, test }) => [t(PAYOUT_WORDS[state]), ...(test ? [t('Sandbox: no money moved')] : [])].join('. '),
  },
  {
    id: 'bankLine',
    title: t('Bank line'),
    long: true,
    cell: ({ bankLine }) =>
      bankLine === null ? (
        '–'
      ) : (
        <Link to={bankPaths.linesOn(bankLine.day)}>
          {t('{{day}}, line {{line}} of {{file}}', { ...bankLine, day: formatDay(bankLine.day) })}
        </Link>
      ),
    csv: ({ bankLine }) => (bankLine === null ? null : t('{{day}}, line {{line}} of {{file}}', { ...bankLine })),
  },
  ...(['gross', 'fee', 'net'] as const).map((id): Column<Payout> => ({
    id,
    title: t(AMOUNT_WORDS[id]),
    sort: id,
    end: true,
    cell: (row) => <Money dollars={row[id]} />,
    csv: (row) => row[id],
  })),
]
