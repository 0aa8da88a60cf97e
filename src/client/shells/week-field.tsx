import type { ReactNode } from 'react'
import { WeekPick } from './week-pick.tsx'
import { textOfValues, weekValues, type WeekValues } from './weeks.ts'

interface WeekFieldProps {
  form: {
    getValues(): WeekValues
    setValues(values: WeekValues): void
    errors: Readonly<Record<string, ReactNode>>
  }
  label: string
  description?: string
}

/** A form's mandatory week in one select, which shows the errors of its three fields. */
export function WeekField({ form, label, description }: WeekFieldProps) {
  return (
    <WeekPick
      label={label}
      description={description}
      required
      value={textOfValues(form.getValues())}
      onChange={(week) => form.setValues(weekValues(week))}
      error={form.errors['weekNumber'] ?? form.errors['monthNumber'] ?? form.errors['yearNumber']}
    />
  )
}
