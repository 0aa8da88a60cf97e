/** Pieces of SQL that the world is written with. */

/** A UUIDv7 of that time: what is made later has a later one, as in the product. */
export const v7 = (at: string, kind: number, n: string) => `pg_temp.v7(${at}, ${kind}, ${n})`

export const V7 = `create function pg_temp.v7(at timestamptz, kind integer, n bigint) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex((date_part('epoch', at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid $$`

/** 0 to 999, by chance but always the same for that number. */
export const permille = (n: string, seed: number) => `((hashint8extended(${n}, ${seed}) & 1073741823) % 1000)`

/** A time of day in Sydney. */
export const instantOf = (day: string, time: string) =>
  `((${day})::timestamp + interval '${time}') at time zone 'Australia/Sydney'`

export const money = (cents: string) => `'$' || ((${cents}) / 100) || '.' || lpad(((${cents}) % 100)::text, 2, '0')`
/** GST included in a sum, rounded half away from zero. */
export const gst = (cents: string) => `((2 * (${cents}) + 11) / 22)`

/** The time at which the world ends, in its statements. */
export const present = (now: Date) =>
  `create function pg_temp.present() returns timestamptz language sql immutable as $$ select '${now.toISOString()}'::timestamptz $$`
/** The business day at that time. */
export const TODAY = "(pg_temp.present() at time zone 'Australia/Sydney')::date"
