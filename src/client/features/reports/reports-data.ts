import { useSearchParams } from 'react-router-dom'
import type { OutputOf } from '#contract/endpoint.ts'
import type { CUSTOMER_REPORTS, reportRows, RowsOfFigure } from '#contract/v1/reports.ts'
import {
  financialYear,
  financialYearOf,
  type Period,
  quarter,
  type Quarter,
  quarterOf,
  QUARTERS,
} from '#domain/periods.ts'
import { sumDollars } from '#domain/sum-dollars.ts'
import { useToday } from '#client/shells/today.ts'

export type CustomerReport = (typeof CUSTOMER_REPORTS)[number]
export type { RowsOfFigure }
export type ReportRow = OutputOf<typeof reportRows>['items'][number]

export interface Figure {
  readonly rows: RowsOfFigure
  readonly amount: number
  readonly count: number
}

export interface ChosenPeriod {
  readonly year: number
  /** Null: the whole year. */
  readonly quarter: Quarter | null
  readonly period: Period
  choose(year: number, quarter: Quarter | null): void
}

/** How many financial years can be chosen, this one included. */
export const YEARS_BACK = 7

/** The period of a report, in its address. @param usual what is shown without one */
export function usePeriod(usual: 'year' | 'quarter'): ChosenPeriod {
  const today = useToday()
  const [params, setParams] = useSearchParams()
  const yearInAddress = Number(params.get('year'))
  const thisYear = financialYearOf(today)
  const isShown = Number.isInteger(yearInAddress) && yearInAddress <= thisYear && yearInAddress > thisYear - YEARS_BACK
  const year = isShown ? yearInAddress : thisYear
  const named = QUARTERS.find((each) => String(each) === params.get('quarter')) ?? null
  const shownQuarter = isShown ? named : usual === 'quarter' ? quarterOf(today) : null
  return {
    year,
    quarter: shownQuarter,
    period: shownQuarter === null ? financialYear(year) : quarter(year, shownQuarter),
    choose: (nextYear, next) =>
      setParams((before) => {
        const after = new URLSearchParams(before)
        after.set('year', String(nextYear))
        if (next === null) after.delete('quarter')
        else after.set('quarter', String(next))
        return after
      }),
  }
}

/** What is received, then what went back, each its own figure. */
export const CASH_PARTS = ['received', 'reversed', 'refunded', 'disputed'] as const

export const netReceived = (row: Readonly<Record<(typeof CASH_PARTS)[number], Pick<Figure, 'amount'>>>): number =>
  sumDollars(CASH_PARTS.map((part) => (part === 'received' ? row[part].amount : -row[part].amount)))
