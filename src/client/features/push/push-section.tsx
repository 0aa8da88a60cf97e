import { useCallback, useEffect, useId, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import {
  createPushSubscription,
  deletePushSubscription,
  listPushSubscriptions,
  seePushSubscription,
} from '#contract/v1/push.ts'
import { ask } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { useCommand } from '#client/shells/use-command.ts'
import { Button } from '#client/ui/core/button.tsx'
import { Note } from '#client/ui/core/note.tsx'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { currentEndpoint, pushAbility, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts'
import { OtherDevices } from './other-devices.tsx'
import { forgetPush, rememberPush } from './push-memory.ts'
import { publicKey } from './see-push.ts'
import styles from './push-section.module.css'

/** @param needsInstall an iPhone or iPad, on which only the installed app has notifications */
export function PushSection({ needsInstall }: { needsInstall: boolean }) {
  const { t } = useTranslation('push')
  const { profile } = useOffice()
  const id = useId()
  const [ability, setAbility] = useState(() => pushAbility(needsInstall))
  const look = useCallback(() => setAbility(pushAbility(needsInstall)), [needsInstall])
  // The user may come back from the browser's settings.
  useEffect(() => {
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [look])
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('title')}
      </h2>
      <p className={styles.soft}>{t('how')}</p>
      {ability === 'unsupported' ? <p>{t('unsupported')}</p> : null}
      {ability === 'install-first' ? (
        <div>
          <p>{t('installFirst', { name: profile.business.name })}</p>
          <ol className={styles.steps}>
            <li>{t('installShare')}</li>
            <li>{t('installAdd')}</li>
            <li>{t('installOpen', { name: profile.business.name })}</li>
          </ol>
        </div>
      ) : null}
      {ability === 'denied' ? <Note tone="warn">{t('denied')}</Note> : null}
      <Devices possible={ability === 'possible'} onTried={look} />
    </section>
  )
}

function Devices({ possible, onTried }: { possible: boolean; onTried: () => void }) {
  const { call } = useOffice()
  const subscriptions = useQuery(ask(listPushSubscriptions, {}))
  const here = useQuery({
    queryKey: ['push-here'],
    // The browser is asked each time, and its answer never stored.
    gcTime: 0,
    queryFn: async () => {
      const endpoint = await currentEndpoint()
      if (endpoint === null) return null
      const answer = await call(seePushSubscription, { endpoint })
      if (answer.kind !== 'ok') throw new Error('The server gave no answer.')
      return answer.value.pushSubscriptionID
    },
  })
  if (here.data === undefined) return null
  const again = () => {
    onTried()
    return Promise.all([here.refetch(), subscriptions.refetch()])
  }
  const others = subscriptions.data?.items.filter((one) => one.pushSubscriptionID !== here.data) ?? []
  return (
    <>
      {possible ? <ThisDevice id={here.data} again={again} /> : null}
      <OtherDevices devices={others} again={again} />
    </>
  )
}

/** @param id of this browser's subscription; null: off */
function ThisDevice({ id, again }: { id: string | null; again: () => Promise<unknown> }) {
  const { t } = useTranslation('push')
  const { call, profile } = useOffice()
  const command = useCommand()
  const [busy, setBusy] = useState(false)

  async function turnOn(): Promise<void> {
    const subscription = await subscribeBrowser(() => publicKey(call)).catch(() => 'failed' as const)
    if (subscription === 'failed') return showFailure(t('errorOccurred'), t('failed'))
    if (subscription === null) return showFailure(t('errorOccurred'), t('notPermitted'))
    const answer = await command(createPushSubscription, subscription, { done: t('turnedOn') })
    if (answer.kind === 'ok') rememberPush(profile.userID, subscription.endpoint)
    else await unsubscribeBrowser()
  }

  async function turnOff(pushSubscriptionID: string): Promise<void> {
    await command(deletePushSubscription, { pushSubscriptionID }, { done: t('turnedOff') })
    forgetPush()
    await unsubscribeBrowser()
  }

  const run = (work: Promise<void>) => {
    setBusy(true)
    void work.then(again).finally(() => setBusy(false))
  }
  return (
    <>
      {id === null ? null : <p>{t('onHere')}</p>}
      <div className={styles.acts}>
        {id === null ? (
          <Button loading={busy} onClick={() => run(turnOn())}>
            {t('turnOn')}
          </Button>
        ) : (
          <Button variant="default" loading={busy} onClick={() => run(turnOff(id))}>
            {t('turnOff')}
          </Button>
        )}
      </div>
    </>
  )
}
