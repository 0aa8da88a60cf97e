import { useEffect, useRef, useState } from 'react'
import { Button, Card, Group, Title } from '@mantine/core'
import type { ImportResult } from '#contract/v1/imports.ts'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { ImportKind } from './import-kinds.ts'
import { OwnWords } from './own-words.tsx'
import {
  type Correcting,
  heldBackIn,
  ResultErrors,
  ResultFigures,
  ResultEffects,
  ResultWarnings,
} from './result-figures.tsx'

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
    <Card>
      <Title ref={heading} tabIndex={-1} order={2}>
        {t('Preview')}
      </Title>
      <ResultFigures result={result} />
      <ResultEffects kind={kind} result={result} />
      {doubtful > 0 ? (
        <Note tone="warn">
          {plural(
            doubtful,
            '{{count}} row looks like something already here. Tick it to import it anyway.',
            '{{count, number}} rows look like something already here. Tick those to import anyway.',
          )}
        </Note>
      ) : null}
      {bad > 0 ? (
        <Note tone="warn">
          {good === 0 && result.unchanged === 0 && doubtful === 0
            ? t('No rows can be imported.')
            : plural(bad, '{{count}} row can’t be imported.', '{{count, number}} rows can’t be imported.')}
        </Note>
      ) : doubtful > 0 ? null : (
        <Note tone="good">{t(good === 0 ? 'Everything in this file is already here.' : 'No errors.')}</Note>
      )}
      <Group>
        <Button variant="default" disabled={isChecking} onClick={onBack}>
          {t('Back to columns')}
        </Button>
        <Button variant="default" disabled={isChecking} onClick={onAgain}>
          {t('Choose another file')}
        </Button>
        {isCorrected ? (
          <Button loading={isChecking} onClick={onCheckAgain}>
            {t('Check again')}
          </Button>
        ) : good === 0 ? null : (
          <Button
            h="auto"
            mih={46}
            styles={{ label: { whiteSpace: 'normal' } }}
            disabled={isChecking}
            onClick={() => onStart(heldBack > 0)}
          >
            {heldBack > 0
              ? plural(
                  good,
                  'Import {{count, number}} row without errors',
                  'Import {{count, number}} rows without errors',
                )
              : t('Import')}
          </Button>
        )}
      </Group>
      <OwnWords result={result} kind={kind} correcting={correcting} />
      <ResultErrors result={result} kind={kind} correcting={correcting} />
      <ResultWarnings result={result} kind={kind} />
    </Card>
  )
}
