import { useState, type ReactNode } from 'react'
import { Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { CallOf, Endpoint, OutputOf } from '#contract/endpoint.ts'
import { ask } from '#client/api/query-client.ts'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { DataTable, type Column } from '#client/ui/office/data-table.tsx'
import { useMayChange } from './role.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { ColumnChoice, useColumnChoice } from './column-choice.tsx'
import { ExportButton } from './export-button.tsx'
import { useListAddress } from './list-address.ts'
import { type Filter, ListFilters, namesOf } from './list-filters.tsx'
import { useListKeys } from './list-keys.ts'
import { Pages } from './pages.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { TakesLong, useLongWait } from './takes-long.tsx'
import { useNarrow } from './use-narrow.ts'
import styles from './list-screen.module.css'

export type { Filter } from './list-filters.tsx'

export type RowOf<E extends Endpoint> = OutputOf<E> extends { items: readonly (infer Row)[] } ? Row : never

interface ListLink {
  readonly label: string
  readonly to: string
  /** A phone has no room for it. */
  readonly wide?: boolean
  /** Its page is for a change, so a user whose role only reads does not see the link. */
  readonly changes?: boolean
}

interface ListScreenProps<E extends Endpoint> {
  /** Key of the stored choice of columns, and the file's name: `customers`. */
  name: string
  title: string
  endpoint: E
  /** Sent with every page, regardless of the address. */
  fixed?: Partial<CallOf<E>>
  columns: readonly Column<RowOf<E>>[]
  keyOf: (row: RowOf<E>) => string
  nameOf: (row: RowOf<E>) => string
  filters?: readonly Filter[]
  /** Which fields the search covers: "Name, address, phone". */
  search?: string
  /** As on the wire: `-createdAt`. */
  defaultSort?: string
  /** How a record is made: the main button at the right of the title, which an empty list repeats, and the key `n`. */
  create?: ListLink
  /** Pages that belong to the list, before the main button. */
  links?: readonly ListLink[]
  /** Other buttons at the right of the title. */
  actions?: ReactNode
  /** Under the title: the way back to the page it belongs to, and what the answer says of the whole list. */
  back?: ReactNode | ((answer: OutputOf<E> | undefined) => ReactNode)
  /** Shown when there are no records at all, with what to do next. */
  empty: { title: string; how: string; action?: ReactNode }
  dimmed?: (row: RowOf<E>) => boolean
  /** Whether a phone shows the row in one line. */
  brief?: (row: RowOf<E>) => boolean
  /** Rows can be selected, for these acts on them. */
  select?: {
    readonly acts: (rows: readonly RowOf<E>[], clear: () => void) => ReactNode
    /** Without it every row can be selected. */
    readonly can?: (row: RowOf<E>) => boolean
    /** Written beside a row's tick box on a phone. */
    readonly tick?: string
  }
  /** "12 requests": the number of records in the whole list. */
  counted: (count: number) => string
  /** Replaces the plain count: sums over the whole list. */
  above?: (query: Readonly<Record<string, unknown>>) => ReactNode
  /** Figures of the whole list that filter it, and acts on the whole list; they stand beside the total. */
  band?: (query: Readonly<Record<string, unknown>>) => ReactNode
  /** Sums over the whole list, by column, at the table's foot; the main column says what they are. */
  sums?: (
    answer: OutputOf<E>,
    query: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, ReactNode>> | undefined
  /** A list inside another page has no header of its own. */
  inside?: boolean
  /** The parts of the page, beside its title; on a phone below it. */
  tabs?: ReactNode
  /** It stands above everything else of the page. */
  top?: ReactNode
  /** `top` is still loading. The list waits for it, so that it does not move. */
  topPending?: boolean
  /** Merges rows of a page that are shown as one. */
  arrange?: (rows: readonly RowOf<E>[]) => readonly RowOf<E>[]
  /** The query may read everything; the list says so once the answer takes long. */
  takesLong?: boolean
  /** Refetch interval while the page is visible, ms. */
  everyMs?: number
}

/** The office's list: loading, empty, error, paging, sorting, filters, columns, export and the address. */
export function ListScreen<E extends Endpoint>(props: ListScreenProps<E>) {
  type Row = RowOf<E>
  const {
    name,
    title,
    endpoint,
    fixed,
    columns,
    keyOf,
    nameOf,
    filters = NONE,
    search,
    defaultSort,
    create,
    links: allLinks = NO_LINKS,
    actions,
    back,
    empty,
    dimmed,
    brief,
    select,
    counted,
    above,
    band,
    sums,
    inside = false,
    tabs,
    top,
    topPending = false,
    arrange,
    takesLong = false,
    everyMs,
  } = props
  const address = useListAddress(endpoint, filters.flatMap(namesOf).join(','), defaultSort)
  const query = { ...address.query, ...fixed }
  const list = useQuery({
    ...ask(endpoint, query as CallOf<E>, { inPlace: true, ...(everyMs !== undefined && { everyMs }) }),
    placeholderData: keepPreviousData,
  })
  const page = list.data as { items: Row[]; page: number; perPage: number; total: number } | undefined
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const navigate = useNavigate()
  const { search: filtered } = useLocation()
  const mayChange = useMayChange()
  const creates = create !== undefined && mayChange
  const links = allLinks.filter(({ changes = false }) => mayChange || !changes)
  useListKeys(creates ? () => void navigate({ pathname: create.to, search: filtered }) : undefined)
  const add = create === undefined ? null : <CreateButton {...create} />
  const isNarrow = useNarrow()
  const rows = page === undefined || arrange === undefined ? page?.items : arrange(page.items)
  const present = columns.filter(({ has }) => has === undefined || rows?.some(has))
  const { shown, isShown, toggle } = useColumnChoice(name, present)
  const canSelect = select?.can
  const selects =
    mayChange &&
    select !== undefined &&
    (canSelect === undefined || rows === undefined || rows.some((row) => canSelect(row)))
  const pages = page === undefined ? 1 : Math.max(1, Math.ceil(page.total / page.perPage))
  const choose = (keys: ReadonlySet<string>) => {
    const known = new Map([...ticked, ...(rows ?? []).map((row) => [keyOf(row), row] as const)])
    setTicked(new Map([...keys].flatMap((key) => (known.has(key) ? [[key, known.get(key)!] as const] : []))))
  }
  const seconds = useLongWait(takesLong && (list.isLoading || list.isPlaceholderData))
  // Always one line: on a phone it may be the only one above the table, which would move.
  const total = (
    <Text c="dimmed" role="status">
      {seconds !== null
        ? t('Adding up: {{seconds}} s so far.', { seconds })
        : page === undefined
          ? '\u00a0'
          : counted(page.total)}
    </Text>
  )
  const content = topPending ? (
    <>
      {top}
      <Skeleton height={320} radius="lg" role="status" aria-label={t('Loading')} />
      <TakesLong isWaiting />
    </>
  ) : (
    <>
      {top}
      <StaleNotice error={list.error} onRetry={list.refetch} />
      <Stack gap={6} mb={6} className={styles.head}>
        <ListFilters address={address} filters={filters} search={search} />
        <Group gap="4px 8px" className={styles.tools}>
          {above === undefined ? total : above(query)}
          {band === undefined ? null : <div className={styles.band}>{band(query)}</div>}
          {/* Among the filters it would break their one line. */}
          {address.narrowed ? (
            <Button variant="subtle" px="xs" onClick={address.clear}>
              {t('Clear filters')}
            </Button>
          ) : null}
          <Group gap="4px 8px" ml="auto" className={styles.ofList}>
            <ColumnChoice columns={present} isShown={isShown} onToggle={toggle} />
            {columns.every(({ csv }) => csv === undefined) ? null : (
              <ExportButton
                endpoint={endpoint}
                query={{ ...query, page: undefined, perPage: undefined }}
                columns={columns}
                fileName={name}
              />
            )}
          </Group>
        </Group>
      </Stack>
      {page !== undefined && page.items.length === 0 ? (
        <Nothing
          narrowed={address.narrowed}
          beyond={page.total > 0}
          empty={{ action: add, ...empty }}
          onFirst={() => address.change({})}
        />
      ) : rows === undefined && list.error !== null ? null : (
        <DataTable
          label={title}
          columns={shown}
          rows={rows}
          keyOf={keyOf}
          words={{
            loading: t('Loading'),
            selectAll: t('Select all on this page'),
            selectRow: (row) => t('Select {{name}}', { name: row }),
            tick: select?.tick,
          }}
          sort={address.sort}
          onSort={(sort) => address.change({ sort })}
          selection={selects ? { keys: new Set(ticked.keys()), onChange: choose, nameOf, canSelect } : undefined}
          busy={list.isPlaceholderData}
          dimmed={dimmed}
          brief={brief}
          foot={sums === undefined || list.data === undefined ? undefined : sums(list.data as OutputOf<E>, query)}
        />
      )}
      {/* Below the table, where it moves no row from under the pointer. */}
      {select !== undefined && ticked.size > 0 ? (
        <Card
          data-acts
          mt="sm"
          p="xs"
          style={{ flexFlow: 'row wrap', alignItems: 'center' }}
          className={styles.bulk}
          role="group"
          aria-label={plural(ticked.size, '{{count}} selected', '{{count}} selected')}
        >
          <strong>{plural(ticked.size, '{{count}} selected', '{{count}} selected')}</strong>
          {select.acts([...ticked.values()], () => setTicked(new Map()))}
          <Button variant="subtle" onClick={() => setTicked(new Map())}>
            {t('Clear')}
          </Button>
        </Card>
      ) : null}
      <Pages page={address.page} pages={pages} onPage={(to) => address.change({ page: String(to) })} />
    </>
  )
  if (inside) return content
  return (
    <>
      <PageHeader
        title={title}
        tabs={isNarrow ? undefined : tabs}
        right={
          actions === undefined && !creates && links.length === 0 ? undefined : (
            <Group justify="flex-end" className={styles.actions}>
              {actions}
              {links.map(({ label, to, wide = false }) => (
                <Button key={to} component={Link} to={to} variant="default" {...(wide && { visibleFrom: 'sm' })}>
                  {label}
                </Button>
              ))}
              {add}
            </Group>
          )
        }
      >
        {typeof back === 'function' ? back(list.data as OutputOf<E> | undefined) : back}
      </PageHeader>
      <PageContent wide>
        {isNarrow ? tabs : null}
        {content}
      </PageContent>
    </>
  )
}

/** The list behind the form keeps its filters, and the form may begin with them. */
export function CreateButton({ label, to }: ListLink) {
  const { search } = useLocation()
  if (!useMayChange()) return null
  return (
    <Button component={Link} to={{ pathname: to, search }}>
      {label}
    </Button>
  )
}

const NONE: readonly Filter[] = []
const NO_LINKS: readonly ListLink[] = []

function Nothing({
  narrowed,
  beyond,
  empty,
  onFirst,
}: {
  narrowed: boolean
  beyond: boolean
  empty: ListScreenProps<Endpoint>['empty']
  onFirst: () => void
}) {
  const words = beyond
    ? { title: t('Nothing on this page'), how: '', action: <Button onClick={onFirst}>{t('Go to first page')}</Button> }
    : narrowed
      ? { title: t('No matches'), how: t('Try fewer letters or filters.'), action: null }
      : empty
  return (
    <Card padding="xl">
      <strong>{words.title}</strong>
      <Text c="dimmed">{words.how}</Text>
      {words.action}
    </Card>
  )
}
