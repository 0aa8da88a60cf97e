export function postgresPrograms(): string | undefined
export function unprivileged(): { uid: number; gid: number } | undefined
export function hasHledger(): boolean
export function hasPromtool(): boolean
export function hasCurlAndJq(): boolean
export function hasPoppler(): boolean
export function hasGlewlwyd(): boolean
export function operatorsProgram(program: string): string | null
export function pgbouncer(): string | null
export function swiftPython(): string | null
export function pythonWithIcalendar(): string | null
export function missingPrograms(): { title: string; why: string }[]
export function lacksCluster(): string | null
export function lacksPostgresAndProxy(): string | null
