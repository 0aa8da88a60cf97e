import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { listPriceChanges, type ListedPriceChange } from '#contract/v1/price-changes.ts'
import { formatDay } from '#domain/dates.ts'
import { PRICE_CHANGE_STATES } from '#domain/price-changes.ts'
import { plainColumn } from '#client/shells/plain-column.ts'
import { createdAtColumn } from '#client/shells/created-at-column.ts'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { rowLink, type Column } from '#client/ui/office/data-table.tsx'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { groupInWords, PRICE_STATE_TONES, PRICE_STATE_WORDS, ruleInWords } from './price-change-words.ts'
import { priceChangesPaths } from './price-changes-paths.ts'

export function PriceChangesPage() {
  const { timeZone } = useOffice().profile.config
  const columns = useMemo(() => columnsOf(timeZone), [timeZone])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('Status'),
        any: t('All'),
        options: PRICE_CHANGE_STATES.map((state) => ({ value: state, label: t(PRICE_STATE_WORDS[state]) })),
      },
    ],
    [],
  )
  return (
    <ListScreen
      name="price-changes"
      title={t('Price changes')}
      endpoint={listPriceChanges}
      columns={columns}
      keyOf={({ priceChangeID }) => priceChangeID}
      nameOf={groupInWords}
      filters={filters}
      counted={(count) => plural(count, '{{count}} price change', '{{count, number}} price changes')}
      search={t('Service, suburb or description')}
      defaultSort="-day"
      create={{ label: t('New price change'), to: priceChangesPaths.new() }}
      empty={{
        title: t('No price changes yet'),
        how: t(
          'Choose a service or a group, the new price and its first day. You see who pays what before anything is sent.',
        ),
      }}
      dimmed={({ state }) => state === 'cancelled' || state === 'dropped'}
    />
  )
}

const columnsOf = (timeZone: string): readonly Column<ListedPriceChange>[] => [
  {
    id: 'group',
    title: t('For'),
    main: true,
    cell: (row) => (
      <Link className={rowLink} to={officePaths.priceChange(row.priceChangeID)}>
        {groupInWords(row)}
      </Link>
    ),
    csv: groupInWords,
  },
  { id: 'rule', title: t('Change'), cell: ruleInWords, csv: ruleInWords },
  { id: 'day', title: t('From'), sort: 'day', cell: ({ day }) => formatDay(day), csv: ({ day }) => day },
  {
    id: 'state',
    title: t('Status'),
    cell: ({ state }) => <StateBadge tone={PRICE_STATE_TONES[state]}>{t(PRICE_STATE_WORDS[state])}</StateBadge>,
    csv: ({ state }) => t(PRICE_STATE_WORDS[state]),
  },
  plainColumn('description', t('Description'), { optional: true, dash: true }),
  createdAtColumn(t('Added'), timeZone),
]
