import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listPushSubscriptions } from '#contract/v1/push.ts'
import { ask } from '#client/api/query-client.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { plural, t } from '#client/ui/core/texts.ts'

export function CustomerPush({ customerID }: { customerID: string }) {
  const { data } = useQuery(ask(listPushSubscriptions, { customerID }))
  if (data === undefined) return null
  const last = data.items
    .flatMap(({ sentAt }) => sentAt ?? [])
    .sort()
    .at(-1)
  return (
    <Text c="dimmed" mb="xs">
      {data.total === 0
        ? t('Notifications: off')
        : plural(data.total, 'Notifications: on 1 device', 'Notifications: on {{count}} devices')}
      {last === undefined ? null : ` · ${t('Last sent {{time}}', { time: formatDayAndTime(last) })}`}
    </Text>
  )
}
