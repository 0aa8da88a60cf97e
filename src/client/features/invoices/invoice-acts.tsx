import { useState } from 'react'
import { Button } from '@mantine/core'
import { collectAgain, getInvoicePdf, type Invoice, remindOfInvoice, sendInvoice } from '#contract/v1/invoices.ts'
import { nextReminder } from '#domain/invoicing.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { MoreActs } from '#client/shells/more-acts.tsx'
import { useOffice } from '#client/shells/office.tsx'
import { PdfButton } from '#client/shells/pdf-button.tsx'
import { useStanding } from '#client/shells/standing.ts'
import { sentences, t } from '#client/ui/core/texts.ts'
import { RemindNotesDialog, UpdateAmountDialog, WriteOffDialog } from './change-dialogs.tsx'
import { DontChargeDialog, DontRemindDialog, PromiseDialog } from './collecting-dialogs.tsx'
import { PayFromCreditDialog, RecordPaymentDialog } from './pay-dialogs.tsx'
import { PayLinkDialog } from './pay-link-dialog.tsx'
import { SettleDialog } from './settle-dialog.tsx'

const REMIND_QUESTION_WORDS = sentences({
  first: 'Send the first reminder for {{number}} to {{email}}?',
  second: 'Send the second reminder for {{number}} to {{email}}?',
})

const ACT_WORDS = sentences({
  payLink: 'Pay link',
  payFromCredit: 'Pay from credit',
  updateAmount: 'Update amount',
  writeOff: 'Write off',
  editRemindNotes: 'Edit remind notes',
  promise: 'Promise to pay',
  dontRemind: 'Don’t remind',
  dontCharge: 'Leave out of automatic payments',
  settle: 'Settle',
})

const RARE = [
  'payFromCredit',
  'settle',
  'payLink',
  'updateAmount',
  'promise',
  'dontRemind',
  'dontCharge',
  'editRemindNotes',
  'writeOff',
] as const
type Act = 'recordPayment' | 'send' | 'remind' | 'collectAgain' | (typeof RARE)[number]

export function InvoiceActs({ invoice }: { invoice: Invoice }) {
  const { cardPayments = false } = useOffice().profile.config
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const isOpen = invoice.owing > 0
  const standing = useStanding(isOpen || invoice.writtenOff === true ? invoice.customerID : '')
  const writtenOff = standing?.writtenOff?.find((debt) => debt.invoiceID === invoice.invoiceID)?.amount ?? 0
  const takesMoney = isOpen || writtenOff > 0
  const canDo: Partial<Record<Act, boolean>> = {
    payLink: cardPayments,
    payFromCredit: takesMoney && standing !== undefined && standing.credit > 0,
    settle: isOpen,
    promise: isOpen,
    dontRemind: isOpen,
    // Earlier servers know no automatic payments.
    dontCharge: isOpen && invoice.dontCharge !== undefined,
    writeOff: isOpen,
  }
  // Where the credit is told, it leads here to pay from it: recording its payment again would enter the money twice.
  const offersCredit = writtenOff > 0 && canDo.payFromCredit === true
  const { invoiceID, number, version, customerID, customer: fullName, email } = invoice
  const step = nextStep(invoice)
  const pdf = { endpoint: getInvoicePdf, input: { invoiceID }, name: `${number}.pdf` }
  const print = <PdfButton {...pdf} label={t('Print instead')} />
  return (
    <>
      {offersCredit ? <Button onClick={() => setAct('payFromCredit')}>{t('Pay from credit')}</Button> : null}
      {takesMoney ? (
        <Button variant={offersCredit ? 'default' : 'filled'} onClick={() => setAct('recordPayment')}>
          {t('Record payment')}
        </Button>
      ) : null}
      {email === null ? null : (
        <Button variant="default" onClick={() => setAct('send')}>
          {t('Send')}
        </Button>
      )}
      {email === null || step === null ? null : (
        <Button variant="default" onClick={() => setAct('remind')}>
          {t('Remind')}
        </Button>
      )}
      {invoice.isReopened ? (
        <Button variant="default" onClick={() => setAct('collectAgain')}>
          {t('Collect again')}
        </Button>
      ) : null}
      <PdfButton {...pdf} label={t('PDF')} />
      <MoreActs
        acts={RARE.filter((one) => (canDo[one] ?? true) && !(one === 'payFromCredit' && offersCredit)).map((one) => ({
          label: t(ACT_WORDS[one]),
          danger: one === 'writeOff',
          onClick: () => setAct(one),
        }))}
      />
      <ConfirmCommand
        opened={act === 'send'}
        question={t('Send {{number}} to {{email}}?', { number, email: email ?? '' })}
        confirm={t('Send')}
        endpoint={sendInvoice}
        input={{ invoiceID }}
        done={t('Sending the email')}
        mails
        print={print}
        onClose={close}
      >
        {invoice.delivery === 'waiting' || invoice.again?.state === 'queued' ? (
          <p>{t('It’s already waiting to be sent. Sending it again makes a second email.')}</p>
        ) : null}
        {invoice.sentAt === null ? null : <p>{t('It was sent before.')}</p>}
      </ConfirmCommand>
      <ConfirmCommand
        opened={act === 'remind'}
        question={t(REMIND_QUESTION_WORDS[step ?? 'first'], { number, email: email ?? '' })}
        confirm={t('Remind')}
        endpoint={remindOfInvoice}
        input={{ invoiceID }}
        ifMatch={version}
        done={t('Sending the email')}
        mails
        print={print}
        onClose={close}
      />
      <ConfirmCommand
        opened={act === 'collectAgain'}
        question={t('Collect {{number}} again?', { number })}
        confirm={t('Collect again')}
        endpoint={collectAgain}
        input={{ invoiceID }}
        ifMatch={version}
        done={t('It is collected again')}
        onClose={close}
      >
        <p>{t('It was paid, and owes again. Reminders start again, and count from today.')}</p>
      </ConfirmCommand>
      {act === 'promise' ? <PromiseDialog invoice={invoice} onClose={close} /> : null}
      {act === 'dontRemind' ? <DontRemindDialog invoice={invoice} onClose={close} /> : null}
      {act === 'dontCharge' ? <DontChargeDialog invoice={invoice} onClose={close} /> : null}
      {act === 'recordPayment' ? (
        <RecordPaymentDialog invoice={invoice} writtenOff={writtenOff} onClose={close} />
      ) : null}
      {act === 'payFromCredit' ? (
        <PayFromCreditDialog invoice={invoice} writtenOff={writtenOff} onClose={close} />
      ) : null}
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
  const unchased = { isReopened: false, collectAgainOn: null }
  return nextReminder({ owing, dueDate, firstRemindOn: firstRemindAt, secondRemindOn: secondRemindAt, ...unchased })
}
