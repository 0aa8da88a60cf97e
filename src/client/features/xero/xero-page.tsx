import { useState } from 'react'
import { Box, Button, Flex, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { CallOf, OutputOf } from '#contract/endpoint.ts'
import { createXeroExport, getXeroFile, listXeroExports, previewXeroExport } from '#contract/v1/xero-exports.ts'
import { formatDay, isDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { XERO_EXPORT_MAX } from '#domain/xero.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { saveCsv } from '#client/shells/csv-export.ts'
import { DayInput } from '#client/shells/day-input.tsx'
import { ListScreen } from '#client/shells/list-screen.tsx'
import { moneyColumn } from '#client/shells/money-column.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { useOffice } from '#client/shells/office.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { BackLink } from '#client/shells/back-link.tsx'
import { Dialog } from '#client/ui/core/dialog.tsx'
import { formatDayAndTime, timeInFile } from '#client/ui/core/time-text.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import type { Column } from '#client/ui/office/data-table.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import { xeroPaths } from './xero-paths.ts'

type Export = OutputOf<typeof listXeroExports>['items'][number]

export function XeroPage() {
  return (
    <ListScreen
      name="xero-exports"
      title={t('Export to Xero')}
      endpoint={listXeroExports}
      columns={columnsOf()}
      keyOf={({ exportID }) => exportID}
      nameOf={({ createdAt }) => createdAt}
      counted={(count) => plural(count, '{{count}} export', '{{count}} exports')}
      top={<NewExport />}
      back={<BackLink to={officePaths.reports()}>{t('Reports')}</BackLink>}
      empty={{ title: t('No exports yet'), how: t('Each export includes invoices you haven’t exported before.') }}
    />
  )
}

function NewExport() {
  const download = useDownload()
  const [range, setRange] = useState({ from: '', to: '' })
  const { data, error, refetch } = useQuery(ask(listXeroExports, { perPage: 1 }, { inPlace: true }))
  const waiting = data?.waiting
  const [asking, setAsking] = useState(false)
  const exportRange = Object.fromEntries(Object.entries(range).filter(([, day]) => isDay(day)))
  return (
    <Flex component="section" direction="column" gap="md">
      <Text>
        {t(
          'In Xero: Business, Invoices, Import. Choose Tax Inclusive. Each export includes invoices you haven’t exported before. Later adjustments are exported separately.',
        )}
      </Text>
      <Text c="dimmed">{t('Account and tax rates are in Settings, Invoices and reminders.')}</Text>
      <Group align="end">
        <DayInput label={t('Issued from')} value={range.from} onChange={(from) => setRange({ ...range, from })} />
        <DayInput label={t('Issued to')} value={range.to} onChange={(to) => setRange({ ...range, to })} />
        <Button onClick={() => setAsking(true)} disabled={!waiting}>
          {t('Export')}
        </Button>
        {/* On a phone it has a line of its own from the start, because the answer comes later. */}
        <Box component="strong" role="status" w={{ base: '100%', sm: 'auto' }}>
          {waiting === undefined ? '\u00a0' : waitingWords(waiting)}
        </Box>
        <StaleNotice inline error={error} onRetry={refetch} />
      </Group>
      {asking ? (
        <ExportPreview
          exportRange={exportRange}
          onClose={() => setAsking(false)}
          onDone={({ exportID, files }) => (files === 1 ? void download(exportID, 1) : undefined)}
        />
      ) : null}
    </Flex>
  )
}

interface ExportPreviewProps {
  exportRange: CallOf<typeof previewXeroExport>
  onClose: () => void
  onDone: (exported: OutputOf<typeof createXeroExport>) => void
}

/** What the export would have, before it is marked as exported. */
function ExportPreview({ exportRange, onClose, onDone }: ExportPreviewProps) {
  const { data, error, refetch } = useQuery({ ...ask(previewXeroExport, exportRange), staleTime: 0 })
  const count = data === undefined ? 0 : data.invoices + data.adjustments
  if (data === undefined || count === 0)
    return (
      <Dialog opened onClose={onClose} title={t('Export to Xero')}>
        <StaleNotice inline error={error} onRetry={refetch} />
        {data === undefined ? null : <p>{t('Nothing to export between these dates.')}</p>}
      </Dialog>
    )
  const { invoices, adjustments, amount, from, to, more } = data
  return (
    <ConfirmCommand
      opened
      question={plural(count, 'Export {{count}} document?', 'Export {{count, number}} documents?')}
      confirm={t('Export')}
      endpoint={createXeroExport}
      input={exportRange}
      done={t('Export ready')}
      onClose={onClose}
      onDone={onDone}
    >
      <p>
        {[
          ...(invoices === 0
            ? []
            : [
                plural(
                  invoices,
                  '{{count}} invoice not exported before',
                  '{{count, number}} invoices not exported before',
                ),
              ]),
          ...(adjustments === 0
            ? []
            : [plural(adjustments, '{{count}} later adjustment', '{{count, number}} later adjustments')]),
        ].join(', ')}
        {': '}
        {t('{{amount}}, dated {{from}} to {{to}}.', {
          amount: showDollars(amount),
          from: formatDay(from!),
          to: formatDay(to!),
        })}
      </p>
      <p>
        {t(
          'They’re marked as exported, so later exports leave them out. You can download this export’s files again at any time.',
        )}
      </p>
      {more ? <p>{t('More are waiting: export again afterwards.')}</p> : null}
    </ConfirmCommand>
  )
}

function waitingWords(count: number): string {
  if (count === 0) return t('Everything is exported')
  return count > XERO_EXPORT_MAX
    ? t('More than {{count, number}} invoices and adjustments not exported yet', { count: XERO_EXPORT_MAX })
    : plural(
        count,
        '{{count}} invoice or adjustment not exported yet',
        '{{count, number}} invoices and adjustments not exported yet',
      )
}

function useDownload(): (exportID: string, file: number) => Promise<void> {
  const { call } = useOffice()
  return async (exportID, file) => {
    const answer = await call(getXeroFile, { exportID, file })
    // The file has no byte order mark, because Xero would read it as a part of the first heading.
    if (answer.kind === 'ok') saveCsv(answer.value.name, answer.value.text, '')
    else showFailure(t('An error occurred.'), sentenceOf(answer))
  }
}

export function Files({ exported: { exportID, files } }: { exported: Pick<Export, 'exportID' | 'files'> }) {
  const download = useDownload()
  return (
    <Flex component="span" wrap="wrap" align="center" gap={4}>
      {Array.from({ length: files }, (_, at) => at + 1).map((file) => (
        <Button
          key={file}
          variant="default"
          size="compact-md"
          aria-label={t('Download file {{file}} of {{files}}', { file, files })}
          onClick={() => void download(exportID, file)}
        >
          {files === 1 ? t('Download') : t('File {{file}}', { file })}
        </Button>
      ))}
    </Flex>
  )
}

const columnsOf = (): readonly Column<Export>[] => [
  {
    id: 'createdAt',
    title: t('Exported on'),
    main: true,
    cell: ({ exportID, createdAt }) => <Link to={xeroPaths.export(exportID)}>{formatDayAndTime(createdAt)}</Link>,
    csv: ({ createdAt }) => timeInFile(createdAt),
  },
  { id: 'by', title: t('By'), cell: ({ createdBy }) => createdBy ?? '–', csv: ({ createdBy }) => createdBy },
  {
    id: 'from',
    title: t('Issued from'),
    cell: ({ from }) => (from ? formatDay(from) : '–'),
    csv: ({ from }) => from,
  },
  { id: 'to', title: t('Issued to'), cell: ({ to }) => (to ? formatDay(to) : '–'), csv: ({ to }) => to },
  {
    id: 'documents',
    title: t('Documents'),
    end: true,
    cell: ({ documents }) => documents.toLocaleString('en-AU'),
    csv: ({ documents }) => documents,
  },
  moneyColumn('amount', t('Amount')),
  { id: 'files', title: t('Files'), cell: (row) => <Files exported={row} /> },
]
