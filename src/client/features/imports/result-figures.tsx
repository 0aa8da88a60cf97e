import { Button, Checkbox, TextInput } from '@mantine/core'
import Papa from 'papaparse'
import type { ImportResult } from '#contract/v1/imports.ts'
import { nearestCents, showMoney } from '#domain/money.ts'
import { saveCsv } from '#client/shells/csv-export.ts'
import { Note } from '#client/ui/core/note.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Corrections } from './corrections.ts'
import type { Field, ImportKind } from './import-kinds.ts'
import styles from './import-page.module.css'

const FIGURES = ['rows', 'created', 'updated', 'unchanged'] as const

/** How many rows were held back, those beyond the listed ones among them. */
export function heldBackIn({ errors, questions = [], more }: ImportResult) {
  const bad = errors.length + (more?.errors ?? 0)
  const doubtful = questions.length + (more?.questions ?? 0)
  return { bad, doubtful, all: bad + doubtful }
}

export function ResultFigures({ result }: { result: ImportResult }) {
  const { t } = useTranslation('imports')
  const { bad, doubtful: questions } = heldBackIn(result)
  return (
    <dl className={styles.figures}>
      {FIGURES.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{result[name].toLocaleString('en-AU')}</dd>
        </div>
      ))}
      <div data-bad={bad > 0}>
        <dt>{t('errors')}</dt>
        <dd>{bad.toLocaleString('en-AU')}</dd>
      </div>
      {questions === 0 ? null : (
        <div data-bad>
          <dt>{t('questions')}</dt>
          <dd>{questions.toLocaleString('en-AU')}</dd>
        </div>
      )}
    </dl>
  )
}

/** What importing these rows books, and whose price it changes. */
export function ResultMoney({ kind, result: { money } }: { kind: ImportKind; result: ImportResult }) {
  const { t } = useTranslation('imports')
  if (money === undefined) return null
  const { debts, owed, credits, credit, prepaid, prices } = money
  const amount = (dollars: number) => showMoney(nearestCents(dollars))
  const figures = [
    debts > 0 && t(kind.noun === 'Invoices' ? 'booksInvoices' : 'booksDebts', { count: debts, amount: amount(owed) }),
    credits > 0 && t('booksCredits', { count: credits, amount: amount(credit) }),
    prepaid > 0 && t('booksPrepaid', { count: prepaid }),
    prices > 0 && t('changesPrices', { count: prices }),
  ]
  return <Note tone="warn">{figures.filter(Boolean).join(' ')}</Note>
}

/** The server names its own columns: "weekNumber “9”: use a week from 1 to 5; label: ...". */
const COLUMN = /(^|; )([a-zA-Z]+)(?=: | “)/g

export const fieldsIn = (message: string, fields: readonly Field[]) =>
  [...message.matchAll(COLUMN)].flatMap(([, , name]) => fields.find((field) => field === name) ?? [])

/** What was understood only in part, or is unusual, in rows that are imported. */
export function ResultWarnings({ result: { warnings = [], more }, kind }: { result: ImportResult; kind: ImportKind }) {
  const { t } = useTranslation('imports')
  const inWords = useColumnWords(kind)
  if (warnings.length === 0) return null
  return (
    <div className={styles.scroll}>
      <table className={styles.errors}>
        <caption className={styles.caption}>
          {t('warnings', { count: warnings.length + (more?.warnings ?? 0) })}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('line')}</th>
            <th scope="col">{t('who')}</th>
            <th scope="col">{t('warning')}</th>
          </tr>
        </thead>
        <tbody>
          {warnings.slice(0, SHOWN).map(({ line, name, message }) => (
            <tr key={line}>
              <td>{line}</td>
              <td>{name}</td>
              <td>{inWords(message)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The server's message with our labels in place of its names of columns. */
function useColumnWords({ fields }: ImportKind): (message: string) => string {
  const { t } = useTranslation('imports')
  return (message) =>
    message.replace(COLUMN, (all, before: string, name: string) =>
      name in fields ? `${before}${t(name as Field)}` : all,
    )
}

interface CorrectRowProps extends Correcting {
  line: number
  fields: readonly Field[]
  /** The row looks like something already here, and may be imported nevertheless. */
  asks: boolean
}

function CorrectRow({ line, fields, asks, cells, corrections, onCorrect }: CorrectRowProps) {
  const { t } = useTranslation('imports')
  const corrected = corrections.get(line)
  return (
    <div className={styles.correct}>
      {asks ? (
        <Checkbox
          label={t('importAnyway')}
          aria-label={t('importAnywayLine', { line })}
          checked={corrected?.confirmed === 'yes'}
          onChange={({ currentTarget }) => onCorrect([line], 'confirmed', currentTarget.checked ? 'yes' : '')}
        />
      ) : (
        fields.map((field) => (
          <TextInput
            key={field}
            label={t(field)}
            aria-label={t('correctOf', { field: t(field), line })}
            value={corrected?.[field] ?? cells.get(line)?.[field] ?? ''}
            onChange={({ currentTarget }) => onCorrect([line], field, currentTarget.value)}
          />
        ))
      )}
    </div>
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
  const { t } = useTranslation('imports')
  const inWords = useColumnWords(kind)
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
          fields: [t('line'), t('who'), t('why')],
          data: errors.map(({ line, name, message }) => [line, name ?? '', inWords(message)]),
        },
        { escapeFormulae: true, newline: '\r\n' },
      ),
    )
  return (
    <>
      <div className={styles.choices}>
        <Button variant="default" onClick={save}>
          {t('errorsCsv')}
        </Button>
        {errors.length > SHOWN ? (
          <span className={styles.soft}>
            {t(heldBackIn(result).all > errors.length ? 'errorsListed' : 'errorsShown', {
              shown: SHOWN,
              listed: errors.length,
              total: heldBackIn(result).all,
            })}
          </span>
        ) : null}
      </div>
      <div className={styles.scroll}>
        <table className={styles.errors}>
          <caption className="visually-hidden">{t('errors')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('line')}</th>
              <th scope="col">{t('who')}</th>
              <th scope="col">{t('why')}</th>
              {correcting ? <th scope="col">{t('correct')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {errors.slice(0, SHOWN).map(({ line, name, message, isQuestion }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>{name}</td>
                <td>{inWords(message)}</td>
                {correcting ? (
                  <td>
                    <CorrectRow {...correcting} line={line} fields={fieldsIn(message, fields)} asks={isQuestion} />
                  </td>
                ) : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
