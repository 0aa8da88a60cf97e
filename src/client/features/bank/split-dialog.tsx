import { useState } from 'react'
import { Button, Group, Stack, Text } from '@mantine/core'
import { type BankLineShown, splitBankLine } from '#contract/v1/bank.ts'
import { SPLIT_PARTS_MAX, splitProblem } from '#domain/bank-split.ts'
import { isWholeCents, nearestCents, showMoney, toDollars } from '#domain/money.ts'
import { FormShell } from '#client/shells/form-shell.tsx'
import { MoneyInput } from '#client/shells/form-parts.tsx'
import { anyCustomerSource } from '#client/shells/pick-sources.ts'
import { RemotePick } from '#client/shells/remote-pick.tsx'
import { StaleNotice } from '#client/shells/stale-notice.tsx'
import { t } from '#client/ui/core/texts.ts'
import { doneWords } from './effect-words.ts'
import { LineWords } from './line-words.tsx'
import { PartEffect } from './part-effect.tsx'
import { usePaymentPreview } from './use-payment-preview.ts'

interface Part {
  readonly key: number
  readonly customerID: string
  readonly invoiceID?: string
  /** Dollars, or what was typed. */
  readonly amount: number | string
}

interface SplitDialogProps {
  line: BankLineShown
  /** The payment is dated today where the books of the line's day are closed. */
  dated: { datePaid?: string }
  onDone: () => void
  onClose: () => void
}

/** One payment for several customers, as property managers pay. It begins with the customers the line names. */
export function SplitDialog({ line, dated, onDone, onClose }: SplitDialogProps) {
  const [parts, setParts] = useState<readonly Part[]>(() => firstParts(line))
  const change = (at: number, changes: Partial<Part>) => setParts(parts.with(at, { ...parts[at]!, ...changes }))
  const whole = nearestCents(line.amount)
  const rest = whole - parts.reduce((sum, { amount }) => sum + centsOf(amount), 0)
  const inCents = parts.map(({ customerID, amount, ...more }) => ({
    customerID,
    ...(more.invoiceID !== undefined && { invoiceID: more.invoiceID }),
    amount: centsOf(amount),
  }))
  const isWhole = ({ customerID, amount }: { customerID: string; amount: number }) => customerID !== '' && amount > 0
  const inDollars = inCents.filter(isWhole).map((part) => ({ ...part, amount: toDollars(part.amount) }))
  const { shown, error, askAgain } = usePaymentPreview(line, inDollars)
  // The preview leaves out parts that are not complete yet.
  const effectAt = (at: number) =>
    isWhole(inCents[at]!) ? shown?.[inCents.slice(0, at).filter(isWhole).length] : undefined
  const blocked = shown === undefined || shown.length < parts.length || splitProblem(whole, inCents) !== null
  return (
    <FormShell
      as="dialog"
      title={t('Split {{amount}}', { amount: showMoney(whole) })}
      endpoint={splitBankLine}
      fixed={{ bankLineID: line.bankLineID, parts: inDollars, ...dated }}
      done={doneWords(
        t('Payment split'),
        (shown ?? []).map(({ effect }) => effect),
      )}
      submit={t('Split')}
      disabled={blocked}
      onClose={onClose}
      onSaved={onDone}
    >
      {() => (
        <>
          <LineWords line={line} />
          {parts.map(({ key, customerID, amount }, at) => (
            <Group key={key} align="end" role="group" aria-label={t('Part {{place}}', { place: at + 1 })}>
              <RemotePick
                flex="1 1 14rem"
                label={t('Customer')}
                source={anyCustomerSource}
                withAsterisk
                {...(at === 0 && { 'data-autofocus': true })}
                openOnFocus={false}
                value={customerID}
                // The amount stays when the customer changes.
                onChange={(next) => setParts(parts.with(at, { key, customerID: next, amount }))}
              />
              <MoneyInput
                flex="1 1 8rem"
                label={t('Amount')}
                value={amount}
                onChange={(next) => change(at, { amount: next })}
              />
              <Button
                variant="subtle"
                disabled={parts.length <= 2}
                onClick={() => setParts(parts.filter((one) => one.key !== key))}
              >
                {t('Remove')}
              </Button>
              <Stack gap={4} w="100%">
                <PartEffect part={effectAt(at)} />
              </Stack>
            </Group>
          ))}
          <StaleNotice inline error={error} onRetry={askAgain} />
          <Group>
            <Button
              variant="default"
              disabled={parts.length >= SPLIT_PARTS_MAX}
              onClick={() =>
                setParts([
                  ...parts,
                  {
                    key: Math.max(...parts.map(({ key }) => key)) + 1,
                    customerID: '',
                    amount: rest > 0 ? toDollars(rest) : '',
                  },
                ])
              }
            >
              {t('Add customer')}
            </Button>
            <Text component="strong" role="status" {...(rest !== 0 && { c: 'var(--br-bad-go)' })}>
              {rest === 0
                ? t('Adds up')
                : t(rest > 0 ? '{{amount}} left over' : '{{amount}} too much', { amount: showMoney(Math.abs(rest)) })}
            </Text>
          </Group>
        </>
      )}
    </FormShell>
  )
}

function firstParts({ split, proposals, amount }: BankLineShown): Part[] {
  if (split !== null)
    return split.map(({ customerID, invoiceID, amount: part }, key) => ({
      key,
      customerID,
      ...(invoiceID !== null && { invoiceID }),
      amount: part,
    }))
  const [first, second] = proposals
  return [
    { key: 0, customerID: first?.customerID ?? '', amount: second ? '' : amount },
    { key: 1, customerID: second?.customerID ?? '', amount: '' },
  ]
}

const centsOf = (amount: number | string): number =>
  typeof amount === 'number' && isWholeCents(amount) ? nearestCents(amount) : 0
