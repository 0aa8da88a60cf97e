import { useEffect } from 'react'
import { Button, Card, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { invalidateChanged } from '#client/api/query-client.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { ImportKind } from './import-kinds.ts'
import { ProgressBar } from './progress-bar.tsx'
import { ResultErrors, ResultFigures } from './result-figures.tsx'
import { useImportProgress } from './use-import-progress.ts'
import styles from './import-page.module.css'

interface ImportUnderwayProps {
  importID: string
  /** The file may still be uploading. */
  isSending: boolean
  kind: ImportKind
  /** The address of the list that the records are added to. */
  list: string
  onAgain: () => void
}

/** A running import, and its result; also shown after returning to the page. */
export function ImportUnderway({ importID, isSending, kind, list, onAgain }: ImportUnderwayProps) {
  const { t } = useTranslation('imports')
  const client = useQueryClient()
  const progress = useImportProgress(importID, isSending)
  const state = progress === null ? 'running' : progress === 'unknown' ? 'unknown' : progress.state
  useEffect(() => {
    if (state === 'done' || state === 'interrupted') void invalidateChanged(client, kind.endpoint)
  }, [client, state, kind])
  if (state === 'running') {
    return (
      <Card withBorder radius="lg" padding="lg" className={styles.card}>
        <h2 className={styles.heading}>{t('importing')}</h2>
        <ProgressBar label={t('importing')} progress={progress === 'unknown' ? null : progress} />
        <Text c="dimmed">{t('mayLeave')}</Text>
      </Card>
    )
  }
  const result = progress === null || progress === 'unknown' ? null : progress.result
  return (
    <Card withBorder radius="lg" padding="lg" className={styles.card}>
      <div role="status">
        <h2 className={styles.heading}>{state === 'done' ? t(`done${kind.noun}`) : t(state)}</h2>
        {state === 'done' ? null : <Text>{t(`${state}Why`)}</Text>}
      </div>
      {result === null ? null : <ResultFigures result={result} />}
      <div className={styles.choices}>
        <Button component={Link} to={list}>
          {t(`see${kind.noun}`)}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('another')}
        </Button>
      </div>
      {result === null ? null : <ResultErrors result={result} kind={kind} />}
    </Card>
  )
}
