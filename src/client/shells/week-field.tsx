import type { ReactNode } from 'react'
import { WeekPick } from './week-pick.tsx'
import { textOfValues, weekValues, type WeekValues } from './weeks.ts'

interface WeekFieldProps {
  /** Holds the week as it travels, in three boxes. */
  form: {
    getValues(): WeekValues
    setValues(values: WeekValues): void
    errors: Readonly<Record<string, ReactNode>>
  }
  label: string
  description?: string
}

/** A form's week, chosen as one and mandatory; what is wrong with any of its three boxes stands beside it. */
export function WeekField({ form, label, description }: WeekFieldProps) {
  return (
    <WeekPick
      label={label}
      {...(description === undefined ? {} : { description })}
      required
      value={textOfValues(form.getValues())}
      onChange={(week) => form.setValues(weekValues(week))}
      error={form.errors['weekNumber'] ?? form.errors['monthNumber'] ?? form.errors['yearNumber']}
    />
  )
}
