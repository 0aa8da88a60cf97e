/** The addresses these screens lead to; the app's `paths` hands them in, because a feature does not know the app. */
export interface DriverPaths {
  pickups(): string
  pickup(assignmentID: string): string
  unsent(): string
  ready(): string
  incomes(): string
}
