import { Button } from '@mantine/core'
import Papa from 'papaparse'
import type { ImportResult } from '#contract/v1/imports.ts'
import { saveCsv } from '#client/shells/csv-export.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import type { Field, ImportKind } from './import-kinds.ts'
import styles from './import-page.module.css'

const FIGURES = ['rows', 'created', 'updated', 'unchanged'] as const

export function ResultFigures({ result }: { result: ImportResult }) {
  const { t } = useTranslation('imports')
  return (
    <dl className={styles.figures}>
      {FIGURES.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{result[name].toLocaleString('en-AU')}</dd>
        </div>
      ))}
      <div data-bad={result.errors.length > 0}>
        <dt>{t('errors')}</dt>
        <dd>{result.errors.length.toLocaleString('en-AU')}</dd>
      </div>
    </dl>
  )
}

/** Most errors on the screen; the downloadable file contains all. */
const SHOWN = 200

/** The errors, with line numbers as an editor counts them. */
export function ResultErrors({ result: { errors }, kind }: { result: ImportResult; kind: ImportKind }) {
  const { t } = useTranslation('imports')
  if (errors.length === 0) return null
  // The server names its own columns: "weekNumber: a week from 1 to 5 is expected".
  const fields = Object.keys(kind.fields) as Field[]
  const inWords = (message: string) =>
    message.replace(/(^|; )([a-zA-Z]+)(?=: | “)/g, (all, before: string, name: string) =>
      fields.some((field) => field === name) ? `${before}${t(name as Field)}` : all,
    )
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
          <span className={styles.soft}>{t('errorsShown', { shown: SHOWN, total: errors.length })}</span>
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
            </tr>
          </thead>
          <tbody>
            {errors.slice(0, SHOWN).map(({ line, name, message }, place) => (
              <tr key={place}>
                <td>{line}</td>
                <td>{name}</td>
                <td>{inWords(message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
