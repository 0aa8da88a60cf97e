import { type BankFile, readBankRows as steps } from '#domain/bank-layouts.ts'
import { withoutStops } from '#domain/steps.ts'

export const readBankRows = (...given: Parameters<typeof steps>): BankFile => withoutStops(steps(...given))
