import { PageContent, PageHeader } from '#client/ui/core/app-shell.tsx'
import { MantineRoom } from '#client/ui/office/mantine-room.tsx'
import { t } from '#client/ui/core/texts.ts'
import { Ledger } from './ledger.tsx'

export function OwnLedgerPage() {
  return (
    <MantineRoom>
      <PageHeader title={t('Why is my balance this?')} />
      <PageContent wide>
        <Ledger />
      </PageContent>
    </MantineRoom>
  )
}
