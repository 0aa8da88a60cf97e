import { Link } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { getLedger } from '#contract/v1/transactions.ts'
import { formatDay } from '#domain/dates.ts'
import { showDollars } from '#domain/money.ts'
import { Note } from '#client/ui/core/note.tsx'
import { t } from '#client/ui/core/texts.ts'
import { officePaths } from './office-paths.ts'

interface RecoverOfferProps {
  account: Pick<OutputOf<typeof getLedger>, 'credit' | 'writtenOff'>
  onLeave?: () => void
}

/** Credit of a customer who has a written-off invoice, and the way to pay that invoice from it. */
export function RecoverOffer({ account: { credit, writtenOff = [] }, onLeave }: RecoverOfferProps) {
  const [debt] = writtenOff
  if (credit === 0 || debt === undefined) return null
  return (
    <Note tone="warn">
      {t('This customer has {{credit}} credit, and {{amount}} of {{number}} was written off on {{day}}.', {
        credit: showDollars(credit),
        amount: showDollars(debt.amount),
        number: debt.number,
        day: formatDay(debt.day),
      })}{' '}
      <Link to={officePaths.invoice(debt.invoiceID)} onClick={onLeave}>
        {t('Pay {{number}} from credit', { number: debt.number })}
      </Link>
    </Note>
  )
}
