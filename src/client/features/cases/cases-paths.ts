export const casesPaths = {
  /** The open case about this collection, or the form to report one. */
  about: (assignmentID: string) => `/cases/about/${assignmentID}`,
} as const
