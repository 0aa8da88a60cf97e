import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { listBankFiles } from '#contract/v1/bank.ts'
import { formatDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { bankPaths } from './bank-paths.ts'
import styles from './bank.module.css'

const SHOWN = 4

/** The day up to which the bank's lines are imported. */
export function LastImports() {
  const { t } = useTranslation('bank')
  const files = useQuery(ask(listBankFiles, { perPage: SHOWN }))
  if (files.data === undefined) return null
  return (
    <section aria-labelledby="last-imports" className={styles.last}>
      <h2 id="last-imports" className={styles.heading}>
        {t('lastImports')}
      </h2>
      {files.data.items.length === 0 ? <p className={styles.soft}>{t('noImports')}</p> : null}
      <ul>
        {files.data.items.map(({ bankFileID, name, from, to, posted, waiting, createdAt, createdBy, endedAt }) => (
          <li key={bankFileID} className={styles.lastFile}>
            <Link to={bankPaths.linesOf(bankFileID)}>{name}</Link>
            {from === null || to === null ? null : (
              <span>{t('lastDays', { from: formatDay(from), to: formatDay(to) })}</span>
            )}
            <span>{endedAt === null ? t('interrupted') : t('lastPaid', { paid: posted, waiting })}</span>
            <span className={styles.soft}>{t('lastBy', { time: formatDayAndTime(createdAt), name: createdBy })}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
