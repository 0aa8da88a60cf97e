/** The addresses these screens link to; passed in from the app's `paths`, because a feature does not import the app. */
export interface DriverPaths {
  pickups(): string
  pickup(assignmentID: string): string
  unsent(): string
  ready(): string
  incomes(): string
}
