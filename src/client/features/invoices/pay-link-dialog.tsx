import { Loader, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getPayLink, type Invoice } from '#contract/v1/invoices.ts'
import { formatDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { NO_BANNER } from '#client/shells/form-shell.tsx'
import { LinkToCopy } from '#client/shells/link-to-copy.tsx'
import { useReturnFocus } from '#client/shells/return-focus.ts'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'

/** A pay link made now, for a customer whose link has ended or who has lost the email. */
export function PayLinkDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('invoices')
  const { t: shells } = useTranslation('shells')
  useReturnFocus()
  const { invoiceID, number } = invoice
  const { data, error, refetch } = useQuery({
    ...ask(getPayLink, { invoiceID }, { inPlace: true }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('payLinkOf', { number })}
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': t('close') }}
      attributes={NO_BANNER}
    >
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Loader aria-label={shells('loading')} />
        ) : null
      ) : (
        <>
          <LinkToCopy label={t('payLink')} link={data.url} />
          <Text mt="sm">
            {data.until === null ? t('payLinkOpen') : t('payLinkUntil', { day: formatDay(data.until) })}
          </Text>
        </>
      )}
    </Modal>
  )
}
