import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { PageContent } from '#client/ui/core/app-shell.tsx'
import { screenIsEmpty } from '#client/ui/core/first-screen.ts'
import { onRun, type RunFigures } from '#domain/run-figures.ts'
import { unsentInWords, unsentTotal } from '#domain/unsent-count.ts'
import { DRIVERS_FIGURES, figuresInWords } from '#client/shells/stop-figures.ts'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { Bone, Card, Soft, Stack } from '#client/ui/core/parts.tsx'
import { formatTime } from '#client/ui/core/time-text.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import type { DriverPaths } from './addresses.ts'
import type { RunView } from './pickups-data.ts'
import styles from './pickups-page.module.css'

/** Placeholders in the places of the coming content, so that nothing moves. */
export function PickupsLoading() {
  return (
    <PageContent wide>
      <div className={styles.page} aria-busy="true">
        <Bone height="26rem" />
        <Stack>
          {[0, 1, 2, 3].map((row) => (
            <Bone key={row} height="72px" />
          ))}
        </Stack>
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
  const [looking, setLooking] = useState(false)
  useEffect(screenIsEmpty, [])
  if (lastPullAt === null && first === 'asking') {
    return (
      <Card aria-busy="true">
        <h2>{t('Loading your stops…')}</h2>
        <Bone height="72px" />
        <Bone height="72px" />
      </Card>
    )
  }
  const why =
    lastPullAt !== null
      ? t('Your stops will appear here when the office starts your run.')
      : first === 'no-signal'
        ? t('They’ll load when you have signal.')
        : t('They’ll load by themselves.')
  return (
    <Card>
      <h2>{t(lastPullAt === null ? 'No stops on this phone yet' : 'No run yet')}</h2>
      <p>{why}</p>
      <Soft role="status">
        {looking
          ? t('Checking…')
          : lastPullAt === null
            ? t('This phone hasn’t reached the office yet.')
            : t('Last checked {{time}}', { time: formatTime(lastPullAt) })}
      </Soft>
      <Button
        disabled={looking}
        onClick={() => {
          setLooking(true)
          void onLook().finally(() => setLooking(false))
        }}
      >
        {t('Refresh')}
      </Button>
      <Link className={buttonLook('plain')} to={paths.incomes()}>
        {t('See your incomes')}
      </Link>
    </Card>
  )
}

/** Shown after the last stop, or when every stop has left the run: all is sent, or signal is still needed. */
interface AllDoneProps {
  figures: RunFigures
  isOver: boolean
  unsent: RunView['unsent']
  paths: DriverPaths
}

export function AllDone({ figures, isOver, unsent, paths }: AllDoneProps) {
  const { done, planned } = figures
  const left = onRun(figures)
  const waits = unsentTotal(unsent) > 0
  return (
    <Card className={styles.finished}>
      <h2>
        {left === 0
          ? t('No stops left on this run')
          : done === (isOver ? planned : left)
            ? t('All {{count}} done', { count: done })
            : isOver
              ? plural(planned, '{{done}} of your {{count}} stop done', '{{done}} of your {{count}} stops done', {
                  done,
                })
              : t('Nothing left to do')}
      </h2>
      {done === planned ? null : <p>{figuresInWords(figures, DRIVERS_FIGURES)}</p>}
      <p>
        {waits
          ? t('{{what}} to send. Open the app where you have signal.', { what: unsentInWords(unsent) })
          : unsent.sent === 'all-sent'
            ? t('All sent. The office has everything.')
            : unsent.sent === 'may-be-lost'
              ? t('Some may be lost: tell the office.')
              : t(unsent.saving > 0 ? 'Saving photo…' : 'Checking…')}
      </p>
      {!waits ? null : (
        <Link className={buttonLook()} to={paths.unsent()}>
          {t('See unsent work')}
        </Link>
      )}
      <Link className={buttonLook('plain')} to={paths.incomes()}>
        {t('See your incomes')}
      </Link>
    </Card>
  )
}
