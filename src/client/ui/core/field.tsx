import {
  useId,
  useState,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react'
import { Soft } from './parts.tsx'
import styles from './field.module.css'

/** The look of a box that has no label of its own. */
export const boxLook = styles.input

interface FieldProps {
  label: ReactNode
  description?: ReactNode
  error?: ReactNode
}

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean }

function Field({
  label,
  description,
  error,
  children,
}: FieldProps & { children: (described: Described) => ReactNode }) {
  const id = useId()
  const isWrong = error !== undefined && error !== null && error !== ''
  const describedBy = [description === undefined ? null : `${id}-how`, isWrong ? `${id}-wrong` : null]
    .filter((part) => part !== null)
    .join(' ')
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {description === undefined ? null : <Soft id={`${id}-how`}>{description}</Soft>}
      {children({ id, 'aria-describedby': describedBy === '' ? undefined : describedBy, 'aria-invalid': isWrong })}
      {isWrong ? (
        <p id={`${id}-wrong`} className={styles.wrong}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

type TextFieldProps = FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'>

export function TextField({ label, description, error, ...input }: TextFieldProps) {
  return (
    <Field label={label} description={description} error={error}>
      {(described) => <input className={styles.input} {...described} {...input} />}
    </Field>
  )
}

type TextAreaProps = FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'>

export function TextArea({ label, description, error, ...area }: TextAreaProps) {
  return (
    <Field label={label} description={description} error={error}>
      {(described) => <textarea className={styles.input} {...described} {...area} />}
    </Field>
  )
}

/** A box to tick, or with `type="radio"` one of several, and its words beside it. */
export function TickField({ label, description, error, type = 'checkbox', ...input }: TextFieldProps) {
  const id = useId()
  const describedBy = [description && `${id}-how`, error && `${id}-wrong`].filter(Boolean).join(' ')
  return (
    <div>
      <label className={styles.tick}>
        <input
          type={type}
          aria-labelledby={`${id}-label`}
          aria-describedby={describedBy || undefined}
          aria-invalid={type === 'checkbox' ? Boolean(error) : undefined}
          {...input}
        />
        <span>
          <span id={`${id}-label`}>{label}</span>
          {description ? (
            <Soft as="span" id={`${id}-how`}>
              {description}
            </Soft>
          ) : null}
        </span>
      </label>
      {error ? (
        <p id={`${id}-wrong`} className={styles.wrong}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** A password, which the user can make visible. @param show the button's name */
export function PasswordField({ label, description, error, show, ...input }: TextFieldProps & { show: string }) {
  const [visible, setVisible] = useState(false)
  return (
    <Field label={label} description={description} error={error}>
      {(described) => (
        <div className={styles.withButton}>
          <input className={styles.input} {...described} {...input} type={visible ? 'text' : 'password'} />
          <button
            type="button"
            className={styles.eye}
            aria-label={show}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
          >
            <svg
              width={26}
              height={26}
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth={2}
              strokeLinecap="round"
              aria-hidden="true"
            >
              <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
              <circle cx="12" cy="12" r="3" />
              {visible ? null : <path d="M4 4l16 16" />}
            </svg>
          </button>
        </div>
      )}
    </Field>
  )
}

type SelectFieldProps = FieldProps & { options: readonly { value: string; label: string }[] } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    'id' | 'className'
  >

export function SelectField({ label, description, error, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} description={description} error={error}>
      {(described) => (
        <select className={styles.input} {...described} {...select}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
