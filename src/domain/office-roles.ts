/** Who a user of the office is, beside the role ADMIN that all of them have on the wire. */
export const OFFICE_ROLES = ['OWNER', 'OFFICE', 'ACCOUNTS', 'DISPATCHER', 'READ_ONLY'] as const
export type OfficeRole = (typeof OFFICE_ROLES)[number]

/**
 * What an operation is about. `shared` is what every screen needs, such as the names of packages; `users` is who may
 * sign in to the office, and which programs may.
 */
export const AREAS = ['shared', 'runs', 'customers', 'money', 'settings', 'users'] as const
export type Area = (typeof AREAS)[number]

/** `change` includes `read`. */
export type Permission = 'read' | 'change'

/** What a role may do in each area; an area that is not named is closed. */
export const PERMISSIONS: Readonly<Record<OfficeRole, Readonly<Partial<Record<Area, Permission>>>>> = {
  OWNER: {
    shared: 'change',
    runs: 'change',
    customers: 'change',
    money: 'change',
    settings: 'change',
    users: 'change',
  },
  OFFICE: { shared: 'change', runs: 'change', customers: 'change', money: 'change', settings: 'change' },
  ACCOUNTS: { shared: 'change', runs: 'read', customers: 'change', money: 'change' },
  DISPATCHER: { shared: 'change', runs: 'change', customers: 'change' },
  READ_ONLY: { shared: 'read', runs: 'read', customers: 'read', money: 'read', settings: 'read' },
}

/** Whether a role may read an area, or change its records. */
export function permits(role: OfficeRole, area: Area, wanted: Permission): boolean {
  const given = PERMISSIONS[role][area]
  return given === 'change' || given === wanted
}
