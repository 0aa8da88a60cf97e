import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { deletePushSubscription, type listPushSubscriptions } from '#contract/v1/push.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { Button } from '#client/ui/core/button.tsx'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { Below, Line, Soft } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'

type Device = OutputOf<typeof listPushSubscriptions>['items'][number]

export function OtherDevices({ devices, again }: { devices: readonly Device[]; again: () => Promise<unknown> }) {
  const command = useCommand()
  const [busy, setBusy] = useState<string | null>(null)
  if (devices.length === 0) return null
  const turnOff = async (pushSubscriptionID: string) => {
    setBusy(pushSubscriptionID)
    await command(deletePushSubscription, { pushSubscriptionID }, { done: t('Notifications off') })
    await again()
    setBusy(null)
  }
  return (
    <Below>
      <h3>{t('Your other devices')}</h3>
      {devices.map(({ pushSubscriptionID, device, createdAt }) => {
        const named = { device: device ?? t('Unknown device'), time: formatDayAndTime(createdAt) }
        return (
          <Line as="div" key={pushSubscriptionID}>
            <div>
              <p>
                <strong>{named.device}</strong>
              </p>
              <Soft>{t('Since {{time}}', named)}</Soft>
            </div>
            <Button
              variant="default"
              loading={busy === pushSubscriptionID}
              aria-label={t('Turn off on {{device}}, since {{time}}', named)}
              onClick={() => void turnOff(pushSubscriptionID)}
            >
              {t('Turn off')}
            </Button>
          </Line>
        )
      })}
    </Below>
  )
}
