import { Button, Card, Text } from '@mantine/core'
import Papa from 'papaparse'
import { IMPORT_BYTES_MAX } from '#domain/import-rows.ts'
import { saveCsv } from '#client/shells/csv-export.ts'
import { DropFile } from '#client/shells/drop-file.tsx'
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
  return (
    <Card withBorder radius="lg" padding="lg" className={styles.card}>
      <Text maw="46rem">{t(`how${kind.noun}`)}</Text>
      <DropFile
        accept=".csv,.txt,.xlsx,.xls,text/csv,text/plain"
        wrong={wrong === null ? null : t(wrong, { mb: IMPORT_BYTES_MAX / 1_048_576 })}
        onFile={onFile}
      >
        <span className={styles.soft}>{t('kinds')}</span>
      </DropFile>
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
