import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { countUnsent, unsentInWords } from '#domain/unsent-count.ts'
import type { Device } from '#client/offline/store/device.ts'
import type { DrainReport } from '#client/offline/send/send.ts'
import type { SyncStatus } from '#client/offline/status.ts'
import { exportUnsent } from '#client/offline/unsent.ts'
import { Button, buttonLook } from '#client/ui/core/button.tsx'
import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { Bone, Card, Lines, Section, Soft, Stack, NarrowTiles } from '#client/ui/core/parts.tsx'
import { formatDayAndTime, formatTime } from '#client/ui/core/time-text.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { AttentionItem } from './attention-item.tsx'
import { sendNow, type SendMessage } from './send-now.ts'
import { useWaiting, type WaitingAt } from './sync-data.ts'
import { chipText } from './status-words.ts'
import { useSyncStatus } from './sync-status.ts'
import { eventWords, triesWords, whyWords } from './waiting-words.ts'
import { WHY_WAITING_WORDS } from './why-waiting.ts'
import { BackLink } from '#client/shells/back-link.tsx'
import styles from './sync-page.module.css'

interface UnsentPageProps {
  device: Device
  chip: ReactNode
  pickupsPath: string
  readyPath: string
  onSend: () => Promise<DrainReport>
  saveFile: SaveFile
  /** What this phone holds of its other drivers. @param onFound told whether there is any */
  renderOthers?: (onFound: (any: boolean) => void) => ReactNode
}

/** Resolves to the file's name; null: the share sheet was dismissed. */
type SaveFile = (fileName: string, text: string) => Promise<string | null>

export function UnsentPage({ device, chip, pickupsPath, readyPath, onSend, saveFile, renderOthers }: UnsentPageProps) {
  const status = useSyncStatus(device)
  const waiting = useWaiting(device)
  const [hasOthers, setHasOthers] = useState(false)
  return (
    <>
      <PageHeader title={t('Unsent')} right={chip} />
      <PageContent>
        <Stack>
          <BackLink to={pickupsPath}>{t('Back to the stops')}</BackLink>
          {renderOthers?.(setHasOthers)}
          {status === undefined || waiting === undefined ? (
            <Bone height="14rem" aria-busy="true" />
          ) : (
            <Waits
              status={status}
              waiting={waiting}
              device={device}
              onSend={onSend}
              saveFile={saveFile}
              hasOthers={hasOthers}
              readyPath={readyPath}
            />
          )}
        </Stack>
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
  hasOthers: boolean
  readyPath: string
}

function Waits({ status, waiting, device, onSend, saveFile, hasOthers, readyPath }: WaitsProps) {
  const [sending, setSending] = useState(false)
  const [message, setMessage] = useState<Partial<SendMessage> & { eventID?: string | undefined }>({})
  const showText = (text: string, eventID?: string) => setMessage({ text, eventID })
  const attention = waiting.filter(({ why }) => why === 'needs-attention')
  const others = waiting.filter(({ why }) => why !== 'needs-attention')
  const counted = waiting.length > 0 ? '' : countText(status)

  async function onSendNow(): Promise<void> {
    setSending(true)
    showText('')
    try {
      setMessage(await sendNow(device, onSend, () => showText(t('Sending…'))))
    } catch {
      setMessage({ text: t('This phone couldn’t send just now. Your work is still saved here.'), left: true })
    } finally {
      setSending(false)
    }
  }

  async function onExport(): Promise<void> {
    try {
      const { fileName, text, unsent } = await exportUnsent(device)
      const name = await saveFile(fileName, text)
      showText(name === null ? '' : t('Exported {{what}}: {{name}}', { what: unsentInWords(unsent), name }))
    } catch {
      showText(t('Couldn’t make the file. Your work is still saved here.'))
    }
  }

  return (
    <>
      <Card>
        <h2>
          {waiting.length > 0
            ? t('{{what}} not sent yet', { what: whatWaits(waiting) })
            : status.sent === 'all-sent'
              ? t(hasOthers ? 'All of yours is sent' : 'All sent')
              : chipText({ ...status, kind: status.sent })}
        </h2>
        {waiting.length === 0 && status.lastSentAt === null ? null : (
          <p className={styles.why}>
            {waiting.length > 0 || status.lastSentAt === null
              ? whyAll(others.length === 0 && attention.length > 0 ? 'needs-attention' : status.kind)
              : t('Last sent {{time}}.', { time: formatDayAndTime(status.lastSentAt) })}
          </p>
        )}
        {counted === '' ? null : <p className={styles.why}>{counted}</p>}
        <NarrowTiles>
          {/* Sending does not help refused events, so the button is hidden when there are no others. */}
          {others.length === 0 && attention.length > 0 && !sending ? null : (
            <Button
              variant={waiting.length === 0 ? 'default' : 'filled'}
              loading={sending}
              onClick={() => void onSendNow()}
            >
              {t('Send now')}
            </Button>
          )}
          {waiting.length === 0 ? null : (
            <Button variant="default" onClick={() => void onExport()}>
              {t('Export')}
            </Button>
          )}
        </NarrowTiles>
        {waiting.length === 0 ? null : (
          <Soft>{t('Save unsent work as a file for the office. Nothing is counted twice.')}</Soft>
        )}
        <strong role="status" className={styles.message}>
          {/* A text about waiting events is hidden once they no longer wait. */}
          {(message.eventID === undefined || others.some(({ event }) => event.eventID === message.eventID)) &&
          !(message.left && waiting.length === 0)
            ? message.text
            : ''}
        </strong>
      </Card>
      {attention.length === 0 ? null : (
        <Section
          title={t('Needs attention')}
          how={t('The reason is shown with each. Change it, send it again, or discard it.')}
          className={styles.bad}
        >
          <Lines>
            {attention.map((one) => (
              <AttentionItem key={one.event.eventID} device={device} waiting={one} onMessage={showText} />
            ))}
          </Lines>
        </Section>
      )}
      {others.length === 0 ? null : (
        <Section title={t('Not sent yet')}>
          <Lines>
            {others.map((one) => (
              <WaitingItem key={one.event.eventID} one={one} status={status} />
            ))}
          </Lines>
        </Section>
      )}
      {status.kind === 'revoked' ? null : (
        <Link className={buttonLook('plain')} to={readyPath}>
          {t('Ready to leave?')}
        </Link>
      )}
    </>
  )
}

/** Events that need attention are not sent automatically, whatever happens to the others. */
function whyAll(kind: SyncStatus['kind']): string {
  return kind === 'all-sent' || kind === 'may-be-lost' ? t('Will send automatically.') : t(WHY_WAITING_WORDS[kind])
}

/**
 * The counts a driver and the office can compare; empty before the office has counted, and while more is to be sent.
 */
function countText({ counted }: SyncStatus): string {
  if (counted === null) return ''
  const { at, events, holes, equal } = counted
  if (holes.length > 0)
    return plural(
      holes.length,
      '{{count}} record didn’t reach the office. Please tell them.',
      '{{count}} records didn’t reach the office. Please tell them.',
    )
  return equal && events > 0 ? t('Checked with the office {{time}}: all there', { time: formatDayAndTime(at) }) : ''
}

const whatWaits = (waiting: readonly WaitingAt[]): string =>
  unsentInWords(countUnsent(waiting.map(({ event }) => event)))

function WaitingItem({ one, status }: { one: WaitingAt; status: SyncStatus }) {
  const tries = triesWords(one, status.nextAttemptAt)
  return (
    <Stack as="li" gap="small">
      <strong>{eventWords(one)}</strong>
      <p>{one.where ?? t('A stop that’s no longer on this phone')}</p>
      <Soft>
        {formatTime(one.recordedAt)} · {whyWords(one, status.kind)}
      </Soft>
      {tries === '' ? null : (
        <Soft as="details">
          <summary className={styles.summary}>{t('Details')}</summary>
          {tries}
        </Soft>
      )}
    </Stack>
  )
}
