import { useState } from 'react'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Customer } from '#contract/v1/customers.ts'
import { deletePickupRequest, listPickupRequests, type PickupRequest } from '#contract/v1/pickup-requests.ts'
import { PAGE_MAX } from '#domain/limits.ts'
import { ask } from '#client/api/query-client.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { periodName, weekName } from '#client/shells/weeks.ts'
import { StateBadge } from '#client/ui/office/state-badge.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import styles from './collections.module.css'

const inWords = ({ from, ...week }: PickupRequest) => (from === null ? periodName(week) : weekName({ ...week, from }))

/** The customer's pickup requests that are not in a run yet. */
export function OpenRequests({ customer: { customerID } }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const { data } = useQuery({
    ...ask(listPickupRequests, { customerID, open: 'true', sort: 'week', perPage: PAGE_MAX }),
    staleTime: 0,
  })
  const [deleting, setDeleting] = useState<PickupRequest | null>(null)
  if (data === undefined || data.items.length === 0) return null
  return (
    <>
      <ul className={styles.requests}>
        {data.items.map((request) => (
          <li key={request.pickupRequestID}>
            <StateBadge tone="warn">{t('asked')}</StateBadge>
            <span className={styles.grow}>
              {inWords(request)}
              {request.notes === null ? '' : `: ${request.notes}`}
            </span>
            <Button
              variant="default"
              aria-label={t('takeBackRequest', { week: inWords(request) })}
              onClick={() => setDeleting(request)}
            >
              {t('takeBack')}
            </Button>
          </li>
        ))}
      </ul>
      {deleting === null ? null : (
        <ConfirmCommand
          opened
          question={t('takeBackRequestQuestion', { week: inWords(deleting) })}
          cancel={t('cancel')}
          confirm={t('takeBack')}
          endpoint={deletePickupRequest}
          input={{ pickupRequestID: deleting.pickupRequestID }}
          done={t('requestTakenBack')}
          onClose={() => setDeleting(null)}
          onDone={() => setDeleting(null)}
        />
      )}
    </>
  )
}
