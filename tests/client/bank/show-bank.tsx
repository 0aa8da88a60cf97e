import { screen } from '@testing-library/react'
import type { Answer } from '#client/api/answers.ts'
import { BankPage } from '#client/features/bank/bank-page.tsx'
import { type BankLineShown, listBankLines, previewBankPayment, previewUndoBankLine } from '#contract/v1/bank.ts'
import { previewReversal } from '#contract/v1/transactions.ts'
import { ok, pageOfRows, type Sent, showOffice } from '../../support/office-screen.tsx'

const NOTHING = { owedAgain: [], credit: 0, debitNote: 0, balance: 0 }

/** What acts would do, where a test does not look at it. */
export function previewed({ endpoint, input }: Sent): Answer<unknown> | null {
  if (endpoint === previewReversal) return ok(NOTHING)
  if (endpoint === previewUndoBankLine) return ok({ payments: [] })
  if (endpoint !== previewBankPayment) return null
  const parts = input['parts'] as { customerID: string; amount: number }[]
  const effect = { owing: 0, paid: [], credit: 0 }
  return ok({
    parts: parts.map((part) => ({ ...part, name: 'Someone', refId: '1', suburb: 'Wahroonga', namesakes: 0, effect })),
  })
}

/** The office's lines; one that is decided is not listed again. */
export function show(lines: readonly BankLineShown[], answer: (sent: Sent) => Answer<unknown> | null = () => null) {
  const left = new Map(lines.map((one) => [one.bankLineID, one]))
  return showOffice(<BankPage />, {
    at: '/bank',
    answer: (sent) => {
      const own = answer(sent) ?? previewed(sent)
      if (own !== null) return own
      if (sent.endpoint === listBankLines)
        return ok({ items: [...left.values()], page: 1, perPage: 100, total: left.size, unmatched: left.size })
      const { bankLineID } = sent.input as { bankLineID?: string }
      if (bankLineID === undefined) return pageOfRows([])
      const line = left.get(bankLineID)
      left.delete(bankLineID)
      return ok(line)
    },
  })
}

export const current = (text: RegExp) => screen.findByRole('group', { name: text })
