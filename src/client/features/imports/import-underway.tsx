import { useEffect, useState } from 'react'
import { Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { invalidateChanged } from '#client/api/query-client.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { importProgress } from '#contract/v1/imports.ts'
import { useOffice } from '#client/shells/office.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import type { ImportKind } from './import-kinds.ts'
import { heldBackIn, ResultErrors, ResultFigures, ResultWarnings } from './result-figures.tsx'

const DONE_WORDS = sentences({
  Suburbs: 'Suburbs imported',
  Customers: 'Customers imported',
  Invoices: 'Open invoices imported',
})

const WHY_WORDS = sentences({
  refused: 'The file has errors.',
  interrupted: 'Import the same file again to continue where it stopped.',
  unknown: 'Results are kept for 30 days.',
})

const SEE_WORDS = sentences({
  Suburbs: 'View suburbs',
  Customers: 'View customers',
  Invoices: 'View invoices',
})

const STATE_WORDS = sentences({
  refused: 'Nothing was imported',
  interrupted: 'Import interrupted',
  unknown: 'Import not found',
})

interface ImportUnderwayProps {
  importID: string
  isSending: boolean
  kind: ImportKind
  /** The address of the list that the records are added to. */
  list: string
  onAgain: () => void
  /** Corrects the rows that were held back; null: the file is not at hand any more. */
  onRest: (() => void) | null
}

export function ImportUnderway({ importID, isSending, kind, list, onAgain, onRest }: ImportUnderwayProps) {
  const client = useQueryClient()
  const progress = useImportProgress(importID, isSending)
  const state = progress === null ? 'running' : progress === 'unknown' ? 'unknown' : progress.state
  useEffect(() => {
    if (state === 'done' || state === 'interrupted') void invalidateChanged(client, kind.endpoint)
  }, [client, state, kind])
  if (state === 'running') {
    return (
      <Card>
        <Title order={2}>{t('Importing')}</Title>
        <ProgressBar label={t('Importing')} progress={progress === 'unknown' ? null : progress} />
        <Text c="dimmed">{t('You can leave this page. The import continues.')}</Text>
      </Card>
    )
  }
  const result = progress === null || progress === 'unknown' ? null : progress.result
  const heldBack = result === null ? 0 : heldBackIn(result).all
  return (
    <Card>
      <div role="status">
        <Title order={2}>{state === 'done' ? t(DONE_WORDS[kind.noun]) : t(STATE_WORDS[state])}</Title>
        {state === 'done' ? null : <Text>{t(WHY_WORDS[state])}</Text>}
      </div>
      {result === null ? null : <ResultFigures result={result} />}
      <Group>
        <Button component={Link} to={list}>
          {t(SEE_WORDS[kind.noun])}
        </Button>
        {onRest === null || heldBack === 0 ? null : (
          <Button variant="default" onClick={onRest}>
            {plural(heldBack, 'Correct {{count}} row left out', 'Correct {{count, number}} rows left out')}
          </Button>
        )}
        <Button variant="default" onClick={onAgain}>
          {t('Import another file')}
        </Button>
      </Group>
      {result === null ? null : <ResultErrors result={result} kind={kind} />}
      {result === null ? null : <ResultWarnings result={result} kind={kind} />}
    </Card>
  )
}

/** @param progress null: the file is being uploaded */
export function ProgressBar({ label, progress }: { label: string; progress: ImportProgress | null }) {
  const { done, rows } = progress ?? { done: 0, rows: 0 }
  return (
    <Stack gap={6}>
      <Progress
        value={rows === 0 ? 0 : (done / rows) * 100}
        size="lg"
        radius="xl"
        color="var(--br-go)"

        aria-label={label}
      />
      <p role="status">
        {progress === null || rows === 0
          ? t('Uploading file')
          : t('{{done, number}} of {{rows, number}} rows', { done, rows })}
      </p>
    </Stack>
  )
}

type ImportProgress = OutputOf<typeof importProgress>

const EVERY_MS = 1000

/**
 * The progress of an import, polled until it has ended; 'unknown' when there is none with that ID.
 * @param sending its file may still be uploading, so the server may not know it yet
 */
export function useImportProgress(importID: string | null, sending: boolean): ImportProgress | 'unknown' | null {
  const { call } = useOffice()
  const [progress, setProgress] = useState<ImportProgress | 'unknown' | null>(null)
  useEffect(() => {
    if (importID === null) return
    const abort = new AbortController()
    let clock: ReturnType<typeof setTimeout> | undefined
    // This is no query, because "not found" is no error before the file has arrived.
    const look = async () => {
      const answer = await call(importProgress, { importID }, { signal: abort.signal })
      if (abort.signal.aborted) return
      if (answer.kind === 'ok') {
        setProgress(answer.value)
        if (answer.value.state !== 'running') return
      } else if (answer.kind === 'refused' && !sending && answer.status < 500) return setProgress('unknown')
      clock = setTimeout(() => void look(), EVERY_MS)
    }
    // While the file is uploading there is no progress yet.
    clock = setTimeout(() => void look(), sending ? EVERY_MS : 0)
    return () => {
      abort.abort()
      clearTimeout(clock)
    }
  }, [call, importID, sending])
  return typeof progress === 'string' || progress?.importID === importID ? progress : null
}
