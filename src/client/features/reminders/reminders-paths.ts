/** What only this feature links to; the others are in office-paths.ts. */
export const remindersPaths = {
  new: () => '/reminders/new',
} as const
