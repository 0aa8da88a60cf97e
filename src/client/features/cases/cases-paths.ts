/** The customer's addresses; the others are in office-paths.ts. */
export const casesPaths = {
  /** Something was wrong with this collection: its open case, or the form. */
  about: (assignmentID: string) => `/cases/about/${assignmentID}`,
} as const
