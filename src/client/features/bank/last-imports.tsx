import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { listBankFiles } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { t } from '#client/ui/core/texts.ts'
import { bankPaths } from './bank-paths.ts'
import styles from './bank.module.css'

const SHOWN = 4

/** The day up to which the bank's lines are imported. */
export function LastImports() {
  const files = useQuery(ask(listBankFiles, { perPage: SHOWN }))
  if (files.data === undefined) return null
  return (
    <section aria-labelledby="last-imports" className={styles.last}>
      <h2 id="last-imports" className={styles.heading}>
        {t('Last imports')}
      </h2>
      {files.data.items.length === 0 ? <p className={styles.soft}>{t('No bank file imported yet.')}</p> : null}
      <ul>
        {files.data.items.map(({ bankFileID, name, from, to, posted, waiting, createdAt, createdBy, endedAt }) => (
          <li key={bankFileID} className={styles.lastFile}>
            <Link to={bankPaths.linesOf(bankFileID)}>{name}</Link>
            {from === null || to === null ? null : (
              <span>{t('{{from}} to {{to}}', { from: formatDay(from), to: formatDay(to) })}</span>
            )}
            <span>
              {endedAt === null
                ? t('Interrupted. Import the same file again to continue.')
                : t('{{paid, number}} paid at import · {{waiting, number}} to check', { paid: posted, waiting })}
            </span>
            <span className={styles.soft}>
              {t('{{time}}, {{name}}', { time: formatDayAndTime(createdAt), name: createdBy })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
