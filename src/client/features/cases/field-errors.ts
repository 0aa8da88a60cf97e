type Errors = Readonly<Record<string, string>>

/** Removes a field's error while the user types in it again. */
export const without =
  (field: string) =>
  (errors: Errors): Errors =>
    Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field))
