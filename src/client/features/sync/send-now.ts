import { countUnsent, unsentInWords } from '#domain/unsent-count.ts'
import type { Translate } from '#client/ui/core/i18n.ts'
import type { DrainReport } from '#client/offline/send/send.ts'
import { unsentAnywhere } from '#client/offline/unsent.ts'
import { readMetas } from '#client/offline/store/meta.ts'
import type { Device } from '#client/offline/store/device.ts'
import type { StoredEvent } from '#client/offline/store/schema.ts'

type T = Translate<'sync'>

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
  t: T,
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
  const why = refused ? t('why-needs-attention') : waits.length === 0 ? null : await whyNot(t, device, ended, waits)
  const say = (text: string) => ({ text, left: left.size > 0 })
  if (why === null && sent.length === 0) return say(t('nothingToSend'))
  if (why === t('nothingSent') && sent.length === 0) return say(why)
  return say(
    [
      sent.length > 0 ? t('sentNow', { what: inWords(sent) }) : t('sentNone'),
      ...(waits.length > 0 && sent.length > 0 ? [t('stillWait', { what: inWords(waits) })] : []),
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
  t: T,
  device: Device,
  ended: DrainReport['ended'],
  waits: readonly StoredEvent[],
): Promise<string | null> {
  const { db } = device
  const { pause, link, deviceID } = await readMetas(db, 'pause', 'link', 'deviceID')
  // The database was deleted under the open page. An empty one knows of no sign-in, and the records are sent from
  // memory.
  if (deviceID !== device.deviceID) return t('storageBroken')
  switch (ended) {
    case 'busy':
      return t('stillSending')
    case 'paused':
    case 'stopped':
      // The user is no longer signed in on this phone, even where no refusal was stored.
      return t(`why-${pause?.kind ?? 'sign-in'}`)
    case 'no-verdict':
      return link?.state === 'offline' ? t('nothingSent') : link?.state === 'captive' ? t('why-captive') : t('noAnswer')
    case 'idle':
      return t('stillWait', { what: inWords(waits) })
  }
}
