import { useCallback, useEffect, useState } from 'react'
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
import { Bullets, Row, Section } from '#client/ui/core/parts.tsx'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { currentEndpoint, pushAbility, subscribeBrowser, unsubscribeBrowser } from './browser-push.ts'
import { OtherDevices } from './other-devices.tsx'
import { forgetPush, rememberPush } from './push-memory.ts'
import { publicKey } from './see-push.ts'

/** @param needsInstall an iPhone or iPad, on which only the installed app has notifications */
export function PushSection({ needsInstall }: { needsInstall: boolean }) {
  const { profile } = useOffice()
  const [ability, setAbility] = useState(() => pushAbility(needsInstall))
  const look = useCallback(() => setAbility(pushAbility(needsInstall)), [needsInstall])
  // The user may come back from the browser's settings.
  useEffect(() => {
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [look])
  return (
    <Section
      title={t('Notifications')}
      how={`${t('The evening before your collection, when it’s collected, and when there’s an invoice to pay.')}${profile.config.mailServer === false ? '' : ` ${t('Emails come as before.')}`}`}
    >
      {ability === 'unsupported' ? <p>{t('This browser can’t show notifications.')}</p> : null}
      {ability === 'install-first' ? (
        <div>
          <p>{t('On an iPhone or iPad, add {{name}} to your Home Screen first:', { name: profile.business.name })}</p>
          <Bullets as="ol">
            <li>{t('Tap Share at the bottom of Safari.')}</li>
            <li>{t('Choose “Add to Home Screen”.')}</li>
            <li>
              {t('Open {{name}} there, log in, and turn on notifications on this page.', {
                name: profile.business.name,
              })}
            </li>
          </Bullets>
        </div>
      ) : null}
      {ability === 'denied' ? (
        <Note tone="warn">
          {t(
            'Notifications are blocked for this site. Allow them in your browser’s settings, then open this page again.',
          )}
        </Note>
      ) : null}
      <Devices possible={ability === 'possible'} onTried={look} />
    </Section>
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
  const { call, profile } = useOffice()
  const command = useCommand()
  const [busy, setBusy] = useState(false)

  async function turnOn(): Promise<void> {
    const subscription = await subscribeBrowser(() => publicKey(call)).catch(() => 'failed' as const)
    if (subscription === 'failed')
      return showFailure(
        t('An error occurred.'),
        t('This browser couldn’t turn on notifications. Please try another browser.'),
      )
    if (subscription === null)
      return showFailure(t('An error occurred.'), t('Your browser didn’t allow notifications.'))
    const answer = await command(createPushSubscription, subscription, { done: t('Notifications on') })
    if (answer.kind === 'ok') rememberPush(profile.userID, subscription.endpoint)
    else await unsubscribeBrowser()
  }

  async function turnOff(pushSubscriptionID: string): Promise<void> {
    await command(deletePushSubscription, { pushSubscriptionID }, { done: t('Notifications off') })
    forgetPush()
    await unsubscribeBrowser()
  }

  const run = (work: Promise<void>) => {
    setBusy(true)
    void work.then(again).finally(() => setBusy(false))
  }
  return (
    <>
      {id === null ? null : <p>{t('On for this device.')}</p>}
      <Row>
        {id === null ? (
          <Button loading={busy} onClick={() => run(turnOn())}>
            {t('Turn on')}
          </Button>
        ) : (
          <Button variant="default" loading={busy} onClick={() => run(turnOff(id))}>
            {t('Turn off')}
          </Button>
        )}
      </Row>
    </>
  )
}
