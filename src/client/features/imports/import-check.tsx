import { useEffect, useRef } from 'react'
import { Button, Card } from '@mantine/core'
import type { ImportResult } from '#contract/v1/imports.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { ImportKind } from './import-kinds.ts'
import { ResultErrors, ResultFigures } from './result-figures.tsx'
import styles from './import-page.module.css'

interface ImportCheckProps {
  kind: ImportKind
  result: ImportResult
  onBack: () => void
  onStart: (skipErrors: boolean) => void
  onAgain: () => void
}

export function ImportCheck({ kind, result, onBack, onStart, onAgain }: ImportCheckProps) {
  const { t } = useTranslation('imports')
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone, so the focus moves to the heading.
  useEffect(() => heading.current?.focus(), [])
  const bad = result.errors.length
  const good = result.created + result.updated
  return (
    <Card withBorder radius="lg" padding="lg" className={styles.card}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('checked')}
      </h2>
      <ResultFigures result={result} />
      {bad > 0 ? (
        <Note tone="warn">{good === 0 && result.unchanged === 0 ? t('noneGood') : t('someBad', { count: bad })}</Note>
      ) : (
        <Note tone="good">{t(good === 0 ? 'nothingToDo' : 'allGood')}</Note>
      )}
      <div className={styles.choices}>
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {t('chooseAnother')}
        </Button>
        {good === 0 ? null : (
          <Button h="auto" mih={46} classNames={{ label: styles.wrapping! }} onClick={() => onStart(bad > 0)}>
            {bad > 0 ? t('importGood', { count: good }) : t('import')}
          </Button>
        )}
      </div>
      <ResultErrors result={result} kind={kind} />
    </Card>
  )
}
