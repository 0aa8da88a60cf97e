import { useState } from 'react'
import { useTranslation } from '#client/ui/use-translation.ts'
import { Link } from 'react-router-dom'
import { formatTime } from '#client/ui/time-text.ts'
import type { DriverPaths } from './driver-paths.ts'
import styles from './pickups-page.module.css'

/** Before the first run, or before anything was fetched: what happens next, and that he need not wait for it here. */
export function NoRun({ lastPullAt, onLook, paths }: { lastPullAt: string | null; onLook: () => Promise<unknown>; paths: DriverPaths }) {
  const { t } = useTranslation('pickups')
  const [looking, setLooking] = useState(false)
  return (
    <section className={styles.empty}>
      <h2>{t(lastPullAt === null ? 'notHere' : 'noRun')}</h2>
      <p>{t(lastPullAt === null ? 'notHereWhy' : 'noRunWhy')}</p>
      <p className={styles.hint} role="status">
        {looking ? t('looking') : lastPullAt === null ? t('neverLooked') : t('lastLooked', { time: formatTime(lastPullAt) })}
      </p>
      <button
        type="button"
        className={styles.main}
        disabled={looking}
        onClick={() => {
          setLooking(true)
          void onLook().finally(() => setLooking(false))
        }}
      >
        {t('lookNow')}
      </button>
      <Link className={styles.action} to={paths.incomes()}>
        {t('seeIncomes')}
      </Link>
    </section>
  )
}

/** After the last stop: whether he may drive home, or must first find signal. */
export function AllDone({ total, waiting, paths }: { total: number; waiting: number; paths: DriverPaths }) {
  const { t } = useTranslation('pickups')
  return (
    <section className={styles.finished}>
      <h2>{t('allDone', { count: total })}</h2>
      <p>{waiting === 0 ? t('allSent') : t('toSend', { count: waiting })}</p>
      {waiting === 0 ? null : (
        <Link className={styles.main} to={paths.unsent()}>
          {t('seeUnsent')}
        </Link>
      )}
      <Link className={styles.action} to={paths.incomes()}>
        {t('seeIncomes')}
      </Link>
    </section>
  )
}
