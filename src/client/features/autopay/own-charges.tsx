import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import type { AutopayCharge } from '#contract/v1/autopay.ts'
import { showLongDay } from '#domain/clock-words.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { officePaths } from '#client/shells/office-paths.ts'
import { Line, Lines, linkLook, Section, Soft } from '#client/ui/core/parts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { OWN_CHARGE_WORDS } from './own-words.ts'

interface ChargesProps {
  charges: readonly AutopayCharge[]
}

export function NextCharges({ charges }: ChargesProps) {
  if (charges.length === 0) return null
  return (
    <Section title={t('Next payments')}>
      <Lines>
        {charges.map((charge) => (
          <Line key={charge.checkoutID}>
            <div>
              <strong>{amountAndDay(charge, showLongDay(charge.day))}</strong>
              {charge.state === 'planned' ? null : <Soft>{t(OWN_CHARGE_WORDS[charge.state])}</Soft>}
            </div>
            <Invoices charge={charge} />
          </Line>
        ))}
      </Lines>
    </Section>
  )
}

export function LastCharges({ charges }: ChargesProps) {
  if (charges.length === 0) return null
  return (
    <Section title={t('Last payments')}>
      <Lines>
        {charges.map((charge) => (
          <Line key={charge.checkoutID}>
            <div>
              <strong>{amountAndDay(charge, formatDay(charge.day))}</strong>
              <Soft>{whatBecame(charge)}</Soft>
            </div>
            <Invoices charge={charge} />
          </Line>
        ))}
      </Lines>
    </Section>
  )
}

const whatBecame = ({ state, message }: AutopayCharge) =>
  [t(OWN_CHARGE_WORDS[state]), message].filter(Boolean).join(': ')

const amountAndDay = ({ amount }: AutopayCharge, day: string) =>
  t('{{amount}} on {{day}}', { amount: showDollars(amount), day })

function Invoices({ charge: { invoices } }: { charge: AutopayCharge }) {
  return (
    <span>
      {invoices.map(({ invoiceID, number }, at) => (
        <Fragment key={invoiceID}>
          {at === 0 ? null : ' '}
          <Link className={linkLook} to={officePaths.invoice(invoiceID)}>
            {number}
          </Link>
        </Fragment>
      ))}
    </span>
  )
}
