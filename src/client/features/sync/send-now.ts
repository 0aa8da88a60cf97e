import type { Translate } from '#client/ui/core/i18n.ts'
import type { DrainReport } from '#client/offline/send/drain.ts'
import { unsentAnywhere } from '#client/offline/store/queries.ts'
import { readMetas } from '#client/offline/store/meta.ts'
import type { Device } from '#client/offline/store/device.ts'

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
  const before = await idsWaiting(device)
  let { ended } = await send()
  for (let look = 0; ended === 'busy' && look < LOOKS; look++) {
    onBusy()
    await new Promise<void>((resolve) => device.ports.timers.set(LOOK_AGAIN_MS, resolve))
    ended = (await send()).ended
  }
  const left = await idsWaiting(device)
  const sent = [...before.all].filter((id) => !left.all.has(id)).length
  const refused = [...left.attention].some((id) => !before.attention.has(id))
  const waits = left.all.size - left.attention.size
  const why = refused ? t('why-needs-attention') : waits === 0 ? null : await whyNot(t, device, ended)
  const say = (text: string) => ({ text, left: left.all.size > 0 })
  if (why === null && sent === 0) return say(t('nothingToSend'))
  if (why === t('nothingSent') && sent === 0) return say(why)
  return say(
    [
      sent > 0 ? t('sentNow', { count: sent }) : t('sentNone'),
      ...(waits > 0 && sent > 0 ? [t('stillWait', { count: waits })] : []),
      ...(why === null ? [] : [why]),
    ].join(' '),
  )
}

async function idsWaiting({ db }: Device): Promise<{ all: Set<string>; attention: Set<string> }> {
  const unsent = await unsentAnywhere(db)
  const ids = (events: typeof unsent) => new Set(events.map(({ eventID }) => eventID))
  return { all: ids(unsent), attention: ids(unsent.filter(({ state }) => state === 'needs-attention')) }
}

/** Why something still waits afterwards; null: it waits for another event, which is shown beside it. */
async function whyNot(t: T, device: Device, ended: DrainReport['ended']): Promise<string | null> {
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
      return t('stillWait', {
        count: (await unsentAnywhere(db)).filter(({ state }) => state !== 'needs-attention').length,
      })
  }
}
