import { useState, type ReactNode } from 'react'
import type { Device } from '#client/offline/store/device.ts'
import type { PullReport } from '#client/offline/pull.ts'
import { Button } from '#client/ui/core/button.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { AlertIcon, CheckIcon } from '#client/ui/core/icons.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { Bone, Card, classes, Row, Soft, Stack, NarrowTiles } from '#client/ui/core/parts.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { Readiness } from './readiness.ts'
import { readySentence } from './ready-words.ts'
import { useReadiness } from './sync-data.ts'
import { BackLink } from '#client/shells/back-link.tsx'
import tones from '#client/ui/core/tones.module.css'
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
  const { readiness, again } = useReadiness(device)
  return (
    <>
      <PageHeader title={t('Ready')} right={chip} />
      <PageContent>
        <Stack>
          <BackLink to={pickupsPath}>{t('Back to the stops')}</BackLink>
          {installFirst ? (
            <Note tone="warn" role="none">
              <h2>{t('Install the app or you could lose work')}</h2>
              <p>
                {t(
                  'Safari deletes what a tab saves after 7 days, and the installed app can’t see it. Tap Share, then “Add to Home Screen”, open Bagrun from there and sign in.',
                )}
              </p>
            </Note>
          ) : null}
          {readiness === undefined ? (
            <Bone height="14rem" aria-busy="true" />
          ) : (
            <Light readiness={readiness} device={device} installed={installed} onFetch={onFetch} again={again} />
          )}
        </Stack>
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
    <Card>
      <Row className={styles.light}>
        <span className={classes(styles.lamp, green ? styles.green : tones.warn)}>
          {green ? <CheckIcon size={44} /> : <AlertIcon size={44} />}
        </span>
        <h2>
          {green
            ? t('Ready to leave')
            : ready
              ? t(installed || readiness.untrusted ? 'Ready, but free some storage' : 'Ready, but install the app')
              : t('Not ready yet')}
        </h2>
      </Row>
      <strong role="status">{readySentence(readiness)}</strong>
      {readiness.runs.length < 2 ? null : (
        <p>
          {readiness.runs
            .map(({ name, stops }) => `${name}: ${plural(stops, '{{count}} stop', '{{count}} stops')}`)
            .join(' · ')}
        </p>
      )}
      {readiness.photosTotal === 0 ? null : (
        <Soft>
          {readiness.photosPinned === readiness.photosTotal
            ? t('All access photos are on this phone.')
            : t('Access photos still loading: {{here}} of {{total}} on this phone.', {
                here: readiness.photosPinned,
                total: readiness.photosTotal,
              })}
        </Soft>
      )}
      {readiness.short ? (
        <Note tone="bad" role="none">
          {t('This phone’s storage is nearly full: photos can’t be saved. Delete something from this phone.')}
        </Note>
      ) : null}
      {readiness.untrusted ? (
        <Note tone="bad" role="none">
          {t(
            'This phone has too little storage to be trusted: once it’s full, the browser may delete what isn’t sent. Use another phone.',
          )}
        </Note>
      ) : null}
      {readiness.withoutJournal ? (
        <Soft>
          {t(
            'Once this phone’s storage is full, nothing can be saved, and unsent work could be lost. Keep some space free.',
          )}
        </Soft>
      ) : null}
      <NarrowTiles>
        <Button variant={ready ? 'default' : 'filled'} loading={fetching} onClick={() => void fetchAgain()}>
          {t('Reload stops')}
        </Button>
        {readiness.protected === false && device.ports.persist ? (
          <Button variant="default" onClick={() => void protect()}>
            {t('Keep data safe')}
          </Button>
        ) : null}
      </NarrowTiles>
      <Note tone="bad" role="alert">
        {unanswered === readiness.lastPullAt ? t('No connection, nothing was loaded.') : ''}
      </Note>
      {readiness.protected === false ? (
        <Soft>
          {[
            t('If storage runs low, the browser may delete your stops.'),
            ...(refused
              ? [t('Your phone refused.'), ...(installed ? [] : [t('Install the app, then try again.')])]
              : []),
          ].join(' ')}
        </Soft>
      ) : null}
    </Card>
  )
}
