import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listPushSubscriptions } from '#contract/v1/push.ts'
import { ask } from '#client/api/query-client.ts'
import { formatDayAndTime } from '#client/ui/core/time-text.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'

export function CustomerPush({ customerID }: { customerID: string }) {
  const { t } = useTranslation('push')
  const { data } = useQuery(ask(listPushSubscriptions, { customerID }))
  if (data === undefined) return null
  const last = data.items
    .flatMap(({ sentAt }) => sentAt ?? [])
    .sort()
    .at(-1)
  return (
    <Text c="dimmed" mb="xs">
      {data.total === 0 ? t('officeOff') : t('officeOn', { count: data.total })}
      {last === undefined ? null : ` · ${t('officeLast', { time: formatDayAndTime(last) })}`}
    </Text>
  )
}
