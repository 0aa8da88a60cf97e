import { countUnsent, unsentInWords } from '#domain/unsent-count.ts'
import type { DrainReport } from '#client/offline/send/send.ts'
import { unsentAnywhere } from '#client/offline/unsent.ts'
import { readMetas } from '#client/offline/store/meta.ts'
import type { Device } from '#client/offline/store/device.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'
import { t } from '#client/ui/core/texts.ts'
import { WHY_WAITING_WORDS } from './why-waiting.ts'

/** How often another sender's end is checked for, ms, and how many times. */
const LOOK_AGAIN_MS = 1_000
const LOOKS = 90

/** The result in words, never empty. */
export interface SendMessage {
  text: string
  /** The text applies only while something waits. */
  left: boolean
}

/**
 * Sends at the driver's request and returns a text about the result.
 * @param onBusy called when another sender of this phone is active and is waited for
 */
export async function sendNow(
  device: Device,
  send: () => Promise<Pick<DrainReport, 'ended'>>,
  onBusy: () => void,
): Promise<SendMessage> {
  const before = await waitingNow(device)
  let { ended } = await send()
  for (let look = 0; ended === 'busy' && look < LOOKS; look++) {
    onBusy()
    await new Promise<void>((resolve) => device.ports.timers.set(LOOK_AGAIN_MS, resolve))
    ended = (await send()).ended
  }
  const left = await waitingNow(device)
  const sent = [...before.values()].filter(({ eventID }) => !left.has(eventID))
  const isRefused = ({ state }: StoredEvent) => state === 'needs-attention'
  const refused = [...left.values()].some(
    (event) => isRefused(event) && before.get(event.eventID)?.state !== event.state,
  )
  const waits = [...left.values()].filter((event) => !isRefused(event))
  const why = refused
    ? t('Something can’t be sent as it is. See below.')
    : waits.length === 0
      ? null
      : await whyNot(device, ended, waits)
  const say = (text: string) => ({ text, left: left.size > 0 })
  if (why === null && sent.length === 0) return say(t('There was nothing to send.'))
  if (why === t('No connection, nothing was sent. It’s saved on this phone.') && sent.length === 0) return say(why)
  return say(
    [
      sent.length > 0 ? t('{{what}} sent.', { what: inWords(sent) }) : t('Nothing was sent.'),
      ...(waits.length > 0 && sent.length > 0 ? [t('{{what}} not sent yet.', { what: inWords(waits) })] : []),
      ...(why === null ? [] : [why]),
    ].join(' '),
  )
}

const inWords = (events: readonly StoredEvent[]): string => unsentInWords(countUnsent(events))

async function waitingNow(device: Device): Promise<Map<string, StoredEvent>> {
  return new Map((await unsentAnywhere(device)).map((event) => [event.eventID, event]))
}

/** Why something still waits afterwards; null: it waits for another event, which is shown beside it. */
async function whyNot(
  device: Device,
  ended: DrainReport['ended'],
  waits: readonly StoredEvent[],
): Promise<string | null> {
  const { db } = device
  const { pause, link, deviceID } = await readMetas(db, 'pause', 'link', 'deviceID')
  // The database was deleted under the open page. An empty one knows of no sign-in, and the records are sent from
  // memory.
  if (deviceID !== device.deviceID)
    return t(
      'This phone’s storage is full or isn’t answering. Free some space and keep the app open; it tries again by itself.',
    )
  switch (ended) {
    case 'busy':
      return t('Still sending. You don’t need to wait here.')
    case 'paused':
    case 'stopped':
      // The user is no longer signed in on this phone, even where no refusal was stored.
      return t(WHY_WAITING_WORDS[pause?.kind ?? 'sign-in'])
    case 'no-verdict':
      return link?.state === 'offline'
        ? t('No connection, nothing was sent. It’s saved on this phone.')
        : link?.state === 'captive'
          ? t('This Wi-Fi wants its own sign-in. Use mobile data, or sign in to the Wi-Fi.')
          : t('The office’s server isn’t answering. Will send automatically.')
    case 'idle':
      return t('{{what}} not sent yet.', { what: inWords(waits) })
  }
}
