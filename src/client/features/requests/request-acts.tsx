import { useState } from 'react'
import { Button } from '@mantine/core'
import { useNavigate } from 'react-router-dom'
import { deleteRequest } from '#contract/v1/requests.ts'
import { customerActions } from '#domain/customers.ts'
import { showDollars } from '#domain/money.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { OfficialDialog } from './official-dialog.tsx'
import { QuotationDialog } from './quotation-dialog.tsx'
import type { Request } from './use-request.ts'

const HERE = sentences({
  'send-quotation': 'Send quotation',
  'make-official': 'Make official',
  edit: 'Edit',
  'delete-request': 'Delete',
})
type Act = keyof typeof HERE

/**
 * The commands the request's state allows. Its fields are edited on the customer's page.
 * @param list where to go after the request was deleted
 */
export function RequestActs({ request, list }: { request: Request; list: string }) {
  const navigate = useNavigate()
  const [act, setAct] = useState<Act | null>(null)
  const { customerID, fullName, status, version, acceptedAt, accountBalance } = request
  const allowed = customerActions(status)
  // The next step is the main button: the quotation, and once it is accepted the customer.
  const main: Act = acceptedAt === null ? 'send-quotation' : 'make-official'
  const here = (Object.keys(HERE) as Act[]).filter((one) => allowed.includes(one))
  const choose = (one: Act) =>
    one === 'edit' ? navigate(officePaths.customer(customerID), { state: { edit: true } }) : setAct(one)
  const close = () => setAct(null)
  return (
    <>
      {here
        .filter((one) => one !== 'delete-request')
        .map((one) => (
          <Button key={one} variant={one === main ? 'filled' : 'default'} onClick={() => choose(one)}>
            {t(HERE[one])}
          </Button>
        ))}
      <MoreActs
        acts={here
          .filter((one) => one === 'delete-request')
          .map((one) => ({ label: t(HERE[one]), danger: true, onClick: () => choose(one) }))}
      />
      {act === 'send-quotation' ? <QuotationDialog request={request} onClose={close} /> : null}
      {act === 'make-official' ? (
        <OfficialDialog
          request={request}
          onClose={close}
          onDone={() => navigate(officePaths.customer(customerID), { replace: true })}
        />
      ) : null}
      <ConfirmCommand
        opened={act === 'delete-request'}
        question={t('Delete {{name}}’s request?', { name: fullName })}
        confirm={t('Delete')}
        danger
        endpoint={deleteRequest}
        input={{ customerID }}
        ifMatch={version}
        done={t('Request deleted')}
        onClose={close}
        onDone={() => navigate(list)}
      >
        <p>
          {accountBalance === 0
            ? t('Permanently deleted. Any quotation link stops working.')
            : t(
                'It can’t be deleted yet: there is money on it (balance {{amount}}). Merge it into a customer, or pay it back first.',
                { amount: showDollars(accountBalance) },
              )}
        </p>
      </ConfirmCommand>
    </>
  )
}
