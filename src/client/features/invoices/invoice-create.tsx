import { Button, Flex, Group, TextInput } from '@mantine/core'
import type { CallOf } from '#contract/endpoint.ts'
import { createInvoice, type Invoice, type previewInvoice } from '#contract/v1/invoices.ts'
import { nearestCents, toDollars } from '#domain/money.ts'
import { InvoiceEffect } from '#client/shells/account-effect.tsx'
import { DayInput } from '#client/shells/day-input.tsx'
import { Fields, MoneyInput, Wide, WholeInput } from '#client/shells/form-parts.tsx'
import { type Form, FormShell } from '#client/shells/form-shell.tsx'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { useToday } from '#client/shells/today.ts'
import { Money } from '#client/ui/core/money.tsx'
import { t } from '#client/ui/core/texts.ts'

type Line = { description: string; quantity: number | ''; price: number | '' }
type Values = { customerID: string; dueDate: string; lines: Line[] }

const EMPTY_LINE: Line = { description: '', quantity: 1, price: '' }

interface InvoiceCreateProps {
  /** Preselected when opened from a customer's page; empty: none. */
  customerID: string
  onClose: () => void
  onCreated: (invoice: Invoice) => void
}

export function InvoiceCreate({ customerID, onClose, onCreated }: InvoiceCreateProps) {
  const today = useToday()
  return (
    <FormShell
      title={t('New invoice')}
      endpoint={createInvoice}
      initial={{ customerID, dueDate: '', lines: [EMPTY_LINE] } as Values}
      required={['customerID']}
      check={({ lines }) => emptyOf(lines, t('This field is mandatory'))}
      // The form itself reports empty fields as mandatory.
      toInput={({ lines, ...values }) => ({ ...values, lines: lines.map(lineTyped) })}
      done={t('Invoice issued')}
      submit={t('Issue invoice')}
      onClose={onClose}
      onSaved={onCreated}
    >
      {(form) => (
        <>
          <Fields>
            <Wide>
              <RemotePick
                label={t('Customer')}
                description={t('At least 3 letters of the name, address or Ref ID.')}
                source={anyCustomerSource}
                {...(customerID === '' ? { 'data-autofocus': true, openOnFocus: false } : {})}
                {...form.getInputProps('customerID')}
              />
            </Wide>
          </Fields>
          <Lines form={form} focusFirst={customerID !== ''} />
          <Fields>
            <DayInput
              label={t('Due')}
              description={t('Leave blank for the usual due date.')}
              minDate={today}
              {...form.getInputProps('dueDate')}
            />
          </Fields>
          <InvoiceEffect input={invoiceTyped(form.getValues())} />
        </>
      )}
    </FormShell>
  )
}

const lineTyped = ({ description, quantity, price }: Line) => ({
  description: description || '-',
  quantity: quantity === '' ? 1 : quantity,
  price: price === '' ? 0 : price,
})

/** What is asked about before; null until a customer and a price are there. */
function invoiceTyped({ customerID, dueDate, lines }: Values): CallOf<typeof previewInvoice> | null {
  const typed = lines.map(lineTyped)
  if (customerID === '' || typed.every(({ price }) => price === 0)) return null
  return { customerID, lines: typed, ...(dueDate !== '' && { dueDate }) }
}

function emptyOf(lines: readonly Line[], mandatory: string): Record<string, string> {
  const fields = lines.flatMap((line, at) =>
    (['description', 'quantity', 'price'] as const)
      .filter((name) => String(line[name]).trim() === '')
      .map((name) => [`lines.${at}.${name}`, mandatory] as const),
  )
  return Object.fromEntries(fields)
}

function Lines({ form, focusFirst }: { form: Form<Values>; focusFirst: boolean }) {
  const { lines } = form.getValues()
  const total = lines.reduce((sum, { quantity, price }) => sum + centsOf(price) * wholeOf(quantity), 0)
  return (
    <Flex component="section" direction="column" gap="md">
      <Flex component="ol" direction="column">
        {lines.map((_, at) => (
          // The lines have no identity of their own, and their boxes no state.
          // oxlint-disable-next-line react/no-array-index-key
          <Flex key={at} component="li" wrap="wrap" align="end" aria-label={t('Line {{number}}', { number: at + 1 })}>
            <TextInput
              flex="1 1 14rem"
              label={t('Description')}
              withAsterisk
              {...(focusFirst && at === 0 ? { 'data-autofocus': true } : {})}
              {...form.getInputProps(`lines.${at}.description`)}
            />
            <WholeInput w="5.5rem" label={t('Quantity')} withAsterisk {...form.getInputProps(`lines.${at}.quantity`)} />
            <MoneyInput w="7.5rem" label={t('Price')} withAsterisk {...form.getInputProps(`lines.${at}.price`)} />
            {lines.length === 1 ? null : (
              <Button
                variant="default"
                aria-label={t('Remove line {{number}}', { number: at + 1 })}
                onClick={() => form.removeListItem('lines', at)}
              >
                <span aria-hidden="true">×</span>
              </Button>
            )}
          </Flex>
        ))}
      </Flex>
      <Group justify="space-between" align="baseline" fw={600}>
        <Button variant="default" onClick={() => form.insertListItem('lines', EMPTY_LINE)}>
          {t('Add line')}
        </Button>
        <span role="status">
          {t('Total')} <Money dollars={toDollars(total)} />
        </span>
      </Group>
    </Flex>
  )
}

const centsOf = (price: number | '') => (typeof price === 'number' ? nearestCents(price) : 0)
const wholeOf = (quantity: number | '') => (Number.isInteger(quantity) ? Number(quantity) : 0)
