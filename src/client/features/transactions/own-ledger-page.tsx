import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { MantineRoom } from '#client/ui/office/mantine-room.tsx'
import { Ledger } from './ledger.tsx'

export function OwnLedgerPage() {
  const { t } = useTranslation('transactions')
  return (
    <MantineRoom>
      <PageHeader title={t('ledger')} />
      <PageContent wide>
        <Ledger />
      </PageContent>
    </MantineRoom>
  )
}
