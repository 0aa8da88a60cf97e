import { useState } from 'react'
import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { PartCustomer } from '#client/shells/office-feature.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { t } from '#client/ui/core/texts.ts'
import { SettleDialog } from './settle-dialog.tsx'

export function CustomerInvoiceActs({ customer }: { customer: PartCustomer }) {
  const [settling, setSettling] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setSettling(true)}>
        {t('Settle')}
      </Button>
      <Button component={Link} to={officePaths.newInvoice(customer.customerID)} variant="default">
        {t('New invoice')}
      </Button>
      {settling ? <SettleDialog customer={customer} onClose={() => setSettling(false)} /> : null}
    </>
  )
}
