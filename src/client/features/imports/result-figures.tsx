import { Button, Checkbox, Group, Stack, Table, Text, TextInput } from '@mantine/core'
import Papa from 'papaparse'
import type { ImportResult } from '#contract/v1/imports.ts'
import { showDollars } from '#domain/money.ts'
import { saveCsv } from '#client/shells/csv-export.ts'
import { Note } from '#client/ui/core/note.tsx'
import { Figures } from '#client/shells/figures.tsx'
import { plural, sentences, t } from '#client/ui/core/texts.ts'
import type { Corrections } from './corrections.ts'
import type { Field, ImportKind } from './import-kinds.ts'
import { FIELD_NAMES } from './field-names.ts'
import stacked from '#client/ui/office/stacked.module.css'

const FIGURE_WORDS = sentences({
  rows: 'Rows',
  created: 'New',
  updated: 'Changed',
  unchanged: 'Unchanged',
})

const FIGURES = ['rows', 'created', 'updated', 'unchanged'] as const

/** How many rows were held back, those beyond the listed ones among them. */
export function heldBackIn({ errors, questions = [], more }: ImportResult) {
  const bad = errors.length + (more?.errors ?? 0)
  const doubtful = questions.length + (more?.questions ?? 0)
  return { bad, doubtful, all: bad + doubtful }
}

export function ResultFigures({ result }: { result: ImportResult }) {
  const { bad, doubtful: questions } = heldBackIn(result)
  return (
    <Figures
      figures={[
        ...FIGURES.map((name) => ({ label: t(FIGURE_WORDS[name]), value: result[name].toLocaleString('en-AU') })),
        { label: t('Errors'), value: bad.toLocaleString('en-AU'), isBad: bad > 0 },
        ...(questions === 0 ? [] : [{ label: t('Look alike'), value: questions.toLocaleString('en-AU'), isBad: true }]),
      ]}
    />
  )
}

const NO_MONEY = { debts: 0, owed: 0, credits: 0, credit: 0, prepaid: 0, prices: 0 }

/** What importing these rows books, and whose price or week it changes. */
export function ResultEffects({ kind, result: { money, moves = 0 } }: { kind: ImportKind; result: ImportResult }) {
  if (money === undefined && moves === 0) return null
  const { debts, owed, credits, credit, prepaid, prices } = money ?? NO_MONEY
  const figures = [
    debts > 0 &&
      (kind.noun === 'Invoices'
        ? plural(
            debts,
            '{{count}} open invoice will be booked: {{amount}} owing.',
            '{{count, number}} open invoices will be booked: {{amount}} owing.',
            { amount: showDollars(owed) },
          )
        : plural(
            debts,
            '{{count}} customer will owe {{amount}} from the old program.',
            '{{count, number}} customers will owe {{amount}} from the old program.',
            { amount: showDollars(owed) },
          )),
    credits > 0 &&
      plural(
        credits,
        '{{count}} customer will have {{amount}} in credit.',
        '{{count, number}} customers will have {{amount}} in credit.',
        { amount: showDollars(credit) },
      ),
    prepaid > 0 &&
      plural(
        prepaid,
        '{{count}} collection will count as paid in advance.',
        '{{count, number}} collections will count as paid in advance.',
      ),
    prices > 0 &&
      plural(
        prices,
        '{{count}} customer will pay another price.',
        '{{count, number}} customers will pay another price.',
      ),
    moves > 0 &&
      plural(
        moves,
        '{{count}} customer will move to another week with the suburb.',
        '{{count, number}} customers will move to another week with their suburbs.',
      ),
  ]
  return <Note tone="warn">{figures.filter(Boolean).join(' ')}</Note>
}

/** The server names its own columns: "weekNumber “9”: use a week from 1 to 5; label: ...". */
const COLUMN = /(^|; )([a-zA-Z]+)(?=: | “)/g

export const fieldsIn = (message: string, fields: readonly Field[]) =>
  [...message.matchAll(COLUMN)].flatMap(([, , name]) => fields.find((field) => field === name) ?? [])

/** What was understood only in part, or is unusual, in rows that are imported. */
export function ResultWarnings({ result: { warnings = [], more }, kind }: { result: ImportResult; kind: ImportKind }) {
  const inWords = columnWords(kind)
  if (warnings.length === 0) return null
  return (
    <Table.ScrollContainer minWidth={0} type="native">
      <Table captionSide="top" className={stacked.stacked!}>
        <Table.Caption>
          {plural(
            warnings.length + (more?.warnings ?? 0),
            '{{count}} row is imported with a warning',
            '{{count, number}} rows are imported with a warning',
          )}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Line')}</Table.Th>
            <Table.Th scope="col">{t('Name')}</Table.Th>
            <Table.Th scope="col">{t('Warning')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {warnings.slice(0, SHOWN).map(({ line, name, message }) => (
            <Table.Tr key={line}>
              <Table.Td>{line}</Table.Td>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{inWords(message)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** The server's message with our labels in place of its names of columns. */
function columnWords({ fields }: ImportKind): (message: string) => string {
  return (message) =>
    message.replace(COLUMN, (all, before: string, name: string) =>
      name in fields ? `${before}${t(FIELD_NAMES[name as Field])}` : all,
    )
}

interface CorrectRowProps extends Correcting {
  line: number
  fields: readonly Field[]
  /** The row looks like something already here, and may be imported nevertheless. */
  asks: boolean
}

function CorrectRow({ line, fields, asks, cells, corrections, onCorrect }: CorrectRowProps) {
  const corrected = corrections.get(line)
  return (
    <Stack gap="xs" miw="11rem">
      {asks ? (
        <Checkbox
          label={t('Import anyway')}
          aria-label={t('Import line {{line}} anyway', { line })}
          checked={corrected?.confirmed === 'yes'}
          onChange={({ currentTarget }) => onCorrect([line], 'confirmed', currentTarget.checked ? 'yes' : '')}
        />
      ) : (
        fields.map((field) => (
          <TextInput
            key={field}
            label={t(FIELD_NAMES[field])}
            aria-label={t('{{field}}, line {{line}}', { field: t(FIELD_NAMES[field]), line })}
            value={corrected?.[field] ?? cells.get(line)?.[field] ?? ''}
            onChange={({ currentTarget }) => onCorrect([line], field, currentTarget.value)}
          />
        ))
      )}
    </Stack>
  )
}

/** Most errors on the screen; the downloadable file contains all that the server lists. */
const SHOWN = 200

/** How the held back rows are corrected; absent after the import. */
export interface Correcting {
  /** The cells of the file. */
  readonly cells: ReadonlyMap<number, Readonly<Partial<Record<Field, string>>>>
  readonly corrections: Corrections
  readonly onCorrect: (lines: readonly number[], field: Field, cell: string) => void
}

interface ResultErrorsProps {
  result: ImportResult
  kind: ImportKind
  correcting?: Correcting
}

/** The rows that were held back, with line numbers as an editor counts them. */
export function ResultErrors({ result, kind, correcting }: ResultErrorsProps) {
  const inWords = columnWords(kind)
  const questions = (result.questions ?? []).map((question) => ({ ...question, isQuestion: true }))
  const errors = [...questions, ...result.errors.map((error) => ({ ...error, isQuestion: false }))].sort(
    (a, b) => a.line - b.line,
  )
  if (errors.length === 0) return null
  const fields = Object.keys(kind.fields) as Field[]
  const save = () =>
    saveCsv(
      `${kind.noun.toLowerCase()}-errors.csv`,
      Papa.unparse(
        {
          fields: [t('Line'), t('Name'), t('Problem')],
          data: errors.map(({ line, name, message }) => [line, name ?? '', inWords(message)]),
        },
        { escapeFormulae: true, newline: '\r\n' },
      ),
    )
  return (
    <>
      <Group>
        <Button variant="default" onClick={save}>
          {t('Download errors (CSV)')}
        </Button>
        {errors.length > SHOWN ? (
          <Text span c="dimmed">
            {heldBackIn(result).all > errors.length
              ? t(
                  'Showing the first {{shown}} of {{total, number}}. The CSV has the first {{listed, number}}; check the file again for the others.',
                  { shown: SHOWN, listed: errors.length, total: heldBackIn(result).all },
                )
              : t('Showing the first {{shown}} of {{total, number}}. Download the CSV for all.', {
                  shown: SHOWN,
                  total: heldBackIn(result).all,
                })}
          </Text>
        ) : null}
      </Group>
      <Table.ScrollContainer minWidth={0} type="native">
        <Table className={stacked.stacked!}>
          <Table.Caption className="visually-hidden">{t('Errors')}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('Line')}</Table.Th>
              <Table.Th scope="col">{t('Name')}</Table.Th>
              <Table.Th scope="col">{t('Problem')}</Table.Th>
              {correcting ? <Table.Th scope="col">{t('Correct here')}</Table.Th> : null}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.slice(0, SHOWN).map(({ line, name, message, isQuestion }) => (
              <Table.Tr key={line}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{inWords(message)}</Table.Td>
                {correcting ? (
                  <Table.Td>
                    <CorrectRow {...correcting} line={line} fields={fieldsIn(message, fields)} asks={isQuestion} />
                  </Table.Td>
                ) : null}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  )
}
