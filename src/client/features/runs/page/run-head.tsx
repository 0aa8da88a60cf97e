import { useState, type ReactNode, useEffect, useRef } from 'react'
import { Box, Button, Flex, Group, Menu, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Run } from '#contract/v1/runs.ts'
import { useDepotName } from '#client/shells/depots.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { runInWords } from '#domain/run-name.ts'
import { RunStatusBadge } from '#client/shells/run-status.tsx'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { figuresInWords } from '#client/shells/stop-figures.ts'
import { useNarrow } from '#client/shells/use-narrow.ts'
import { useToday } from '#client/shells/today.ts'
import { PageHeader } from '#client/ui/core/app-shell.tsx'
import { saveCsv } from '#client/shells/csv-export.ts'
import { figuresOfStops, NOT_REACHED } from '#domain/run-figures.ts'
import { notes } from '#contract/shapes.ts'
import { checkValue } from '#client/shells/check-value.ts'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import { OFFICE_FIGURES } from '#client/shells/terms.ts'
import { ActivateRun } from '../acts/activate-run.tsx'
import { CompleteRun } from '../acts/complete-run.tsx'
import { ArchiveRun, DeleteRun } from '../acts/end-run.tsx'
import type { PageQuestion } from './run-dialogs.tsx'
import { runCsv } from '../run-csv.ts'
import { useMayDo } from './use-rights.ts'
import { useFilterAddress } from './filter-bar.tsx'
import { InlineEdit } from './inline-edit.tsx'
import type { Edit } from './run-edits.tsx'
import { BackLink } from '#client/shells/back-link.tsx'

const MAIN = sentences({ activate: 'Mark active', complete: 'Mark completed', archive: 'Archive' })
/** The width from which the print sheet is a button of its own. Below it the acts would take two lines, so it is under "More". */
const WIDE = 'xl'
type Act = keyof typeof MAIN | 'delete'

interface RunHeadProps {
  run: Run
  live: ReactNode
  onAsk: (question: PageQuestion) => void
}

export function RunHead({ run, live, onAsk }: RunHeadProps) {
  const today = useToday()
  const [act, setAct] = useState<Act | null>(null)
  const ref = useHeadHeight<HTMLDivElement>()
  const toList = useBackToList(officePaths.runs())
  const isNarrow = useNarrow()
  const filter = useFilterAddress()
  const close = () => setAct(null)
  const may = useMayDo(run)
  const depot = useDepotName(Boolean(run.depotID))(run)
  const missed = run.jobs.filter(({ state, reason }) => state === 'shifted' && reason === NOT_REACHED).length
  const main = (['activate', 'complete', 'archive'] as const).find(may)
  const acts = (
    <Group justify={isNarrow ? 'flex-start' : 'flex-end'}>
      <Button component={Link} to={officePaths.runMap(run.runOrderID, filter)} variant="default">
        {t('Map')}
      </Button>
      <Button component={Link} to={officePaths.runSheet(run.runOrderID)} variant="default" visibleFrom={WIDE}>
        {t('Print sheet')}
      </Button>
      {may('order') ? <OrderActs run={run} onAsk={onAsk} /> : null}
      {may('add') ? (
        <Button variant="default" onClick={() => onAsk('add')}>
          {t('Add customer')}
        </Button>
      ) : null}
      <MoreActs run={run} onDelete={() => setAct('delete')} />
      {main === undefined ? null : <Button onClick={() => setAct(main)}>{t(MAIN[main])}</Button>}
    </Group>
  )
  return (
    <>
      <PageHeader title={runInWords(run, today)} {...(isNarrow ? {} : { right: acts })}>
        <Group gap="2px 14px" c="dimmed" ref={ref}>
          <RunStatusBadge status={run.status} />
          <span>{run.readableID}</span>
          {depot === null ? null : <span>{depot}</span>}
          {run.status === 'draft' ? null : <span>{figuresInWords(figuresOfStops(run.jobs), OFFICE_FIGURES)}</span>}
          {missed === 0 ? null : (
            <Link to={officePaths.notReached(run.runOrderID)}>
              {plural(missed, '{{count}} customer not reached', '{{count, number}} customers not reached')}
            </Link>
          )}
          {live}
          {run.invoices.length === 0 ? null : (
            <Link to={officePaths.invoices({ runOrderID: run.runOrderID })}>
              {plural(run.invoices.length, '{{count}} invoice', '{{count, number}} invoices')}
            </Link>
          )}
          <BackLink to={officePaths.runs()}>{t('Weekly Runs')}</BackLink>
        </Group>
      </PageHeader>
      {/* On a phone only the run's name stays in the sticky header. */}
      {isNarrow ? (
        <Box component="section" px={12} pt={12} aria-label={t('Actions')}>
          {acts}
        </Box>
      ) : null}
      {act === 'activate' ? <ActivateRun run={run} onClose={close} /> : null}
      {act === 'complete' ? <CompleteRun run={run} onClose={close} /> : null}
      {act === 'archive' ? <ArchiveRun run={run} onClose={close} /> : null}
      {act === 'delete' ? <DeleteRun run={run} onClose={close} onGone={toList} /> : null}
    </>
  )
}

function OrderActs({ run, onAsk }: Pick<RunHeadProps, 'run' | 'onAsk'>) {
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <Button variant="default">{t('Order')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAsk('shortest')}>{t('Shortest order')}</Menu.Item>
        <Menu.Item onClick={() => onAsk('past')}>{t('As driven last time')}</Menu.Item>
        {run.status === 'draft' ? (
          <Menu.Item onClick={() => onAsk('divide')}>{t('Divide among drivers')}</Menu.Item>
        ) : null}
        <Menu.Item onClick={() => onAsk('remember')}>{t('Save order for future runs')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function MoreActs({ run, onDelete }: { run: Run; onDelete: () => void }) {
  const may = useMayDo(run)
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <Button variant="default">{t('More')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={officePaths.runSheet(run.runOrderID)} hiddenFrom={WIDE}>
          {t('Print sheet')}
        </Menu.Item>
        <RunCsv run={run} />
        {may('delete') ? (
          <Menu.Item c="var(--br-bad-ink)" onClick={onDelete}>
            {t('Delete')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

function RunCsv({ run }: { run: Run }) {
  return <Menu.Item onClick={() => saveCsv(`${runInWords(run, '')}.csv`, runCsv(run))}>{t('Export CSV')}</Menu.Item>
}

/** Publishes the height of the page's sticky head as `--run-head`, px. Put the ref on an element within the head. */
function useHeadHeight<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  useEffect(() => {
    const head = ref.current?.closest('header')
    if (!head || typeof ResizeObserver === 'undefined') return
    const root = document.documentElement.style
    const measure = () =>
      root.setProperty('--run-head', getComputedStyle(head).position === 'sticky' ? `${head.offsetHeight}px` : '0px')
    const observer = new ResizeObserver(measure)
    observer.observe(head)
    return () => {
      observer.disconnect()
      root.removeProperty('--run-head')
    }
  }, [])
  return ref
}

export function RunTexts({ run, edit }: { run: Run; edit: Edit }) {
  const changing = useMayDo(run)('describe')
  const fields = [
    { name: 'description', value: run.description ?? '', label: t('Description'), none: t('Add a description') },
    { name: 'trrNotes', value: run.trrNotes ?? '', label: t('TRR notes'), none: t('Add TRR notes') },
  ] as const
  const save = (name: 'description' | 'trrNotes', label: string) => async (text: string) => {
    const answer = await edit(
      { [name]: text === '' ? null : text },
      t('{{label}}: {{value}}', { label, value: text }),
      {
        done: t('Saved.'),
      },
    )
    return answer.kind === 'ok' || answer.kind === 'offline' || answer.kind === 'foreign'
  }
  return (
    <Flex component="dl" wrap="wrap" gap="4px 24px">
      {fields.map(({ name, value, label, none }) =>
        changing || value !== '' ? (
          <Flex key={name} flex="1 1 20rem" align="center" gap="xs" miw={0}>
            <Text component="dt" c="dimmed" fz="sm">
              {label}
            </Text>
            <Box component="dd" flex={1} miw={0}>
              {changing ? (
                <InlineEdit
                  value={value}
                  label={label}
                  say={t('{{label}}: {{value}}. Change', { label, value: value || t('none') })}
                  check={(text) => checkValue(notes, text)}
                  onSave={save(name, label)}
                >
                  {value || (
                    <Text span c="dimmed">
                      {none}
                    </Text>
                  )}
                </InlineEdit>
              ) : (
                value
              )}
            </Box>
          </Flex>
        ) : null,
      )}
    </Flex>
  )
}
