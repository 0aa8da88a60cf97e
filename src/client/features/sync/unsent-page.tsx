import { useState, type ReactNode } from 'react'
import type { Translate } from '#client/ui/core/i18n.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { Link } from 'react-router-dom'
import { countUnsent, unsentInWords } from '#domain/unsent-count.ts'
import type { Device } from '#client/offline/store/device.ts'
import type { DrainReport } from '#client/offline/send/send.ts'
import type { SyncStatus } from '#client/offline/status.ts'
import { exportUnsent } from '#client/offline/unsent.ts'
import { Button } from '#client/ui/core/button.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { formatDayAndTime, formatTime } from '#client/ui/core/time-text.ts'
import { AttentionItem } from './attention-item.tsx'
import { sendNow, type SendMessage } from './send-now.ts'
import { useWaiting, type WaitingAt } from './sync-data.ts'
import { useSyncStatus } from './sync-status.ts'
import { eventWords, triesWords, whyWords } from './waiting-words.ts'
import styles from './sync-page.module.css'

interface UnsentPageProps {
  device: Device
  chip: ReactNode
  pickupsPath: string
  readyPath: string
  onSend: () => Promise<DrainReport>
  saveFile: SaveFile
}

/** Resolves to the file's name; null: the share sheet was dismissed. */
type SaveFile = (fileName: string, text: string) => Promise<string | null>

export function UnsentPage({ device, chip, pickupsPath, readyPath, onSend, saveFile }: UnsentPageProps) {
  const { t } = useTranslation('sync')
  const status = useSyncStatus(device)
  const waiting = useWaiting(device)
  return (
    <>
      <PageHeader title={t('unsent')} right={chip} />
      <PageContent>
        <div className={styles.page}>
          <Link className={styles.back} to={pickupsPath}>
            ‹ {t('back')}
          </Link>
          {status === undefined || waiting === undefined ? (
            <div className={styles.bone} aria-busy="true" />
          ) : (
            <Waits
              status={status}
              waiting={waiting}
              device={device}
              onSend={onSend}
              saveFile={saveFile}
              readyPath={readyPath}
            />
          )}
        </div>
      </PageContent>
    </>
  )
}

interface WaitsProps {
  status: SyncStatus
  waiting: readonly WaitingAt[]
  device: Device
  onSend: UnsentPageProps['onSend']
  saveFile: SaveFile
  readyPath: string
}

function Waits({ status, waiting, device, onSend, saveFile, readyPath }: WaitsProps) {
  const { t } = useTranslation('sync')
  const [sending, setSending] = useState(false)
  const [message, setMessage] = useState<Partial<SendMessage> & { eventID?: string | undefined }>({})
  const showText = (text: string, eventID?: string) => setMessage({ text, eventID })
  const attention = waiting.filter(({ why }) => why === 'needs-attention')
  const others = waiting.filter(({ why }) => why !== 'needs-attention')
  const counted = waiting.length > 0 ? '' : countText(t, status)

  async function onSendNow(): Promise<void> {
    setSending(true)
    showText('')
    try {
      setMessage(await sendNow(t, device, onSend, () => showText(t('sendingNow'))))
    } catch {
      setMessage({ text: t('sendFailed'), left: true })
    } finally {
      setSending(false)
    }
  }

  async function onExport(): Promise<void> {
    try {
      const { fileName, text, unsent } = await exportUnsent(device)
      const name = await saveFile(fileName, text)
      showText(name === null ? '' : t('exported', { what: unsentInWords(unsent), name }))
    } catch {
      showText(t('exportFailed'))
    }
  }

  return (
    <>
      <section className={styles.part}>
        <h2 className={styles.big}>
          {waiting.length > 0
            ? t('waits', { what: whatWaits(waiting) })
            : t(status.kind === 'may-be-lost' ? 'mayBeLost' : 'nothingWaits')}
        </h2>
        {waiting.length === 0 && status.lastSentAt === null ? null : (
          <p className={styles.why}>
            {waiting.length > 0 || status.lastSentAt === null
              ? whyAll(t, others.length === 0 && attention.length > 0 ? 'needs-attention' : status.kind)
              : t('nothingWaitsSince', { time: formatDayAndTime(status.lastSentAt) })}
          </p>
        )}
        {counted === '' ? null : <p className={styles.why}>{counted}</p>}
        <div className={styles.pair}>
          {/* Sending does not help refused events, so the button is hidden when there are no others. */}
          {others.length === 0 && attention.length > 0 && !sending ? null : (
            <Button
              variant={waiting.length === 0 ? 'default' : 'filled'}
              loading={sending}
              onClick={() => void onSendNow()}
            >
              {t('sendNow')}
            </Button>
          )}
          {waiting.length === 0 ? null : (
            <Button variant="default" onClick={() => void onExport()}>
              {t('export')}
            </Button>
          )}
        </div>
        {waiting.length === 0 ? null : <p className={styles.hint}>{t('exportWhy')}</p>}
        <p role="status" className={styles.message}>
          {/* A text about waiting events is hidden once they no longer wait. */}
          {(message.eventID === undefined || others.some(({ event }) => event.eventID === message.eventID)) &&
          !(message.left && waiting.length === 0)
            ? message.text
            : ''}
        </p>
      </section>
      {attention.length === 0 ? null : (
        <section className={`${styles.part} ${styles.bad}`} aria-labelledby="attention">
          <h2 id="attention">{t('attention')}</h2>
          <p className={styles.hint}>{t('attentionWhy')}</p>
          <ul className={styles.items}>
            {attention.map((one) => (
              <AttentionItem key={one.event.eventID} device={device} waiting={one} onMessage={showText} />
            ))}
          </ul>
        </section>
      )}
      {others.length === 0 ? null : (
        <section className={styles.part} aria-labelledby="waiting">
          <h2 id="waiting">{t('waitingList')}</h2>
          <ul className={styles.items}>
            {others.map((one) => (
              <WaitingItem key={one.event.eventID} one={one} status={status} />
            ))}
          </ul>
        </section>
      )}
      {status.kind === 'revoked' ? null : (
        <Link className={styles.action} to={readyPath}>
          {t('readyQuestion')}
        </Link>
      )}
    </>
  )
}

/** Events that need attention are not sent automatically, whatever happens to the others. */
function whyAll(t: Translate<'sync'>, kind: SyncStatus['kind']): string {
  return kind === 'all-sent' || kind === 'may-be-lost' ? t('why-to-send') : t(`why-${kind}`)
}

/**
 * The counts a driver and the office can compare; empty before the office has counted, and while more is to be sent.
 */
function countText(t: Translate<'sync'>, { counted }: SyncStatus): string {
  if (counted === null) return ''
  const { at, events, holes, equal } = counted
  if (holes.length > 0) return t('missed', { count: holes.length })
  return equal && events > 0 ? t('counted', { time: formatDayAndTime(at) }) : ''
}

const whatWaits = (waiting: readonly WaitingAt[]): string =>
  unsentInWords(countUnsent(waiting.map(({ event }) => event)))

function WaitingItem({ one, status }: { one: WaitingAt; status: SyncStatus }) {
  const { t } = useTranslation('sync')
  const tries = triesWords(t, one, status.nextAttemptAt)
  return (
    <li className={styles.item}>
      <p className={styles.what}>{eventWords(t, one.event)}</p>
      <p>{one.where ?? t('unknownStop')}</p>
      <p className={styles.hint}>
        {formatTime(one.event.occurredAt)} · {whyWords(t, one, status.kind)}
      </p>
      {tries === '' ? null : (
        <details className={styles.hint}>
          <summary className={styles.summary}>{t('details')}</summary>
          {tries}
        </details>
      )}
    </li>
  )
}
