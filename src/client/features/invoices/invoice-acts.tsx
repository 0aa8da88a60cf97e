import { useState } from 'react'
import { Button } from '@mantine/core'
import { getInvoicePdf, type Invoice, remindOfInvoice, sendInvoice } from '#contract/v1/invoices.ts'
import { nextReminder } from '#domain/invoicing.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { PdfButton } from '#client/shells/pdf-button.tsx'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { RemindNotesDialog, UpdateAmountDialog, WriteOffDialog } from './change-dialogs.tsx'
import { PayFromCreditDialog, RecordPaymentDialog } from './pay-dialogs.tsx'
import { PayLinkDialog } from './pay-link-dialog.tsx'
import { SettleDialog } from './settle-dialog.tsx'

const RARE = ['payFromCredit', 'settle', 'payLink', 'updateAmount', 'editRemindNotes', 'writeOff'] as const
type Act = 'recordPayment' | 'send' | 'remind' | (typeof RARE)[number]

/** The commands that a paid invoice does not have. */
const OPEN_ONLY: readonly Act[] = ['payFromCredit', 'settle', 'writeOff']

export function InvoiceActs({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('invoices')
  const { cardPayments = false } = useOffice().profile.config
  const { t: shells } = useTranslation('shells')
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const isOpen = invoice.owing > 0
  const { invoiceID, number, version, customerID, customer: fullName, email } = invoice
  const step = nextStep(invoice)
  const pdf = { endpoint: getInvoicePdf, input: { invoiceID }, name: `${number}.pdf` }
  const print = <PdfButton {...pdf} label={shells('printInstead')} />
  return (
    <>
      {isOpen ? <Button onClick={() => setAct('recordPayment')}>{t('recordPayment')}</Button> : null}
      {email === null ? null : (
        <Button variant="default" onClick={() => setAct('send')}>
          {t('send')}
        </Button>
      )}
      {email === null || step === null ? null : (
        <Button variant="default" onClick={() => setAct('remind')}>
          {t('remind')}
        </Button>
      )}
      <PdfButton {...pdf} label={t('pdf')} />
      <MoreActs
        acts={RARE.filter((one) => (isOpen || !OPEN_ONLY.includes(one)) && (cardPayments || one !== 'payLink')).map(
          (one) => ({
            label: t(one),
            danger: one === 'writeOff',
            onClick: () => setAct(one),
          }),
        )}
      />
      <ConfirmCommand
        opened={act === 'send'}
        question={t('sendQuestion', { number, email: email ?? '' })}
        cancel={t('cancel')}
        confirm={t('send')}
        endpoint={sendInvoice}
        input={{ invoiceID }}
        done={t('willBeSent')}
        mails
        print={print}
        onClose={close}
        onDone={close}
      >
        {invoice.delivery === 'waiting' || invoice.again?.state === 'queued' ? <p>{t('waitsAlready')}</p> : null}
        {invoice.sentAt === null ? null : <p>{t('sentBefore')}</p>}
      </ConfirmCommand>
      <ConfirmCommand
        opened={act === 'remind'}
        question={t(`remindQuestion-${step ?? 'first'}`, { number, email: email ?? '' })}
        cancel={t('cancel')}
        confirm={t('remind')}
        endpoint={remindOfInvoice}
        input={{ invoiceID }}
        ifMatch={version}
        done={t('willBeSent')}
        mails
        print={print}
        onClose={close}
        onDone={close}
      />
      {act === 'recordPayment' ? <RecordPaymentDialog invoice={invoice} onClose={close} /> : null}
      {act === 'payFromCredit' ? <PayFromCreditDialog invoice={invoice} onClose={close} /> : null}
      {act === 'settle' ? <SettleDialog customer={{ customerID, fullName }} onClose={close} /> : null}
      {act === 'payLink' ? <PayLinkDialog invoice={invoice} onClose={close} /> : null}
      {act === 'updateAmount' ? <UpdateAmountDialog invoice={invoice} onClose={close} /> : null}
      {act === 'editRemindNotes' ? <RemindNotesDialog invoice={invoice} onClose={close} /> : null}
      {act === 'writeOff' ? <WriteOffDialog invoice={invoice} onClose={close} /> : null}
    </>
  )
}

/** The next reminder; null: none is left, nothing is owed, or it is not overdue yet. */
function nextStep({ owing, age, dueDate, firstRemindAt, secondRemindAt }: Invoice) {
  if (age === 'current') return null
  return nextReminder({ owing, dueDate, firstRemindOn: firstRemindAt, secondRemindOn: secondRemindAt })
}
