import { useMemo, useState } from 'react'
import { Text } from '@mantine/core'
import { deletePickupRequest, listPickupRequests, type PickupRequest } from '#contract/v1/pickup-requests.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { RunsTabs } from '#client/shells/runs-tabs.tsx'
import { useToday } from '#client/shells/today.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { pickupRequestsColumns } from './pickup-requests-columns.tsx'

export function PickupRequestsPage() {
  const { profile } = useOffice()
  const [deleting, setDeleting] = useState<PickupRequest | null>(null)
  const today = useToday()
  const columns = useMemo(
    () => pickupRequestsColumns({ timeZone: profile.config.timeZone, today, onDelete: setDeleting }),
    [profile, today],
  )
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'open',
        label: t('State'),
        any: t('All'),
        options: [
          { value: 'true', label: t('Open') },
          { value: 'false', label: t('On a run') },
        ],
      },
      { kind: 'week', name: 'week', label: t('Week') },
      { kind: 'pick', name: 'customerID', label: t('Customer'), source: customerSource },
    ],
    [],
  )
  return (
    <>
      <ListScreen
        name="pickup-requests"
        title={t('Pickup requests')}
        endpoint={listPickupRequests}
        columns={columns}
        keyOf={({ pickupRequestID }) => pickupRequestID}
        nameOf={({ customer }) => customer}
        filters={filters}
        counted={(count) => plural(count, '{{count}} pickup request', '{{count, number}} pickup requests')}
        search={t('Customer, suburb, notes')}
        create={{ label: t('New pickup request'), to: '/run-orders/pickup-requests/new' }}
        tabs={<RunsTabs />}
        top={<Text mb="xs">{t('Flexible and one-off customers are collected only in the weeks they ask for.')}</Text>}
        empty={{
          title: t('No pickup requests yet'),
          how: t('Add one when a customer calls for a pickup.'),
        }}
      />
      {deleting === null ? null : (
        <ConfirmCommand
          opened
          question={t('Withdraw {{name}}’s pickup request?', { name: deleting.customer })}
          confirm={t('Withdraw')}
          danger
          endpoint={deletePickupRequest}
          input={{ pickupRequestID: deleting.pickupRequestID }}
          done={t('Pickup request withdrawn')}
          onClose={() => setDeleting(null)}
        >
          <p>{t('The customer won’t be collected this week.')}</p>
        </ConfirmCommand>
      )}
    </>
  )
}
