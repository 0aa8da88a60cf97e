import { useEffect, useRef, useState } from 'react'
import { Button, Card } from '@mantine/core'
import type { ImportResult } from '#contract/v1/imports.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { ImportKind } from './import-kinds.ts'
import { OwnWords } from './own-words.tsx'
import {
  type Correcting,
  heldBackIn,
  ResultErrors,
  ResultFigures,
  ResultMoney,
  ResultWarnings,
} from './result-figures.tsx'
import styles from './import-page.module.css'

interface ImportCheckProps {
  kind: ImportKind
  result: ImportResult
  correcting: Correcting
  isChecking: boolean
  onCheckAgain: () => void
  onBack: () => void
  onStart: (skipErrors: boolean) => void
  onAgain: () => void
}

export function ImportCheck({
  kind,
  result,
  correcting,
  isChecking,
  onCheckAgain,
  onBack,
  onStart,
  onAgain,
}: ImportCheckProps) {
  const { t } = useTranslation('imports')
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone, so the focus moves to the heading.
  useEffect(() => heading.current?.focus(), [])
  const { bad, doubtful, all: heldBack } = heldBackIn(result)
  const good = result.created + result.updated
  // The result tells nothing about cells that were corrected since.
  const [checkedWith, setCheckedWith] = useState({ result, corrections: correcting.corrections })
  if (checkedWith.result !== result) setCheckedWith({ result, corrections: correcting.corrections })
  const isCorrected = checkedWith.corrections !== correcting.corrections
  return (
    <Card withBorder radius="lg" padding="lg" className={styles.card}>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t('checked')}
      </h2>
      <ResultFigures result={result} />
      <ResultMoney kind={kind} result={result} />
      {doubtful > 0 ? <Note tone="warn">{t('someDoubtful', { count: doubtful })}</Note> : null}
      {bad > 0 ? (
        <Note tone="warn">
          {good === 0 && result.unchanged === 0 && doubtful === 0 ? t('noneGood') : t('someBad', { count: bad })}
        </Note>
      ) : doubtful > 0 ? null : (
        <Note tone="good">{t(good === 0 ? 'nothingToDo' : 'allGood')}</Note>
      )}
      <div className={styles.choices}>
        <Button variant="default" disabled={isChecking} onClick={onBack}>
          {t('back')}
        </Button>
        <Button variant="default" disabled={isChecking} onClick={onAgain}>
          {t('chooseAnother')}
        </Button>
        {isCorrected ? (
          <Button loading={isChecking} onClick={onCheckAgain}>
            {t('checkAgain')}
          </Button>
        ) : good === 0 ? null : (
          <Button
            h="auto"
            mih={46}
            classNames={{ label: styles.wrapping! }}
            disabled={isChecking}
            onClick={() => onStart(heldBack > 0)}
          >
            {heldBack > 0 ? t('importGood', { count: good }) : t('import')}
          </Button>
        )}
      </div>
      <OwnWords result={result} kind={kind} correcting={correcting} />
      <ResultErrors result={result} kind={kind} correcting={correcting} />
      <ResultWarnings result={result} kind={kind} />
    </Card>
  )
}
