import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { migrationsFolder } from '#server/db/migrate.ts'

/**
 * Every migration that has landed, with the SHA-256 of its text. A database that ran it does not run it again, so it is
 * never edited: what is wrong with it is put right by a new one, which is added here.
 */
const LANDED = {
  '0000_schema.sql': '155d7ce596c7783cf571bee86bf276803f66b8ff10362590d87b12a3c9746fde',
  '0001_uploads_and_new_emails.sql': '6e433de93bfd483264219163762a9d8bbdc0439b1ee791b5ba108cf8d475032a',
  '0002_invoice_mails.sql': '7ae8d50e444281bcc7a4cef746afedeb122372d46888ff4b8355e3b85432d6e7',
  '0003_import_order.sql': '189a1509abb9ac277c882dfb39bdda4de5b30ac33ff8d094d1d4531d15bd3f33',
  '0004_calls_and_family_names.sql': '2536c57f282b5dd441c188c72ea4476483abd9b659cf5d53c7afb230a92f44c6',
  '0005_second_mails.sql': '5f3d0185204254de61b1b7ec578464c02ca1c33e08eed9bf6a0efa8a0f8c8890',
  '0006_places.sql': '0ec57e2de375344e56c1110f3aac0060523d5d38e52bb2f816ef5acd5e0d848e',
  '0007_driven_times.sql': '4d2628588dd24a086e6a435a322e58db1033194daa896a444fad7dca72e0cb2c',
  '0008_rounds.sql': '57038be78814b96808ace4856ef8165513f8af1053e364a0bde117a962cd497f',
  '0009_own_orders.sql': 'ee785597203818b93e5badf9b5e0c7349a8d1643d536be0bc7930f6e213a15c9',
  '0010_api_tokens.sql': 'eca9823795e8279e95c845faeb2dc0d5bb3887f4e6e24b8c6e8b4cb98a7b9fa3',
  '0011_written_off_debts.sql': '0209c01a9de5a5f3c4cc031957a299d71df21cb30d6b680585edfbec597ae60b',
  '0012_fee_gst.sql': 'e1dd5520ae4829322503e5ed1f21d8d00fad22be3b5b755a4ef5ac39fb63741e',
  '0013_price_changes.sql': 'c9f234744234013b0e38d2a911cbc660919f0f8b4b84fd1eec709b8412fc9abf',
  '0014_chasing.sql': '9331e0c1a22dfa5b5f516565cabba7d102e072901de75bbbf2fe5164863fa8e8',
  '0015_autopay.sql': 'e87a3b9235f43b66dbfe9b8e733f17dd0e998c20ae6692f76e004b2e86b52836',
  '0016_webhooks.sql': 'c462a89b04f3e277b322b4a72099fdb1b77aacfb2328796aa9554954fa364d3d',
  '0017_mails_sealed.sql': '231b7ce1dc13cf759f1aa701799aeadedb6d4f1f42abe62053606938d998a365',
  '0018_office_roles.sql': '78c1213648c43ca5399d011574c82d95b1711f9747f11c4ccbac61f8dba5da27',
  '0019_depots.sql': '10c8b51c13df92a9bd7df92d9f23a2960618598e8b173187c77428d8c590669a',
  '0020_tasks_of_tokens.sql': 'af67366727e91c8ef959cf24d6d8bd464abbd5834291a46a7a46c4f7d69a6d3b',
}

test('a migration that has landed is as it was', () => {
  const sums = readdirSync(migrationsFolder())
    .filter((name) => name.endsWith('.sql'))
    .map((name) => {
      const text = readFileSync(path.join(migrationsFolder(), name), 'utf8').replaceAll('\r\n', '\n')
      return [name, createHash('sha256').update(text).digest('hex')]
    })
  expect(Object.fromEntries(sums)).toEqual(LANDED)
})

/** The newest migration of the release before: servers of that version still run while this one migrates. */
const RELEASED = '0016_webhooks.sql'

/** What a server of the version before can't live with, because it goes on writing what it knows. */
const BREAKS: readonly [what: string, statement: RegExp][] = [
  ['drops a table or a column', /\bdrop (table|column)\b/i],
  ['drops what a statement may name', /\bdrop (constraint|trigger|function|type|view|sequence)\b/i],
  ['renames', /\brename (to|column)\b/i],
  ['drops a default', /\bdrop default\b/i],
  ['demands a value in a column that exists', /\bset not null\b/i],
  ['changes a type', /\b(set data )?type\b/i],
  ['adds a column that needs a value', /\badd column (?![^;]*\bdefault\b)[^;]*\bnot null\b/i],
]

/** A rule for a table that exists: a server of the version before may write what it refuses. */
const RULES: readonly RegExp[] = [
  /^\s*alter table "?(\w+)"? add constraint\b/i,
  /^\s*create unique index\b[^;]*? on "?(\w+)"?/i,
  /^\s*create (?:or replace )?(?:constraint )?trigger\b[^;]*? on "?(\w+)"?/i,
]

/** Unique indexes of the migrations that came before, which `on conflict` may name. */
const uniqueIn = (texts: readonly string[]) =>
  texts.flatMap((text) =>
    [...text.matchAll(/^\s*create unique index (?:if not exists )?"?(\w+)"?/gim)].map(([, name = '']) => name),
  )

/** @param before the migrations that came before */
function breaksIn(text: string, before: readonly string[] = []): string[] {
  // What it does is in a text of its own, where nothing is found.
  if (/\bdo\s+(language\s+\w+\s+)?\$/i.test(text)) return ['hides statements in a block']
  const unique = uniqueIn(before)
  const statements = text.replaceAll(/--.*$/gm, '').split(';')
  const own = new Set(statements.flatMap((statement) => /^\s*create table "?(\w+)"?/i.exec(statement)?.[1] ?? []))
  const newColumns = statements.flatMap((statement) => /\badd column "?(\w+)"?/i.exec(statement)?.[1] ?? [])
  const dropped = statements.flatMap(
    (statement) => /^\s*drop index (?:if exists )?"?(\w+)"?/i.exec(statement)?.[1] ?? [],
  )
  /** The version before leaves the column null, which the rule lets pass. */
  const isOfNewColumn = (statement: string) =>
    newColumns.some((column) => new RegExp(`\\bwhere\\b.*\\b${column}"? is not null`, 'i').test(statement))
  /** An index that is dropped and made again is as strict as before, or less. */
  const isMadeAgain = (statement: string) =>
    dropped.some((name) => new RegExp(`^\\s*create unique index "?${name}"? `, 'i').test(statement))
  const lost = dropped.filter(
    (name) =>
      unique.includes(name) &&
      !statements.some((one) => new RegExp(`^\\s*create unique index "?${name}"? `, 'i').test(one)),
  )
  const ofStatements = statements.flatMap((statement) => [
    ...BREAKS.filter(([, broken]) => /^\s*(alter|drop)\b/i.test(statement) && broken.test(statement)).map(
      ([what]) => what,
    ),
    ...RULES.flatMap((rule) => rule.exec(statement)?.[1] ?? [])
      .filter((table) => !own.has(table) && !isOfNewColumn(statement) && !isMadeAgain(statement))
      .map((table) => `adds a rule to ${table}`),
  ])
  return [...lost.map((name) => `drops the unique index ${name}`), ...ofStatements]
}

test('the version before can write while a newer one has migrated the database', () => {
  expect(breaksIn('alter table "a" drop column "b"; ALTER TABLE a ADD COLUMN c text NOT NULL;')).toHaveLength(2)
  expect(breaksIn("alter table a add column c text not null default '';\ncreate table b (c text not null);")).toEqual(
    [],
  )
  expect(breaksIn('create table a (b text);\nalter table "a" add constraint c unique (b);')).toEqual([])
  expect(breaksIn('alter table "d" add constraint c check (b > 0);\ncreate unique index e on "d" (b);')).toEqual([
    'adds a rule to d',
    'adds a rule to d',
  ])
  expect(breaksIn('alter table f add column g text;create unique index h on f (g) where f.g is not null;')).toEqual([])
  expect(breaksIn('drop index i;create unique index i on f (b) where f.b > 0;')).toEqual([])
  const before = ['create table f (b text);\ncreate unique index i on f (b);\ncreate index j on f (b);']
  expect(breaksIn('drop index "i";', before)).toEqual(['drops the unique index i'])
  expect(breaksIn('drop index if exists i;', before)).toEqual(['drops the unique index i'])
  expect(breaksIn('drop index j;drop index i;create unique index i on f (b) where f.b > 0;', before)).toEqual([])
  for (const one of ['alter table f drop constraint c', 'drop trigger t on f', 'drop function g', 'drop type w'])
    expect(breaksIn(`${one};`)).toContain('drops what a statement may name')
  expect(breaksIn('create trigger t before insert on f for each row execute function g();')).toEqual([
    'adds a rule to f',
  ])
  expect(breaksIn("do $$ begin execute 'drop table f'; end $$;")).toEqual(['hides statements in a block'])
  const textOf = (name: string) => readFileSync(path.join(migrationsFolder(), name), 'utf8')
  const names = Object.keys(LANDED)
  for (const [at, name] of names.entries())
    if (name > RELEASED) expect([name, breaksIn(textOf(name), names.slice(0, at).map(textOf))]).toEqual([name, []])
})
