import { useMemo, useState } from 'react'
import { Button, Text } from '@mantine/core'
import { Link, useNavigate } from 'react-router-dom'
import { deletePickupRequest, listPickupRequests, type PickupRequest } from '#contract/v1/pickup-requests.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { customerSource } from '#client/shells/pick-sources.ts'
import { RunsTabs } from '#client/shells/runs-tabs.tsx'
import { useToday } from '#client/shells/today.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { pickupRequestsColumns } from './pickup-requests-columns.tsx'
import { pickupRequestsPaths } from './pickup-requests-paths.ts'

/** /run-orders/pickup-requests */
export function PickupRequestsPage() {
  const { t } = useTranslation('pickupRequests')
  const { profile } = useOffice()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState<PickupRequest | null>(null)
  const today = useToday()
  const columns = useMemo(
    () => pickupRequestsColumns({ t, timeZone: profile.config.timeZone, today, onDelete: setDeleting }),
    [t, profile, today],
  )
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'open',
        label: t('state'),
        any: t('any'),
        options: [
          { value: 'true', label: t('open') },
          { value: 'false', label: t('taken') },
        ],
      },
      { kind: 'week', name: 'week', label: t('week') },
      { kind: 'pick', name: 'customerID', label: t('customer'), source: customerSource },
    ],
    [t],
  )
  const add = (
    <Button component={Link} to={pickupRequestsPaths.new()}>
      {t('new')}
    </Button>
  )
  return (
    <>
      <ListScreen
        name="pickup-requests"
        title={t('title')}
        endpoint={listPickupRequests}
        columns={columns}
        keyOf={({ pickupRequestID }) => pickupRequestID}
        nameOf={({ customer }) => customer}
        filters={filters}
        counted={(count) => t('counted', { count })}
        search={t('searchHow')}
        actions={add}
        tabs={<RunsTabs />}
        top={<Text mb="xs">{t('how')}</Text>}
        onNew={() => navigate(pickupRequestsPaths.new())}
        empty={{ title: t('empty'), how: t('emptyHow'), action: add }}
      />
      {deleting === null ? null : (
        <ConfirmCommand
          opened
          question={t('deleteQuestion', { name: deleting.customer })}
          cancel={t('cancel')}
          confirm={t('delete')}
          danger
          endpoint={deletePickupRequest}
          input={{ pickupRequestID: deleting.pickupRequestID }}
          done={t('deleted')}
          onClose={() => setDeleting(null)}
          onDone={() => setDeleting(null)}
        >
          <p>{t('deleteWhy')}</p>
        </ConfirmCommand>
      )}
    </>
  )
}
