import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type StoredSetting, listSettings, updateSettings } from '#contract/v1/settings.ts'
import { type SettingKey, settingProblem, SETTINGS, typedSetting } from '#domain/settings.ts'
import { ask, invalidateChanged } from '#client/api/query-client.ts'
import { useOffice } from '#client/shells/office.tsx'
import { sentenceOf } from '#client/shells/use-command.ts'
import { showSuccess } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'

/** An unsaved value, with the setting it was based on, whose version shows whether another user was faster. */
interface Draft {
  /** Null restores the default. */
  readonly value: unknown
  readonly from: StoredSetting
}
type Drafts = Partial<Record<SettingKey, Draft>>

export interface SettingDrafts {
  /** Undefined while loading. */
  readonly kept: ReadonlyMap<string, StoredSetting> | undefined
  readonly error: Error | null
  askAgain(): void
  valueOf(key: SettingKey): unknown
  /** The value that would be saved is the default. */
  isDefault(key: SettingKey): boolean
  set(key: SettingKey, value: unknown): void
  check(key: SettingKey): void
  readonly problems: Readonly<Partial<Record<SettingKey, string>>>
  readonly changed: readonly SettingKey[]
  /** Settings another user saved meanwhile, with the value this edit was based on. */
  readonly conflicts: readonly { key: SettingKey; mine: unknown; before: unknown; theirs: unknown }[]
  settle(whose: 'mine' | 'theirs'): void
  readonly busy: boolean
  readonly failure: string | null
  /** The server's question whether to close the books beyond today; null: it has none. */
  readonly lockQuestion: string | null
  lockAhead(): void
  undo(): void
  save(): Promise<void>
}

/**
 * Several settings as one form: only changed ones are sent, each with its version, and all are saved or none.
 */
export function useSettingDrafts(): SettingDrafts {
  const { call, refreshProfile } = useOffice()
  const client = useQueryClient()
  const asking = ask(listSettings, {})
  const { data, error, refetch } = useQuery(asking)
  const [drafts, setDrafts] = useState<Drafts>({})
  const [problems, setProblems] = useState<Partial<Record<SettingKey, string>>>({})
  const [theirs, setTheirs] = useState<Partial<Record<SettingKey, StoredSetting>>>({})
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [lockQuestion, setLockQuestion] = useState<string | null>(null)
  const stored = data === undefined ? undefined : new Map(data.items.map((one) => [one.key, one]))
  const changed = Object.keys(drafts) as SettingKey[]

  function problemOf(key: SettingKey, draft: Draft | undefined): string | undefined {
    return draft === undefined || draft.value === null
      ? undefined
      : (settingProblem(key, typedSetting(key, tidy(key, draft.value))) ?? undefined)
  }

  async function send(all: Drafts, lockAhead = false): Promise<void> {
    const wrong = Object.fromEntries(
      entriesOf(all).flatMap(([key, draft]) =>
        problemOf(key, draft) === undefined ? [] : [[key, problemOf(key, draft)]],
      ),
    )
    setProblems(wrong)
    if (Object.keys(wrong).length > 0) return setFailure(t('Please check the marked fields.'))
    setBusy(true)
    setFailure(null)
    setLockQuestion(null)
    const settings = entriesOf(all).map(([key, { value, from }]) => ({
      key,
      value: tidy(key, value),
      version: from.version,
    }))
    const answer = await call(updateSettings, { settings, ...(lockAhead && { lockAhead }) })
    if (answer.kind === 'refused' && answer.problem.code === 'version_conflict')
      return raced(all, answer.problem.message)
    setBusy(false)
    if (answer.kind === 'ok') return saved(all)
    if (answer.kind === 'offline') return setFailure(t('No connection to the server. What you entered is still here.'))
    if (answer.kind !== 'refused') return setFailure(answer.kind === 'not-modified' ? null : sentenceOf(answer))
    if (answer.problem.code === 'lock_ahead') return setLockQuestion(answer.problem.message)
    setProblems(answer.problem.fields ?? {})
    setFailure(answer.problem.fields === undefined ? answer.problem.message : t('Please check the marked fields.'))
  }

  async function saved(all: Drafts): Promise<void> {
    await invalidateChanged(client, updateSettings)
    if (entriesOf(all).some(([key]) => key.startsWith('business.'))) await refreshProfile?.()
    setDrafts({})
    showSuccess(t('Settings saved'))
  }

  /** Somebody changed one of them meanwhile, or they are stored already because a connection broke behind the save. */
  async function raced(all: Drafts, message: string): Promise<void> {
    const now = await refetch()
    setBusy(false)
    if (now.isError || now.data === undefined) return setFailure(message)
    const byKey = new Map(now.data.items.map((one) => [one.key, one]))
    const left = entriesOf(all).filter(
      ([key, { value, from }]) => byKey.get(key)?.value !== (tidy(key, value) ?? from.default),
    )
    if (left.length === 0) return saved(all)
    setDrafts(Object.fromEntries(left))
    const others = left.flatMap(([key, { from }]) => {
      const one = byKey.get(key)
      return one === undefined || one.version === from.version ? [] : [[key, one] as const]
    })
    if (others.length === 0) return send(Object.fromEntries(left))
    setTheirs(Object.fromEntries(others))
  }

  return {
    kept: stored,
    error,
    askAgain: () => void refetch(),
    problems,
    changed,
    busy,
    failure,
    lockQuestion,
    lockAhead: () => void send(drafts, true),
    conflicts: entriesOf(theirs).flatMap(([key, { value }]) => {
      const draft = drafts[key]
      return draft === undefined
        ? []
        : [{ key, mine: draft.value ?? draft.from.default, before: draft.from.value, theirs: value }]
    }),
    valueOf: (key) => {
      const draft = drafts[key]
      return draft === undefined ? stored?.get(key)?.value : (draft.value ?? draft.from.default)
    },
    isDefault: (key) => {
      const draft = drafts[key]
      return draft === undefined
        ? stored?.get(key)?.isDefault === true
        : draft.value === null || draft.value === draft.from.default
    },
    set: (key, value) => {
      const from = drafts[key]?.from ?? stored?.get(key)
      if (from === undefined) return
      const asItWas = value === from.value || (value === null && from.isDefault)
      setLockQuestion(null)
      setDrafts(({ [key]: _gone, ...others }) => (asItWas ? others : { ...others, [key]: { value, from } }))
      setProblems(({ [key]: _mended, ...others }) => others)
    },
    check: (key) => setProblems((before) => ({ ...before, ...pick(key, problemOf(key, drafts[key])) })),
    settle: (whose) => {
      const settled = Object.fromEntries(
        entriesOf(drafts).flatMap(([key, draft]) => {
          const now = theirs[key]
          return now === undefined ? [[key, draft]] : whose === 'mine' ? [[key, { ...draft, from: now }]] : []
        }),
      ) as Drafts
      setTheirs({})
      setDrafts(settled)
      if (Object.keys(settled).length > 0) void send(settled)
    },
    undo: () => {
      setDrafts({})
      setProblems({})
      setTheirs({})
      setFailure(null)
      setLockQuestion(null)
    },
    save: () => send(drafts),
  }
}

/** Removes spaces around a line; a number box passes "8.50" as text while its last digit is a zero. */
function tidy(key: SettingKey, value: unknown): unknown {
  const { kind } = SETTINGS[key]
  if (typeof value !== 'string' || SEVERAL_LINES.has(kind)) return value
  const line = value.trim()
  return (kind === 'money' || kind === 'whole') && line !== '' && Number.isFinite(Number(line)) ? Number(line) : line
}
const SEVERAL_LINES: ReadonlySet<string> = new Set(['lines', 'mailText'])

const entriesOf = <Value>(all: Partial<Record<SettingKey, Value>>) => Object.entries(all) as [SettingKey, Value][]
const pick = (key: SettingKey, problem: string | undefined) => (problem === undefined ? {} : { [key]: problem })
