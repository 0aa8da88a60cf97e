import { useState } from 'react'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Translate } from '#client/ui/core/i18n.ts'
import { Link } from 'react-router-dom'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { createXeroExport, getXeroFile, listXeroExports, previewXeroExport } from '#contract/v1/xero-exports.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { XERO_EXPORT_MAX } from '#domain/xero.ts'
import { ask } from '#client/api/query-client.ts'
import { saveCsv } from '#client/shells/csv-export.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useCommand, sentenceOf } from '#client/shells/use-command.ts'
import { ConfirmAction } from '#client/ui/core/confirm-action.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { BackToReports } from './report-page.tsx'
import { reportsPaths } from './reports-paths.ts'
import styles from './reports.module.css'

type Export = OutputOf<typeof listXeroExports>['items'][number]

/** /reports/xero */
export function XeroPage() {
  const { t } = useTranslation('reports')
  return (
    <ListScreen
      name="xero-exports"
      title={t('xero')}
      endpoint={listXeroExports}
      columns={columnsOf(t)}
      keyOf={({ exportID }) => exportID}
      nameOf={({ createdAt }) => createdAt}
      counted={(count) => t('exports', { count })}
      top={<NewExport />}
      back={<BackToReports />}
      empty={{ title: t('noExports'), how: t('noExportsHow') }}
    />
  )
}

function NewExport() {
  const { t } = useTranslation('reports')
  const command = useCommand()
  const download = useDownload()
  const [range, setRange] = useState({ from: '', to: '' })
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery(ask(listXeroExports, { perPage: 1 }, { inPlace: true }))
  const waiting = data?.waiting
  const [asking, setAsking] = useState(false)
  const exportRange = Object.fromEntries(Object.entries(range).filter(([, day]) => isDay(day)))
  const start = async () => {
    setBusy(true)
    const answer = await command(createXeroExport, exportRange, { done: t('exportedToast') })
    if (answer.kind === 'ok' && answer.value.files === 1) await download(answer.value.exportID, 1)
    setBusy(false)
    setAsking(false)
  }
  return (
    <section className={styles.report}>
      <Text>{t('xeroHow')}</Text>
      <Text c="dimmed">{t('xeroNames')}</Text>
      <div className={styles.exporting}>
        <DayInput label={t('issuedFrom')} value={range.from} onChange={(from) => setRange({ ...range, from })} />
        <DayInput label={t('issuedTo')} value={range.to} onChange={(to) => setRange({ ...range, to })} />
        <Button onClick={() => setAsking(true)} disabled={!waiting}>
          {t('exportNow')}
        </Button>
        <strong role="status">{waiting === undefined ? ' ' : waitingWords(waiting, t)}</strong>
        <StaleNotice inline error={error} onRetry={refetch} />
      </div>
      {asking ? (
        <ExportPreview
          exportRange={exportRange}
          busy={busy}
          onCancel={() => setAsking(false)}
          onConfirm={() => void start()}
        />
      ) : null}
    </section>
  )
}

interface ExportPreviewProps {
  exportRange: CallOf<typeof previewXeroExport>
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** What the export would have, before it is marked as exported. */
function ExportPreview({ exportRange, busy, onCancel, onConfirm }: ExportPreviewProps) {
  const { t } = useTranslation('reports')
  const { data, error, refetch } = useQuery({ ...ask(previewXeroExport, exportRange), staleTime: 0 })
  const count = data === undefined ? 0 : data.invoices + data.adjustments
  if (data === undefined || count === 0)
    return (
      <Dialog opened onClose={onCancel} title={t('xero')}>
        <StaleNotice inline error={error} onRetry={refetch} />
        {data === undefined ? null : <p>{t('exportNothing')}</p>}
      </Dialog>
    )
  const { invoices, adjustments, amount, from, to, more } = data
  return (
    <ConfirmAction
      opened
      question={t('exportQuestion', { count })}
      cancel={t('cancel')}
      confirm={t('exportNow')}
      busy={busy}
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <p>
        {[
          ...(invoices === 0 ? [] : [t('exportInvoices', { count: invoices })]),
          ...(adjustments === 0 ? [] : [t('exportAdjustments', { count: adjustments })]),
        ].join(', ')}
        {': '}
        {t('exportWhat', { amount: showMoney(nearestCents(amount)), from: formatDay(from!), to: formatDay(to!) })}
      </p>
      <p>{t('exportMarks')}</p>
      {more ? <p>{t('exportMore')}</p> : null}
    </ConfirmAction>
  )
}

function waitingWords(count: number, t: Translate<'reports'>): string {
  if (count === 0) return t('nothingWaiting')
  return count > XERO_EXPORT_MAX ? t('waitingMore', { count: XERO_EXPORT_MAX }) : t('waiting', { count })
}

function useDownload(): (exportID: string, file: number) => Promise<void> {
  const { call } = useOffice()
  const { t } = useTranslation('shells')
  return async (exportID, file) => {
    const answer = await call(getXeroFile, { exportID, file })
    // The file has no byte order mark, because Xero would read it as a part of the first heading.
    if (answer.kind === 'ok') saveCsv(answer.value.name, answer.value.text, '')
    else showFailure(t('errorOccurred'), sentenceOf(answer, t))
  }
}

export function Files({ exported: { exportID, files } }: { exported: Pick<Export, 'exportID' | 'files'> }) {
  const { t } = useTranslation('reports')
  const download = useDownload()
  return (
    <span className={styles.files}>
      {Array.from({ length: files }, (_, at) => at + 1).map((file) => (
        <Button
          key={file}
          variant="default"
          size="compact-md"
          aria-label={t('downloadOf', { file, files })}
          onClick={() => void download(exportID, file)}
        >
          {files === 1 ? t('download') : t('file', { file })}
        </Button>
      ))}
    </span>
  )
}

const columnsOf = (t: Translate<'reports'>): readonly Column<Export>[] => [
  {
    id: 'createdAt',
    title: t('exportedOn'),
    main: true,
    cell: ({ exportID, createdAt }) => (
      <Link to={reportsPaths.xeroExport(exportID)}>{formatDayAndTime(createdAt)}</Link>
    ),
    csv: ({ createdAt }) => createdAt,
  },
  { id: 'by', title: t('by'), cell: ({ createdBy }) => createdBy ?? '–', csv: ({ createdBy }) => createdBy },
  {
    id: 'from',
    title: t('issuedFrom'),
    cell: ({ from }) => (from ? formatDay(from) : '–'),
    csv: ({ from }) => from,
  },
  { id: 'to', title: t('issuedTo'), cell: ({ to }) => (to ? formatDay(to) : '–'), csv: ({ to }) => to },
  {
    id: 'documents',
    title: t('documents'),
    end: true,
    cell: ({ documents }) => documents.toLocaleString('en-AU'),
    csv: ({ documents }) => documents,
  },
  moneyColumn('amount', t('amount')),
  { id: 'files', title: t('files'), cell: (row) => <Files exported={row} /> },
]
