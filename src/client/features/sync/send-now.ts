import type { TFunction } from 'i18next'
import type { DrainReport } from '#client/offline/drain.ts'
import { unsentEvents } from '#client/offline/events-in.ts'
import { readMetas } from '#client/offline/meta.ts'
import type { Phone } from '#client/offline/phone.ts'

type T = TFunction<'sync'>

/** How often it is asked whether another sender is through, ms, and how many times. */
const LOOK_AGAIN_MS = 1_000
const LOOKS = 90

/** What came of it, in words: always some. */
export interface Said {
  text: string
  /** Something still waits: the words are true for as long as it does. */
  left: boolean
}

/**
 * Sends for a person who waits for the answer.
 * @param onBusy something else of this phone is sending just now, and is waited for
 */
export async function sendNow(
  t: T,
  phone: Phone,
  send: () => Promise<Pick<DrainReport, 'ended'>>,
  onBusy: () => void,
): Promise<Said> {
  const before = await idsWaiting(phone)
  let { ended } = await send()
  for (let look = 0; ended === 'busy' && look < LOOKS; look++) {
    onBusy()
    await new Promise<void>((resolve) => phone.ports.timers.set(LOOK_AGAIN_MS, resolve))
    ended = (await send()).ended
  }
  const left = await idsWaiting(phone)
  const sent = [...before.all].filter((id) => !left.all.has(id)).length
  const refused = [...left.attention].some((id) => !before.attention.has(id))
  const waits = left.all.size - left.attention.size
  const why = refused ? t('why-needs-attention') : waits === 0 ? null : await whyNot(t, phone, ended)
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

async function idsWaiting({ db }: Phone): Promise<{ all: Set<string>; attention: Set<string> }> {
  const unsent = await unsentEvents(db)
  const ids = (events: typeof unsent) => new Set(events.map(({ eventID }) => eventID))
  return { all: ids(unsent), attention: ids(unsent.filter(({ state }) => state === 'needs-attention')) }
}

/** Why something still waits after that; null: it waits for another record, which is said beside it. */
async function whyNot(t: T, { db }: Phone, ended: DrainReport['ended']): Promise<string | null> {
  const { pause, link } = await readMetas(db, 'pause', 'link')
  switch (ended) {
    case 'busy':
      return t('stillSending')
    case 'paused':
    case 'stopped':
      // Nobody of that name is signed in on it any more, even where no refusal has been written down.
      return t(`why-${pause?.kind ?? 'sign-in'}`)
    case 'no-verdict':
      return link?.state === 'offline' ? t('nothingSent') : link?.state === 'captive' ? t('why-captive') : t('noAnswer')
    case 'idle':
      return t('stillWait', {
        count: (await unsentEvents(db)).filter(({ state }) => state !== 'needs-attention').length,
      })
  }
}
