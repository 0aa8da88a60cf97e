import { Button, Card, Text } from '@mantine/core'
import Papa from 'papaparse'
import { IMPORT_BYTES_MAX, workbookWords } from '#domain/import-rows.ts'
import { saveCsv } from '#client/shells/csv-export.ts'
import { DropFile } from '#client/shells/drop-file.tsx'
import { sentences, t } from '#client/ui/core/texts.ts'
import type { Field, ImportKind } from './import-kinds.ts'
import type { Unreadable } from './read-file.ts'

const HOW_WORDS = sentences({
  Suburbs:
    'A CSV file, one suburb per row. Suburbs already here (same name and postcode) are updated; customers who follow a suburb’s week move with it.',
  Customers:
    'A CSV file, one customer per row. Customers already here (same Ref ID) are updated, new ones added as migrated. No emails are sent.',
  Invoices:
    'A CSV file, one unpaid invoice of your old program per row, with what is still owing. Each is imported once. No emails are sent.',
})

const WRONG_WORDS = sentences({
  fileEmpty: 'This file is empty.',
  fileOneLine: 'This file has a heading row only.',
  fileTooLarge: 'Max file size: {{mb}} MB',
  fileUnreadable: 'Couldn’t read this file. Please choose it again.',
})

function wrongInWords(wrong: Unreadable): string {
  if (wrong === 'fileXlsx') return workbookWords.xlsx
  if (wrong === 'fileXls') return workbookWords.xls
  return t(WRONG_WORDS[wrong], { mb: IMPORT_BYTES_MAX / 1_048_576 })
}

interface ChooseFileProps {
  kind: ImportKind
  wrong: Unreadable | null
  onFile: (file: File) => void
}

export function ChooseFile({ kind, wrong, onFile }: ChooseFileProps) {
  return (
    <Card>
      <Text maw="46rem">{t(HOW_WORDS[kind.noun])}</Text>
      <DropFile
        accept=".csv,.txt,.xlsx,.xls,text/csv,text/plain"
        wrong={wrong === null ? null : wrongInWords(wrong)}
        onFile={onFile}
      >
        <Text span c="dimmed">
          {t('CSV: .csv or .txt')}
        </Text>
      </DropFile>
      <div>
        <Button variant="default" onClick={() => saveTemplate(kind)}>
          {t('Download template')}
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
