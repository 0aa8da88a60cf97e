import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './button.module.css'

type Variant = 'filled' | 'default' | 'subtle' | 'danger'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  variant?: Variant
  /** Running: the button can't be pressed again, and announces it. */
  loading?: boolean
  children: ReactNode
}

/**
 * The button of screens that must open without signal: the theme's colours, 56 px, without Mantine's 20 KiB (Box,
 * styles API) in every driver's first load. Office and customer screens use Mantine's own.
 */
export function Button({
  variant = 'filled',
  loading = false,
  type = 'button',
  disabled,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonLook(variant)}
      disabled={disabled === true || loading}
      aria-busy={loading}
      {...rest}
    >
      {loading ? <span className={styles.spinner} aria-hidden="true" /> : null}
      <span>{children}</span>
    </button>
  )
}

/** The class names of a button for a link: ui knows no router. `<Link className={buttonLook()} to=…>` */
export function buttonLook(variant: Variant = 'filled'): string {
  return `${styles.button} ${styles[variant]}`
}
