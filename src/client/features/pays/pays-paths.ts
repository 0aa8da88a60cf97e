import { officePaths } from '#client/shells/office-paths.ts'

export const paysPaths = {
  payments: () => `${officePaths.incomes()}/payments`,
}
