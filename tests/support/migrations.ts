import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { migrationsFolder } from '#server/db/migrate.ts'

/** The statements of a migration by its name, independent of its number. */
export function migrationNamed(name: string): string[] {
  const file = readdirSync(migrationsFolder()).find((one) => one.endsWith(`_${name}.sql`))
  if (file === undefined) throw new Error(`There is no migration ${name}`)
  return readFileSync(path.join(migrationsFolder(), file), 'utf8').split('--> statement-breakpoint')
}
