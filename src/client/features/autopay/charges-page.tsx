import { useMemo, useState } from 'react'
import { listCharges, retryCharge } from '#contract/v1/autopay.ts'
import { showDollars } from '#domain/money.ts'
import { ConfirmCommand } from '#client/shells/confirm-command.tsx'
import { type Filter, ListScreen } from '#client/shells/list-screen.tsx'
import { officePaths } from '#client/shells/office-paths.ts'
import { plural, t } from '#client/ui/core/texts.ts'
import { CHARGE_STATES, CHARGE_WORDS } from './charge-states.ts'
import { type ChargeRow, chargesColumns } from './charges-columns.tsx'
import { ChargesSums } from './charges-sums.tsx'

const sumsOf = (query: Readonly<Record<string, unknown>>) => <ChargesSums query={query} />

/** /charges: what was charged by itself and will be, those that failed first. */
export function ChargesPage() {
  const [retried, setRetried] = useState<ChargeRow | null>(null)
  const columns = useMemo(() => chargesColumns(setRetried), [])
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('Status'),
        options: CHARGE_STATES.map((value) => ({ value, label: t(CHARGE_WORDS[value]) })),
      },
      { kind: 'day', name: 'from', label: t('From') },
      { kind: 'day', name: 'to', label: t('To') },
    ],
    [],
  )
  const close = () => setRetried(null)
  return (
    <>
      <ListScreen
        name="charges"
        title={t('Charges')}
        endpoint={listCharges}
        columns={columns}
        keyOf={({ checkoutID }) => checkoutID}
        nameOf={({ customer }) => customer}
        filters={filters}
        counted={(count) => plural(count, '{{count}} charge', '{{count, number}} charges')}
        band={sumsOf}
        links={[{ label: t('Customers'), to: officePaths.autopayCustomers() }]}
        dimmed={({ state }) => state === 'dropped'}
        empty={{
          title: t('No charges yet'),
          how: t(
            'Customers who save a card or bank account are charged by themselves. Settings, Invoices switches it on.',
          ),
        }}
      />
      {retried === null ? null : (
        <ConfirmCommand
          opened
          question={t('Charge {{customer}} {{amount}} again?', {
            customer: retried.customer,
            amount: showDollars(retried.amount),
          })}
          confirm={t('Try again')}
          endpoint={retryCharge}
          input={{ checkoutID: retried.checkoutID }}
          done={t('Emailed first, then charged again')}
          onClose={close}
        >
          <p>
            {t(
              'They get an email first, and are charged after the notice they agreed to. Ask them before you try again.',
            )}
          </p>
        </ConfirmCommand>
      )}
    </>
  )
}
