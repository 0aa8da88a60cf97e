import { useState, type ReactNode, useEffect, useRef } from 'react'
import { Button, Menu } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Run } from '#contract/v1/runs.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { runInWords } from '#domain/run-name.ts'
import { RunStatusBadge } from '#client/shells/run-status.tsx'
import { useBackToList } from '#client/shells/back-to-list.ts'
import { figuresInWords } from '#client/shells/stop-figures.ts'
import { useTerms } from '#client/shells/terms.ts'
import { useNarrow } from '#client/shells/use-narrow.ts'
import { useToday } from '#client/shells/today.ts'
import { PageHeader } from '#client/ui/core/app-shell.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { saveCsv } from '#client/shells/csv-export.ts'
import { figuresOfStops, NOT_REACHED } from '#domain/run-figures.ts'
import { notes } from '#contract/shapes.ts'
import { checkValue } from '#client/shells/check-value.ts'
import { ActivateRun } from '../acts/activate-run.tsx'
import { CompleteRun } from '../acts/complete-run.tsx'
import { ArchiveRun, DeleteRun } from '../acts/end-run.tsx'
import { mayDo } from './run-types.ts'
import type { PageQuestion } from './run-dialogs.tsx'
import { runCsv } from '../run-csv.ts'
import { InlineEdit } from './inline-edit.tsx'
import type { Edit } from './run-edits.tsx'
import styles from './run-page.module.css'

const MAIN = { activate: 'markActive', complete: 'markCompleted', archive: 'archive' } as const
type Act = keyof typeof MAIN | 'delete'

interface RunHeadProps {
  run: Run
  live: ReactNode
  onAsk: (question: PageQuestion) => void
}

export function RunHead({ run, live, onAsk }: RunHeadProps) {
  const { t } = useTranslation('runPage')
  const today = useToday()
  const [act, setAct] = useState<Act | null>(null)
  const ref = useHeadHeight<HTMLDivElement>()
  const toList = useBackToList(officePaths.runs())
  const isNarrow = useNarrow()
  const close = () => setAct(null)
  const { t: terms } = useTerms()
  const missed = run.jobs.filter(({ state, reason }) => state === 'shifted' && reason === NOT_REACHED).length
  const main = (['activate', 'complete', 'archive'] as const).find((one) => mayDo(run, one))
  const acts = (
    <div className={styles.acts}>
      <Button component={Link} to={officePaths.runSheet(run.runOrderID)} variant="default" visibleFrom="sm">
        {t('print')}
      </Button>
      {mayDo(run, 'add') ? (
        <Button variant="default" onClick={() => onAsk('add')}>
          {t('addCustomer')}
        </Button>
      ) : null}
      <MoreActs run={run} onAsk={onAsk} onDelete={() => setAct('delete')} />
      {main === undefined ? null : <Button onClick={() => setAct(main)}>{t(MAIN[main])}</Button>}
    </div>
  )
  return (
    <>
      <PageHeader title={runInWords(run, today)} {...(isNarrow ? {} : { right: acts })}>
        <div className={styles.under} ref={ref}>
          <RunStatusBadge status={run.status} />
          <span>{run.readableID}</span>
          {run.status === 'draft' ? null : <span>{figuresInWords(terms, figuresOfStops(run.jobs))}</span>}
          {missed === 0 ? null : (
            <Link to={officePaths.notReached(run.runOrderID)}>{t('notReached', { count: missed })}</Link>
          )}
          {live}
          {run.invoices.length === 0 ? null : (
            <Link to={officePaths.invoices({ runOrderID: run.runOrderID })}>
              {t('invoices', { count: run.invoices.length })}
            </Link>
          )}
          <Link className={styles.back} to={officePaths.runs()}>
            ‹ {t('back')}
          </Link>
        </div>
      </PageHeader>
      {/* On a phone only the run's name stays in the sticky header. */}
      {isNarrow ? <div className={styles.narrowActs}>{acts}</div> : null}
      {act === 'activate' ? <ActivateRun run={run} onClose={close} /> : null}
      {act === 'complete' ? <CompleteRun run={run} onClose={close} /> : null}
      {act === 'archive' ? <ArchiveRun run={run} onClose={close} /> : null}
      {act === 'delete' ? <DeleteRun run={run} onClose={close} onGone={toList} /> : null}
    </>
  )
}

function MoreActs({
  run,
  onAsk,
  onDelete,
}: {
  run: Run
  onAsk: (question: PageQuestion) => void
  onDelete: () => void
}) {
  const { t } = useTranslation('runPage')
  return (
    <Menu position="bottom-end" withinPortal shadow="md">
      <Menu.Target>
        <Button variant="default">{t('more')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayDo(run, 'order') ? (
          <>
            <Menu.Item onClick={() => onAsk('past')}>{t('orderFrom')}</Menu.Item>
            <Menu.Item onClick={() => onAsk('remember')}>{t('remember')}</Menu.Item>
          </>
        ) : null}
        <Menu.Item component={Link} to={officePaths.runSheet(run.runOrderID)} hiddenFrom="sm">
          {t('print')}
        </Menu.Item>
        <RunCsv run={run} />
        {mayDo(run, 'delete') ? (
          <Menu.Item className={styles.danger} onClick={onDelete}>
            {t('delete')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

function RunCsv({ run }: { run: Run }) {
  const { t } = useTranslation('runPage')
  const { t: runs } = useTranslation('runs')
  const { t: terms } = useTerms()
  return (
    <Menu.Item onClick={() => saveCsv(`${runInWords(run, '')}.csv`, runCsv(run, runs, terms))}>{t('csv')}</Menu.Item>
  )
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
  const { t } = useTranslation('runPage')
  const changing = mayDo(run, 'describe')
  const fields = [
    { name: 'description', value: run.description ?? '', label: t('description'), none: t('descriptionNone') },
    { name: 'trrNotes', value: run.trrNotes ?? '', label: t('trrNotes'), none: t('trrNotesNone') },
  ] as const
  const save = (name: 'description' | 'trrNotes', label: string) => async (text: string) => {
    const answer = await edit({ [name]: text === '' ? null : text }, t('changeText', { label, value: text }), {
      done: t('textSaved'),
    })
    return answer.kind === 'ok' || answer.kind === 'offline' || answer.kind === 'foreign'
  }
  return (
    <dl className={styles.texts}>
      {fields.map(({ name, value, label, none }) =>
        changing || value !== '' ? (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              {changing ? (
                <InlineEdit
                  value={value}
                  label={label}
                  say={t('editField', { label, value: value || t('empty') })}
                  check={(text) => checkValue(notes, text)}
                  onSave={save(name, label)}
                >
                  {value || <span className={styles.soft}>{none}</span>}
                </InlineEdit>
              ) : (
                value
              )}
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
