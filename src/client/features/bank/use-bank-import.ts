import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  type ColumnsToChoose,
  type BankResult,
  chooseBankColumns,
  importBankFile,
  listBankAccounts,
} from '#contract/v1/bank.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { BANK_FILE_BYTES_MAX } from '#domain/bank-lines.ts'
import { LINE_MAX } from '#domain/limits.ts'
import type { Answer } from '#client/api/answers.ts'
import { invalidateChanged } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { t } from '#client/ui/core/texts.ts'

type Stage =
  | { readonly kind: 'idle' }
  | { readonly kind: 'choose'; readonly file: File; readonly choice: ColumnsToChoose }
  | ({ readonly kind: 'preview'; readonly file: File; readonly result: BankResult } & Accounts)
  | { readonly kind: 'done'; readonly result: BankResult }

interface Accounts {
  /** The firm's accounts to choose the file's from; null: the file names its own. */
  readonly accounts: readonly string[] | null
  /** Null: none is chosen yet. */
  readonly account: string | null
}

/** Imports a bank's file: it is read and shown first, its columns are chosen where they aren't known. */
export function useBankImport() {
  const { call } = useOffice()
  const client = useQueryClient()
  const [stage, setStage] = useState<Stage>({ kind: 'idle' })
  const [wrong, setWrong] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function working(work: () => Promise<void>): Promise<void> {
    setWrong(null)
    setBusy(true)
    await work().finally(() => setBusy(false))
  }

  const send = (file: File, account: string | null, more: { dryRun?: 'true'; again?: 'true' }) => {
    const name = file.name.slice(-LINE_MAX) || 'bank'
    return call(importBankFile, { name, ...(account ? { account } : {}), ...more }, { body: asBytes(file) })
  }

  /** Null: it failed, and `wrong` says why. */
  async function answered<T>(answer: Promise<Answer<T>>): Promise<T | null> {
    const got = await answer
    if (got.kind === 'ok') return got.value
    setWrong(got.kind === 'not-modified' ? null : sentenceOf(got))
    return null
  }

  const preview = (file: File) =>
    working(async () => {
      if (file.size === 0) return setWrong(t('This file is empty.'))
      if (file.size > BANK_FILE_BYTES_MAX)
        return setWrong(t('Max file size: {{mb}} MB', { mb: BANK_FILE_BYTES_MAX / 1_048_576 }))
      const read = await answered(send(file, null, { dryRun: 'true' }))
      if (read === null) return
      const { choose, result } = read
      if (choose !== null) return setStage({ kind: 'choose', file, choice: choose })
      if (result === null) return
      if (result.accounts.length > 0 || result.read === 0)
        return setStage({ kind: 'preview', file, result, accounts: null, account: null })
      const known = await answered(call(listBankAccounts, {}))
      if (known === null) return
      const accounts = known.items.map(({ account }) => account)
      // A single account is not asked for. Lines are recognised only under the same account name.
      if (accounts.length === 1) return previewOf(file, accounts, accounts[0]!)
      setStage({ kind: 'preview', file, result, accounts, account: accounts.length === 0 ? '' : null })
    })

  async function previewOf(file: File, accounts: readonly string[], account: string): Promise<void> {
    const read = await answered(send(file, account, { dryRun: 'true' }))
    if (read?.result) setStage({ kind: 'preview', file, result: read.result, accounts, account })
  }

  const nameAccount = (account: string) =>
    working(async () => {
      if (stage.kind !== 'preview' || stage.accounts === null || stage.account === account) return
      await previewOf(stage.file, stage.accounts, account)
    })

  const columnsAgain = () =>
    working(async () => {
      if (stage.kind !== 'preview') return
      const read = await answered(send(stage.file, stage.account, { dryRun: 'true', again: 'true' }))
      if (read?.choose) setStage({ kind: 'choose', file: stage.file, choice: read.choose })
    })

  const choose = (columns: Omit<CallOf<typeof chooseBankColumns>, 'layoutHash'>) =>
    working(async () => {
      if (stage.kind !== 'choose') return
      const { file, choice } = stage
      const answer = await call(chooseBankColumns, { layoutHash: choice.layoutHash, ...columns })
      if (answer.kind === 'ok') return preview(file)
      if (answer.kind === 'refused') return setWrong(answer.problem.fields?.['columns'] ?? answer.problem.message)
      setWrong(t('No connection. Please try again.'))
    })

  const start = () =>
    working(async () => {
      if (stage.kind !== 'preview') return
      const answer = await send(stage.file, stage.account, {})
      // A part of the file may be stored although the answer got lost.
      await invalidateChanged(client, importBankFile)
      if (answer.kind === 'ok' && answer.value.result !== null)
        return setStage({ kind: 'done', result: answer.value.result })
      if (answer.kind !== 'ok' && answer.kind !== 'not-modified') setWrong(sentenceOf(answer))
    })

  return {
    stage,
    wrong,
    busy,
    preview,
    nameAccount,
    choose,
    columnsAgain,
    start,
    again: () => setStage({ kind: 'idle' }),
  }
}

/** The server decides by the content what the file is, so the browser's type is dropped. */
const asBytes = (file: File) => file.slice(0, file.size, 'application/octet-stream')
