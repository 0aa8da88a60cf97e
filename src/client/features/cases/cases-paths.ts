import type { CaseKind } from '#domain/cases.ts'

/** The customer's addresses; the others are in office-paths.ts. */
export const casesPaths = {
  /** Something was wrong with this collection: its open case, or the form. */
  about: (assignmentID: string) => `/cases/about/${assignmentID}`,
  /** A request to the office. */
  new: (kind: Exclude<CaseKind, 'outcome'>) => `/cases/new/${kind}`,
} as const
