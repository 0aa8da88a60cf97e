import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ImportResult } from '#contract/v1/imports.ts'
import { newID } from '#domain/identifiers.ts'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { useTranslation } from '#client/ui/core/use-translation.ts'
import { guessColumns } from './guess-columns.ts'
import type { Field, ImportKind } from './import-kinds.ts'
import { fieldsSetForAll, type SameForAll } from './mapping-rules.ts'
import { type ChosenFile, readFile, type Unreadable, withHeadings } from './read-file.ts'

interface Prepared {
  readonly file: ChosenFile
  readonly chosen: readonly (Field | null)[]
  readonly sameForAll: SameForAll
  readonly checked: ImportResult | null
}

/**
 * An import: file chosen, columns matched, checked and sent. The address has the ID of a running import, so that a
 * reload finds it.
 */
export function useImport(kind: ImportKind) {
  const { call } = useOffice()
  const { t } = useTranslation('imports')
  const { t: shells } = useTranslation('shells')
  const [params, setParams] = useSearchParams()
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const [wrong, setWrong] = useState<Unreadable | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [checkID, setCheckID] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  // The address changes one render later.
  const [refusedID, setRefusedID] = useState<string | null>(null)

  async function choose(file: File): Promise<void> {
    setFailure(null)
    const read = await readFile(file)
    setWrong(typeof read === 'string' ? read : null)
    setPrepared(
      typeof read === 'string'
        ? null
        : { file: read, chosen: guessColumns(read.headings, kind, (field) => t(field)), sameForAll: {}, checked: null },
    )
  }

  function assign(place: number, field: Field | null): void {
    if (prepared !== null) setPrepared({ ...prepared, chosen: prepared.chosen.with(place, field), checked: null })
  }

  function sayForAll(field: Field, value: string): void {
    if (prepared !== null)
      setPrepared({ ...prepared, sameForAll: { ...prepared.sameForAll, [field]: value }, checked: null })
  }

  async function check(): Promise<void> {
    if (prepared === null) return
    const importID = newID()
    setFailure(null)
    setCheckID(importID)
    const answer = await send({ dryRun: 'true', importID }, prepared).finally(() => setCheckID(null))
    if (answer.kind === 'ok') setPrepared({ ...prepared, checked: answer.value })
    else if (answer.kind !== 'not-modified') setFailure(sentenceOf(answer, shells))
  }

  async function start(skipErrors: boolean): Promise<void> {
    if (prepared === null) return
    const importID = newID()
    setFailure(null)
    setSending(true)
    setParams({ importID })
    const answer = await send({ importID, ...(skipErrors && { skipErrors: 'true' as const }) }, prepared).finally(() =>
      setSending(false),
    )
    // After a broken connection only the polled progress tells what became of the import.
    if (answer.kind !== 'refused' || answer.status >= 500) return
    setRefusedID(importID)
    setFailure(sentenceOf(answer, shells))
    setParams({}, { replace: true })
  }

  const send = (
    asked: { dryRun?: 'true'; skipErrors?: 'true'; importID: string },
    { file, chosen, sameForAll }: Prepared,
  ) =>
    call(kind.endpoint, asked, {
      body: withHeadings(
        file,
        chosen,
        fieldsSetForAll(chosen, sameForAll).map((field) => [field, sameForAll[field] ?? ''] as const),
      ),
    })

  function again(): void {
    setPrepared(null)
    setParams({})
  }

  const asked = params.get('importID')
  return {
    importID: asked === refusedID ? null : asked,
    isSending,
    prepared,
    wrong,
    failure,
    checkID,
    choose,
    assign,
    sayForAll,
    check,
    start,
    again,
    uncheck: () => setPrepared(prepared && { ...prepared, checked: null }),
  }
}
