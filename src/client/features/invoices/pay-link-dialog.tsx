import { Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getPayLink, type Invoice } from '#contract/v1/invoices.ts'
import { formatDay } from '#domain/dates.ts'
import { ask } from '#client/api/query-client.ts'
import { LinkToCopy } from '#client/shells/link-to-copy.tsx'
import { OfficeDialog } from '#client/shells/office-dialog.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { t } from '#client/ui/core/texts.ts'

/** A pay link made now, for a customer whose link has ended or who has lost the email. */
export function PayLinkDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { invoiceID, number } = invoice
  const { data, error, refetch } = useQuery({
    ...ask(getPayLink, { invoiceID }, { inPlace: true }),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <OfficeDialog onClose={onClose} title={t('Pay link of {{number}}', { number })}>
      <StaleNotice error={error} onRetry={refetch} />
      {data === undefined ? (
        error === null ? (
          <Loader aria-label={t('Loading')} />
        ) : null
      ) : (
        <>
          <LinkToCopy label={t('Pay link')} link={data.url} />
          <Text mt="sm">
            {data.until === null
              ? t(
                  'The link shows what’s owing and takes a card payment, without a login. It works for 90 days after nothing is owing any more.',
                )
              : t('Nothing is owing on this invoice. The link shows that until {{day}}.', {
                  day: formatDay(data.until),
                })}
          </Text>
        </>
      )}
    </OfficeDialog>
  )
}
