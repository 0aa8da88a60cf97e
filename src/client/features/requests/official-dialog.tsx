import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRequest, makeOfficial } from '#contract/v1/requests.ts'
import { getSuburb } from '#contract/v1/suburbs.ts'
import { firstBlocks } from '#domain/billing.ts'
import { nearestCents, showDollars, showMoney } from '#domain/money.ts'
import { INVOICE_TYPES } from '#domain/words.ts'
import { ask } from '#client/api/query-client.ts'
import { DuePick, dueOf } from '#client/shells/due-pick.tsx'
import { FormShell } from '#client/shells/form-shell.tsx'
import { Fields, WholeInput, Wide } from '#client/shells/form-parts.tsx'
import { NoMailServer, useHasMailServer } from '#client/shells/no-mail-server.tsx'
import { ShareEmail } from '#client/shells/share-email.tsx'
import { terms } from '#client/shells/terms.ts'
import { Note } from '#client/ui/core/note.tsx'
import { plural, t } from '#client/ui/core/texts.ts'
import type { Request } from './use-request.ts'

type Values = { weekNumber: string; runNumber: number | ''; invoiceType: string; due: string }

export function OfficialDialog({
  request,
  onClose,
  onDone,
}: {
  request: Request
  onClose: () => void
  onDone: () => void
}) {
  const hasMailServer = useHasMailServer()
  const { customerID, fullName, email, collectionScheme, suburbID, ownWeek, weekNumber, runNumber, invoiceType } =
    request
  const { data: suburb } = useQuery(ask(getSuburb, { suburbID }))
  const initial: Values = {
    weekNumber: ownWeek && weekNumber !== null ? String(weekNumber) : '',
    runNumber,
    invoiceType,
    due: '',
  }
  return (
    <FormShell
      title={t('Make {{name}} an official customer', { name: fullName })}
      as="dialog"
      endpoint={makeOfficial}
      fixed={{ customerID }}
      initial={initial}
      required={['runNumber', 'invoiceType']}
      toInput={({ weekNumber: week, due, ...values }) => ({
        ...values,
        weekNumber: week === '' ? undefined : Number(week),
        due: dueOf(due, collectionScheme),
      })}
      labels={{ weekNumber: t('Week'), runNumber: t('Run number'), invoiceType: t('Invoice type') }}
      done={t('Converted to customer')}
      ends={getRequest}
      submit={t('Make official')}
      renderQuestion={({ code }, again) => (code === 'email_taken' ? <ShareEmail again={again} /> : null)}
      onClose={onClose}
      onSaved={onDone}
    >
      {(form) => {
        const values = form.getValues()
        return (
          <>
            <p>{t('Price: {{amount}}', { amount: showDollars(request.amount) })}</p>
            <FirstInvoice request={request} invoiceType={values.invoiceType} />
            {email === null ? (
              <p>{t('No email, so no welcome email is sent.')}</p>
            ) : hasMailServer ? (
              <p>{t('{{email}} gets a welcome email with how to log in.', { email })}</p>
            ) : (
              <NoMailServer when="with" />
            )}
            <Fields>
              <NativeSelect
                data={[{ value: '', label: suburbsWeek() }, ...terms.weeks()]}
                {...form.getInputProps('weekNumber')}
              />
              <WholeInput {...form.getInputProps('runNumber')} />
              {/* It means nothing for a one-off (`blockSize`). */}
              {collectionScheme === 'ONE_OFF' ? null : (
                <Wide>
                  <NativeSelect
                    data={terms.invoiceTypesBeside(values.invoiceType)}
                    {...form.getInputProps('invoiceType')}
                  />
                </Wide>
              )}
              <Wide>
                <DuePick
                  scheme={collectionScheme}
                  weekNumber={values.weekNumber === '' ? (suburb?.weekNumber ?? null) : Number(values.weekNumber)}
                  value={values.due}
                  onChange={(due) => form.setFieldValue('due', due)}
                  error={form.errors['due'] ?? form.errors['due.weekNumber'] ?? form.errors['due.monthNumber']}
                />
              </Wide>
            </Fields>
          </>
        )
      }}
    </FormShell>
  )

  function suburbsWeek(): string {
    const week = suburb?.weekNumber
    return typeof week === 'number'
      ? `${t('The suburb’s week')} (${week})`
      : `${t('The suburb’s week')} (${t('No week yet').toLowerCase()})`
  }
}

/** A customer who pays in advance gets an invoice with the act. */
function FirstInvoice({
  request: { paymentScheme, collectionScheme, amount, accountBalance },
  invoiceType,
}: {
  request: Request
  invoiceType: string
}) {
  const type = INVOICE_TYPES.find((each) => each === invoiceType)
  const price = nearestCents(amount)
  const first =
    type && firstBlocks({ scheme: paymentScheme, collectionScheme, invoiceType: type, price, prepaidLeft: 0 })
  if (!first) return null
  return (
    <Note tone="warn">
      {plural(
        first.blocks * first.size,
        'An invoice for one collection in advance is made: {{amount}}.',
        'An invoice for {{count}} collections in advance is made: {{amount}}.',
        { amount: showMoney(first.amount) },
      )}
      {accountBalance > 0
        ? ` ${t('The customer has {{credit}} in credit.', { credit: showDollars(accountBalance) })}`
        : null}
    </Note>
  )
}
