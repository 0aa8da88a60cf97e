import { useState, type ReactNode } from 'react'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Link } from 'react-router-dom'
import type { Device } from '#client/offline/store/device.ts'
import type { PullReport } from '#client/offline/pull.ts'
import { Button } from '#client/ui/core/button.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { AlertIcon, CheckIcon } from '#client/ui/core/icons.tsx'
import type { Readiness } from './readiness.ts'
import { readySentence } from './ready-words.ts'
import { useReadiness } from './sync-data.ts'
import styles from './sync-page.module.css'

interface ReadyPageProps {
  device: Device
  chip: ReactNode
  pickupsPath: string
  /** A Safari tab: its storage is neither permanent nor shared with the installed app. */
  installFirst: boolean
  /** The app is installed and needs no install notice. */
  installed: boolean
  onFetch: () => Promise<Pick<PullReport, 'ended'>>
}

/** Whether the phone has everything the driver needs to leave. */
export function ReadyPage({ device, chip, pickupsPath, installFirst, installed, onFetch }: ReadyPageProps) {
  const { t } = useTranslation('sync')
  const { readiness, again } = useReadiness(device)
  return (
    <>
      <PageHeader title={t('ready')} right={chip} />
      <PageContent>
        <div className={styles.page}>
          <Link className={styles.back} to={pickupsPath}>
            ‹ {t('back')}
          </Link>
          {installFirst ? (
            <section className={`${styles.part} ${styles.warn}`}>
              <h2>{t('installFirst')}</h2>
              <p>{t('installFirstWhy')}</p>
            </section>
          ) : null}
          {readiness === undefined ? (
            <div className={styles.bone} aria-busy="true" />
          ) : (
            <Light readiness={readiness} device={device} installed={installed} onFetch={onFetch} again={again} />
          )}
        </div>
      </PageContent>
    </>
  )
}

interface LightProps {
  readiness: Readiness
  device: Device
  installed: boolean
  onFetch: ReadyPageProps['onFetch']
  again: () => void
}

function Light({ readiness, device, installed, onFetch, again }: LightProps) {
  const { t } = useTranslation('sync')
  const [fetching, setFetching] = useState(false)
  const [refused, setRefused] = useState(false)
  // The last pull before the one that failed; a later successful one removes the notice.
  const [unanswered, setUnanswered] = useState<string | null>()
  const { ready } = readiness
  // Storage the browser may evict does not count as ready.
  const green = ready && readiness.protected !== false && !readiness.untrusted

  async function fetchAgain(): Promise<void> {
    setFetching(true)
    setUnanswered(undefined)
    try {
      if ((await onFetch()).ended === 'no-answer') setUnanswered(readiness.lastPullAt)
    } finally {
      setFetching(false)
      again()
    }
  }

  async function protect(): Promise<void> {
    setRefused(!(await device.ports.persist?.()))
    again()
  }

  return (
    <section className={styles.part}>
      <div className={`${styles.light} ${green ? styles.green : styles.amber}`}>
        <span className={styles.lamp}>{green ? <CheckIcon size={44} /> : <AlertIcon size={44} />}</span>
        <h2 className={styles.big}>
          {green
            ? t('readyYes')
            : ready
              ? t(installed || readiness.untrusted ? 'readyThough' : 'readyUnprotected')
              : t('readyNo')}
        </h2>
      </div>
      <p role="status" className={styles.sentence}>
        {readySentence(t, readiness)}
      </p>
      {readiness.runs.length < 2 ? null : (
        <p>{readiness.runs.map(({ name, stops }) => `${name}: ${t('stopsOfRun', { count: stops })}`).join(' · ')}</p>
      )}
      {readiness.photosTotal === 0 ? null : (
        <p className={styles.hint}>
          {readiness.photosPinned === readiness.photosTotal
            ? t('photosPinned')
            : t('photosMissing', { here: readiness.photosPinned, total: readiness.photosTotal })}
        </p>
      )}
      {readiness.short ? <p className={styles.answer}>{t('lowStorage')}</p> : null}
      {readiness.untrusted ? <p className={styles.answer}>{t('untrusted')}</p> : null}
      {readiness.withoutJournal ? <p className={styles.hint}>{t('withoutJournal')}</p> : null}
      <div className={styles.pair}>
        <Button variant={ready ? 'default' : 'filled'} loading={fetching} onClick={() => void fetchAgain()}>
          {t('fetchAgain')}
        </Button>
        {readiness.protected === false && device.ports.persist ? (
          <Button variant="default" onClick={() => void protect()}>
            {t('protectNow')}
          </Button>
        ) : null}
      </div>
      <p role="alert" className={styles.answer}>
        {unanswered === readiness.lastPullAt ? t('nothingFetched') : ''}
      </p>
      {readiness.protected === false ? (
        <p className={styles.hint}>
          {[
            t('protectWhy'),
            ...(refused ? [t('protectRefused'), ...(installed ? [] : [t('protectInstalled')])] : []),
          ].join(' ')}
        </p>
      ) : null}
    </section>
  )
}
