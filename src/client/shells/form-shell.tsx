import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { Alert, Button, Card, Stack } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint, OutputOf } from '#contract/endpoint.ts'
import type { Problem } from '#contract/problem.ts'
import { usePageTitle } from '#client/ui/core/page-title.ts'
import { showFailure } from '#client/ui/core/toasts.tsx'
import { t } from '#client/ui/core/texts.ts'
import { ActsBar } from './acts-bar.tsx'
import { Conflict } from './conflict.tsx'
import { type FormRules, type FormValues, inputOf, problemsOf } from './form-values.ts'
import { OfficeDialog, OfficeDrawer } from './office-dialog.tsx'
import { NotYours, useMayCall } from './role.tsx'
import { useUnsavedGuard } from './unsaved-guard.tsx'
import { sentenceOf, useCommand } from './use-command.ts'

export type Form<V extends FormValues> = UseFormReturnType<V>

interface FormShellProps<E extends Endpoint, V extends FormValues> {
  title: string
  endpoint: E
  /** The path parameters and other fixed values of the request. */
  fixed?: Readonly<Record<string, unknown>>
  /** Absent where the form only confirms. */
  initial?: V
  required?: readonly (keyof V & string)[]
  toInput?: (values: V) => Readonly<Record<string, unknown>>
  /** Rules the schema can't express, for example with other data of the screen. @returns field -> sentence */
  check?: (values: V) => Readonly<Record<string, string>>
  /** Given for an edit: only changed fields are sent, with the version the form was opened with. */
  editing?: { version: number; latest: () => Promise<{ version: number; values: V } | null> } | null
  /** Given for an edit that is one command: all fields are sent. */
  whole?: boolean
  /** Labels of the fields, also for a conflict of two admins; a field without one names itself. */
  labels?: Partial<Record<keyof V & string, string>>
  /** Absent: the caller says it, from the answer. */
  done?: string
  /** It mails something: without a mail server the toast says that it was not sent. */
  mails?: boolean
  /** The endpoint whose object no longer exists after saving. */
  ends?: Endpoint
  submit?: string
  /** The button that leaves, where "Cancel" could be taken for the act itself. */
  leave?: string
  /** What the act would do is not known yet. */
  disabled?: boolean
  danger?: boolean
  /**
   * A drawer at the right for an object's fields, a dialog in the middle for a question or two. A card of the page stays
   * open: it follows its object until something is typed, and has nothing to leave.
   */
  as?: 'drawer' | 'dialog' | 'card'
  /** A dialog with more content than fields. */
  wide?: boolean
  /** Renders the question that a refusal asks, and sends again with the answer. */
  renderQuestion?: (problem: Problem, again: (more: Readonly<Record<string, unknown>>) => void) => ReactNode
  /** A card is never closed. */
  onClose?: () => void
  /** Absent: it closes. */
  onSaved?: (value: OutputOf<E>) => void
  children: (form: Form<V>) => ReactNode
}

/** The office's form: submitting, refusals at their fields, unsaved changes, two admins at once. */
export function FormShell<E extends Endpoint, V extends FormValues>(props: FormShellProps<E, V>) {
  const {
    title,
    endpoint,
    fixed = {},
    initial = {} as V,
    required = [],
    toInput,
    check,
    editing = null,
    whole = false,
    labels = {} as Partial<Record<keyof V & string, string>>,
    done,
    mails = false,
    ends,
    submit,
    leave,
    disabled: isDisabled = false,
    danger = false,
    as = 'drawer',
    wide = false,
    renderQuestion,
    onClose = NOTHING,
    onSaved = onClose,
    children,
  } = props
  const command = useCommand()
  const client = useQueryClient()
  // A drawer has an address and a title of its own; a dialog belongs to the page.
  usePageTitle(as === 'drawer' ? title : '')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [question, setQuestion] = useState<ReactNode>(null)
  const [conflict, setConflict] = useState<{ version: number; values: V } | null>(null)
  const before = useRef({ values: initial, version: editing?.version })
  // The idempotency key: a repeat after a broken connection is the same request.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const place = useRef<HTMLFormElement>(null)
  const mayCall = useMayCall(endpoint)
  const disabled = isDisabled || !mayCall
  const rules: FormRules<V> = { endpoint, fixed, required, toInput, mandatory: t('This field is mandatory') }
  const opened = () => (editing === null || whole ? null : before.current.values)
  const form = useForm<V>({
    initialValues: initial,
    validateInputOnBlur: true,
    clearInputErrorOnChange: true,
    enhanceGetInputProps: ({ field }) => ({
      ...(field in labels && { label: labels[field as keyof V & string] }),
      ...(required.includes(field as keyof V & string) && { withAsterisk: true }),
    }),
    validate: (values) => ({ ...check?.(values), ...problemsOf(rules, values, opened()) }) as never,
  })
  const dirty = form.isDirty() && !busy
  /** The sentence for errors only in values the user did not type, such as the stops a dialog was opened for. */
  const wrongInFixed = ({ fields = {} }: Problem): string | null => {
    const names = Object.keys(fields)
    return names.length > 0 && names.every((name) => name in fixed && !(name in initial))
      ? Object.values(fields).join(' ')
      : null
  }
  /** A toast does not repeat an error shown at its field. */
  const isShownAtFields = ({ fields = {} }: Problem): boolean => {
    const names = Object.keys(fields)
    return names.length > 0 && names.every((name) => name in initial)
  }
  const guard = useUnsavedGuard(dirty)

  /** The form begins anew with these values, as they stand on the server. */
  const beginWith = (values: V, version: number | undefined) => {
    before.current = { values, version }
    form.setInitialValues(values)
    form.setValues(values)
    form.resetDirty(values)
  }
  const stored = as === 'card' ? JSON.stringify([initial, editing?.version]) : ''
  useEffect(() => {
    if (stored !== '' && !form.isDirty()) beginWith(initial, editing?.version)
    // The values and the version are in `stored`.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stored])

  async function send(version: number | undefined, more: Readonly<Record<string, unknown>> = {}): Promise<void> {
    setBusy(true)
    setError(null)
    setQuestion(null)
    const input = { ...(inputOf(rules, form.getValues(), opened()) as object), ...more }
    const isQuestion = (code: string) =>
      code !== 'fields_invalid' && (renderQuestion?.({ code, message: '' }, () => undefined) ?? null) !== null
    const answer = await command(endpoint, input as never, {
      done,
      mails,
      ends,
      quiet: (code, problem) =>
        code === 'version_conflict' || isQuestion(code) || wrongInFixed(problem) !== null || isShownAtFields(problem),
      ifMatch: version,
      idempotencyKey: endpoint.idempotencyKey ? key : undefined,
    }).finally(() => setBusy(false))
    if (answer.kind === 'ok') {
      form.resetDirty(form.getValues())
      setKey(crypto.randomUUID())
      return onSaved(answer.value)
    }
    if (answer.kind === 'refused') {
      if (answer.problem.code === 'version_conflict' && editing !== null) {
        const latest = await editing.latest()
        // What changed is not among this form's fields, so that nobody has to choose.
        const isSame = JSON.stringify(latest?.values) === JSON.stringify(before.current.values)
        if (latest === null || !isSame) return void setConflict(latest)
        before.current = latest
        return send(latest.version, more)
      }
      const drawn = renderQuestion?.(answer.problem, (again) => void send(version, { ...more, ...again })) ?? null
      if (drawn !== null) return setQuestion(drawn)
      const gone = wrongInFixed(answer.problem)
      if (gone !== null) {
        // The object has changed or is gone, so it is fetched again and no field is marked.
        showFailure(t('An error occurred.'), gone)
        void client.invalidateQueries()
        return setError(gone)
      }
      form.setErrors(answer.problem.fields ?? {})
      focusWrong(place.current)
    }
    setError(sentenceOf(answer))
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    if (form.validate().hasErrors) return focusWrong(place.current)
    void send(before.current.version)
  }

  const shownErrors = Object.entries(form.errors).filter(([name]) => !(name in initial) && !isOfRow(initial, name))
  const save = (
    <Button
      type="submit"
      loading={busy}
      disabled={disabled || (as === 'card' && !dirty)}
      {...(danger ? { color: 'red' } : {})}
    >
      {submit ?? t('Save')}
    </Button>
  )
  const body = (
    <form ref={place} onSubmit={onSubmit} noValidate aria-label={title}>
      <Stack gap="md" pb="xs">
        {mayCall ? null : <NotYours />}
        {error === null ? null : <Alert color="red" role="alert" title={error} />}
        {/* Errors in fields this form does not show. */}
        {shownErrors.map(([name, sentence]) => (
          <Alert key={name} color="red" role="alert" title={`${name}: ${String(sentence)}`} />
        ))}
        {question}
        {conflict === null ? null : (
          <Conflict
            mine={form.getValues()}
            before={before.current.values}
            theirs={conflict.values}
            labels={labels}
            busy={busy}
            onMine={() => {
              before.current = { values: conflict.values, version: conflict.version }
              setConflict(null)
              void send(conflict.version)
            }}
            onTheirs={() => {
              beginWith(conflict.values, conflict.version)
              setConflict(null)
            }}
          />
        )}
        {children(form)}
        {as === 'card' ? (
          <div>{save}</div>
        ) : (
          <ActsBar keepsFocus>
            <Button variant="default" onClick={() => guard.ask(onClose)}>
              {leave ?? t('Cancel')}
            </Button>
            {save}
          </ActsBar>
        )}
        {guard.question}
      </Stack>
    </form>
  )
  if (as === 'card') return <Card>{body}</Card>
  const close = () => guard.ask(onClose)
  return as === 'dialog' ? (
    <OfficeDialog title={title} size={wide ? 1100 : 'lg'} onClose={close}>
      {body}
    </OfficeDialog>
  ) : (
    <OfficeDrawer title={title} onClose={close}>
      {body}
    </OfficeDrawer>
  )
}

const NOTHING = () => undefined

/** `lines.0.price`: a field of a row, whose box shows the error. */
function isOfRow(initial: FormValues, name: string): boolean {
  const [list = '', , field] = name.split('.')
  return Array.isArray(initial[list]) && field !== undefined
}

function focusWrong(place: HTMLElement | null): void {
  // The fields are marked at the next render.
  requestAnimationFrame(() =>
    place?.querySelector<HTMLElement>('[aria-invalid=true], :is(input, select, textarea)[data-error=true]')?.focus(),
  )
}
