export const remindersPaths = {
  new: () => '/reminders/new',
} as const
