import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { ImportResult } from '#contract/v1/imports.ts'
import { newID } from '#domain/identifiers.ts'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { t } from '#client/ui/core/texts.ts'
import { addedFields, cellsOf, correctedRows, type Corrections, NO_CORRECTIONS, withCorrection } from './corrections.ts'
import { guessColumns } from './guess-columns.ts'
import type { Field, ImportKind } from './import-kinds.ts'
import { fieldsSetForAll, type SameForAll } from './mapping-rules.ts'
import { type ChosenFile, readFile, type Unreadable, withHeadings } from './read-file.ts'
import { FIELD_NAMES } from './field-names.ts'

interface Prepared {
  readonly file: ChosenFile
  readonly chosen: readonly (Field | null)[]
  readonly sameForAll: SameForAll
  readonly corrections: Corrections
  readonly checked: ImportResult | null
  /** Cells of the lines that were held back, or may have been without being listed, to be corrected. */
  readonly heldBack: ReadonlyMap<number, Readonly<Partial<Record<Field, string>>>>
}

/** What is made anew by every check. */
const UNCHECKED = { checked: null, heldBack: new Map<never, never>() } as const

/**
 * An import: file chosen, columns matched, checked and sent. The address has the ID of a running import, so that a
 * reload finds it.
 */
export function useImport(kind: ImportKind) {
  const { call } = useOffice()
  const [params, setParams] = useSearchParams()
  const [prepared, setPrepared] = useState<Prepared | null>(null)
  const [wrong, setWrong] = useState<Unreadable | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [checkID, setCheckID] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const isStarted = useRef(false)
  // The address changes one render later.
  const [refusedID, setRefusedID] = useState<string | null>(null)

  async function choose(file: File): Promise<void> {
    setFailure(null)
    const read = await readFile(file)
    setWrong(typeof read === 'string' ? read : null)
    setPrepared(
      typeof read === 'string'
        ? null
        : {
            file: read,
            chosen: guessColumns(read.headings, kind, (field) => t(FIELD_NAMES[field])),
            sameForAll: {},
            corrections: NO_CORRECTIONS,
            ...UNCHECKED,
          },
    )
  }

  function assign(place: number, field: Field | null): void {
    if (prepared !== null) setPrepared({ ...prepared, chosen: prepared.chosen.with(place, field), ...UNCHECKED })
  }

  function sayForAll(field: Field, value: string): void {
    if (prepared !== null)
      setPrepared({ ...prepared, sameForAll: { ...prepared.sameForAll, [field]: value }, ...UNCHECKED })
  }

  /** The check still shows what it found; "Check again" follows. */
  function correct(lines: readonly number[], field: Field, cell: string): void {
    setPrepared((now) => now && { ...now, corrections: withCorrection(now.corrections, lines, field, cell) })
  }

  async function check(): Promise<void> {
    if (prepared === null) return
    const importID = newID()
    setFailure(null)
    setCheckID(importID)
    const answer = await send({ dryRun: 'true', importID }, prepared).finally(() => setCheckID(null))
    if (answer.kind === 'ok') {
      const { errors, questions = [], more } = answer.value
      const lines = new Set([...errors, ...questions].map(({ line }) => line))
      const unlistedFrom = more ? (errors.at(-1)?.line ?? Infinity) : Infinity
      setPrepared({
        ...prepared,
        checked: answer.value,
        heldBack:
          lines.size === 0
            ? new Map()
            : cellsOf(prepared.file, prepared.chosen, (line) => lines.has(line) || line > unlistedFrom),
      })
    } else if (answer.kind !== 'not-modified') setFailure(sentenceOf(answer))
  }

  async function start(skipErrors: boolean): Promise<void> {
    // The button of a double click is still there at its second click.
    if (prepared === null || isStarted.current) return
    isStarted.current = true
    const importID = newID()
    setFailure(null)
    setSending(true)
    setParams({ importID })
    const answer = await send({ importID, ...(skipErrors && { skipErrors: 'true' as const }) }, prepared).finally(
      () => {
        isStarted.current = false
        setSending(false)
      },
    )
    // After a broken connection only the polled progress tells what became of the import.
    if (answer.kind !== 'refused' || answer.status >= 500) return
    setRefusedID(importID)
    setFailure(sentenceOf(answer))
    setParams({}, { replace: true })
  }

  const send = (
    options: { dryRun?: 'true'; skipErrors?: 'true'; importID: string },
    { file, chosen, sameForAll, corrections }: Prepared,
  ) => {
    const added = [...new Set([...fieldsSetForAll(chosen, sameForAll), ...addedFields(chosen, corrections)])]
    return call(kind.endpoint, options, {
      body: withHeadings(
        file,
        chosen,
        added.map((field) => [field, sameForAll[field] ?? ''] as const),
        corrections.size === 0
          ? undefined
          : correctedRows(file, chosen, added, (line, field, cell) => corrections.get(line)?.[field] ?? cell),
      ),
    })
  }

  function again(): void {
    setPrepared(null)
    setParams({})
  }

  const importID = params.get('importID')
  return {
    importID: importID === refusedID ? null : importID,
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
    correct,
    uncheck: () => setPrepared(prepared && { ...prepared, ...UNCHECKED }),
    /** After an import without the rows that were held back: these are corrected, and the file is checked again. */
    takeRest: () => {
      setParams({})
      void check()
    },
  }
}
