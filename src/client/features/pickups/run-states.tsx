import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { PageContent } from '#client/ui/core/app-shell.tsx'
import { screenIsEmpty } from '#client/ui/core/first-screen.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { onRun, type RunFigures } from '#domain/run-figures.ts'
import { type UnsentCount, unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import { figuresInWords } from '#client/shells/stop-figures.ts'
import { formatTime } from '#client/ui/core/time-text.ts'
import type { DriverPaths } from './addresses.ts'
import type { RunView } from './pickups-data.ts'
import styles from './pickups-page.module.css'

/** Placeholders in the places of the coming content, so that nothing moves. */
export function PickupsLoading() {
  return (
    <PageContent wide>
      <div className={styles.page} aria-busy="true">
        <div className={styles.boneCard} />
        <div className={styles.column}>
          {[0, 1, 2, 3].map((row) => (
            <div key={row} className={styles.boneRow} />
          ))}
        </div>
      </div>
    </PageContent>
  )
}

interface NoRunProps {
  lastPullAt: string | null
  first: RunView['first']
  onLook: () => Promise<unknown>
  paths: DriverPaths
}

/** Shown before the first run, or before the first pull; until it is known which, neither is stated. */
export function NoRun({ lastPullAt, first, onLook, paths }: NoRunProps) {
  const { t } = useTranslation('pickups')
  const [looking, setLooking] = useState(false)
  useEffect(screenIsEmpty, [])
  if (lastPullAt === null && first === 'asking') {
    return (
      <section className={styles.empty} aria-busy="true">
        <h2>{t('loadingStops')}</h2>
        <div className={styles.boneRow} />
        <div className={styles.boneRow} />
      </section>
    )
  }
  const why = lastPullAt !== null ? 'noRunWhy' : first === 'no-signal' ? 'notHereWhy' : 'notHereLater'
  return (
    <section className={styles.empty}>
      <h2>{t(lastPullAt === null ? 'notHere' : 'noRun')}</h2>
      <p>{t(why)}</p>
      <p className={styles.hint} role="status">
        {looking
          ? t('looking')
          : lastPullAt === null
            ? t('neverLooked')
            : t('lastLooked', { time: formatTime(lastPullAt) })}
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

/** Shown after the last stop, or when every stop has left the run: all is sent, or signal is still needed. */
interface AllDoneProps {
  figures: RunFigures
  unsent: UnsentCount
  paths: DriverPaths
}

export function AllDone({ figures, unsent, paths }: AllDoneProps) {
  const { t } = useTranslation('pickups')
  const { done, planned } = figures
  const left = onRun(figures)
  const isAllSent = unsentTotal(unsent) === 0
  return (
    <section className={styles.finished}>
      <h2>{left === 0 ? t('noneLeft') : done === left ? t('allDone', { count: done }) : t('finished')}</h2>
      {done === planned ? null : <p>{figuresInWords(t, figures)}</p>}
      <p>{isAllSent ? t('allSent') : t('toSend', { what: unsentInWords(unsent) })}</p>
      {isAllSent ? null : (
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
