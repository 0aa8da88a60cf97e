import { useRef, useState, type DragEvent } from 'react'
import { Button, Card, FileButton, Text } from '@mantine/core'
import Papa from 'papaparse'
import { IMPORT_BYTES_MAX } from '#domain/import-rows.ts'
import { saveCsv } from '#client/shells/csv-export.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Field, ImportKind } from './import-kinds.ts'
import type { Unreadable } from './read-file.ts'
import styles from './import-page.module.css'

interface ChooseFileProps {
  kind: ImportKind
  wrong: Unreadable | null
  onFile: (file: File) => void
}

export function ChooseFile({ kind, wrong, onFile }: ChooseFileProps) {
  const { t } = useTranslation('imports')
  const [isOver, setOver] = useState(false)
  const forget = useRef<() => void>(null)
  const take = (file: File | null | undefined) => {
    if (file) onFile(file)
    // Resets the input, so that the same file can be chosen again, for example after it was corrected.
    forget.current?.()
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <Card withBorder radius="lg" padding="lg" className={styles.card}>
      <Text maw="46rem">{t(`how${kind.noun}`)}</Text>
      <div
        className={styles.drop}
        data-over={isOver}
        onDragOver={over}
        onDragEnter={over}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <span>{t('drop')}</span>
        <FileButton onChange={take} resetRef={forget} accept=".csv,.txt,.xlsx,.xls,text/csv,text/plain">
          {(props) => <Button {...props}>{t('choose')}</Button>}
        </FileButton>
        <span className={styles.soft}>{t('kinds')}</span>
      </div>
      <p role="alert" className={styles.wrong}>
        {wrong === null ? '' : t(wrong, { mb: IMPORT_BYTES_MAX / 1_048_576 })}
      </p>
      <div>
        <Button variant="default" onClick={() => saveTemplate(kind)}>
          {t('template')}
        </Button>
      </div>
    </Card>
  )
}

function saveTemplate({ fields, example, noun }: ImportKind): void {
  const names = Object.keys(fields) as Field[]
  saveCsv(
    `${noun.toLowerCase()}-template.csv`,
    Papa.unparse({ fields: names, data: [names.map((name) => example[name] ?? '')] }, { newline: '\r\n' }),
  )
}
