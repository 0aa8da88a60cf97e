import type { Size } from './size.ts'
import { permille, v7 } from './texts.ts'

const BUILD = '2026.11.2+4f1c9d7'

/**
 * What the phones sent: an outcome of each stop, one in ten corrected, photos, notes, and records that the office had or has
 * to decide. Each phone numbers its records without a gap.
 */
export function records(size: Size): string[] {
  const last = size.weeks - 1
  return [
    // t: 0, 1 photos; 2 the outcome in force; 3 a wrong one before it; 4 its undo; 5 a note; 6 a record of a stop that had left the run.
    `create temp table w_taps as
      select sid, t, at, row_number() over (partition by d, device order by at, sid, t) as seq, d, device from (
        select sid, 2 as t, done_at as at, d, device from w_stops where outcome is not null
        union all select sid, 0, done_at + interval '20 seconds', d, device from w_stops where photos > 0
        union all select sid, 1, done_at + interval '30 seconds', d, device from w_stops where photos > 1
        union all select sid, 3, done_at - interval '40 seconds', d, device from w_stops where corrected
        union all select sid, 4, done_at - interval '5 seconds', d, device from w_stops where corrected
        union all select sid, 5, done_at + interval '50 seconds', d, device from w_stops where noted
        union all select sid, 6, done_at, d, device from w_stops where state in ('shifted', 'cancelled') and ${permille('sid', 61)} < 400
        union all select sid, 6, pg_temp.present() - interval '3 minutes', d, device from w_stops where w = ${last} and state = 'planned' and ${permille('sid', 61)} < 25) taps`,
    `insert into events (event_id, run_order_id, assignment_id, job_id, device_id, seq, v, type, payload, payload_bytes, actor_id, occurred_at, received_at, clock_offset_ms, corrected_at, app_build, result, code, counts,
        decision, decided_by, decided_at, decision_reason, job_version)
      select event_id, run_id::text, job_id::text, job_id, device_id, seq, 1, type, payload, octet_length(payload::text), driver_id, at, at + lag, 0, at, '${BUILD}', case when t = 6 then 'review' else 'applied' end,
        case when t = 6 then case when w = ${last} then 'job_foreign' when state = 'shifted' then 'job_skipped' else 'job_removed' end end, t <> 6,
        case when t = 6 then case when w = ${last} then 'open' else 'dismiss' end end, case when t = 6 and w < ${last} then (select user_id from users where role = 'ADMIN' order by email limit 1) end,
        case when t = 6 and w < ${last} then at + interval '2 days' end, case when t = 6 and w < ${last} then 'The customer was not to be collected' end, case when t <> 6 then 3 end
      from (
        select *, jsonb_build_object('eventID', event_id, 'v', 1, 'assignmentID', job_id, 'seq', seq, 'occurredAt', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'baseVersion', 2, 'appBuild', '${BUILD}',
            'deviceID', device_id, 'type', type)
          || case when t < 2 then jsonb_build_object('photoID', ${v7('done_at', 0x701, 'sid * 8 + t')}, 'key', 'job-photo/' || ${v7('done_at', 0x701, 'sid * 8 + t')} || '.jpg', 'sha256', encode(sha256((sid * 8 + t)::text::bytea), 'hex'),
                'size', 150000 + ${permille('sid', 62)} * 90, 'takenAt', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
              when type = 'done' then jsonb_build_object('pu', greatest(pu, 1)) || case when extra > 0 then jsonb_build_object('extraAmount', extra / 100.0) else '{}' end
              when type = 'not-collected' then jsonb_build_object('outcome', case when t = 2 then outcome else 'NOT_OUT' end)
              when type = 'undo' then jsonb_build_object('undoes', ${v7('done_at', 0x700, 'sid * 8 + 3')})
              when type = 'note' then jsonb_build_object('notes', 'Gate was open, bag at the side.') else '{}' end as payload
        from (
          select taps.sid, t, at, taps.seq, w, job_id, run_id, driver_id, done_at, pu, extra, outcome, state, ${v7('done_at', 0x700, 'taps.sid * 8 + t')} as event_id, ${v7("'2020-02-01'::timestamptz", 0x105, 'taps.d * 10 + taps.device')}::text as device_id,
            (1 + ${permille('taps.sid', 63)} % 240) * interval '1 second' as lag,
            case t when 0 then 'photo' when 1 then 'photo' when 3 then case when outcome in ('NOT_OUT', 'EMPTY') then 'done' else 'not-collected' end when 4 then 'undo' when 5 then 'note' when 6 then 'done'
              else case outcome when 'COLLECTED' then 'done' when 'EMPTY' then 'bag-mt' else 'not-collected' end end as type
          from w_taps taps join w_stops using (sid) join w_drivers on w_drivers.d = taps.d order by at offset 0) named offset 0) written`,
    `insert into photos (photo_id, purpose, storage_key, content_type, size_bytes, sha256, job_id, taken_at, uploaded_by, created_at)
      select photo_id, 'job-photo', 'job-photo/' || photo_id || '.jpg', 'image/jpeg', 150000 + ${permille('sid', 62)} * 90, encode(sha256((sid * 8 + t)::text::bytea), 'hex'), job_id, at, driver_id, at + interval '1 minute'
      from (select taps.*, job_id, driver_id, ${v7('done_at', 0x701, 'taps.sid * 8 + t')} as photo_id from w_taps taps join w_stops using (sid) join w_drivers on w_drivers.d = taps.d where t < 2) taken order by at`,
    `insert into devices (device_id, user_id, first_seen_at, last_seen_at, app_build, highest_seq, unsent, holes)
      select ${v7("'2020-02-01'::timestamptz", 0x105, 'd * 10 + device')}::text, driver_id, min(at), max(at) + interval '4 minutes', '${BUILD}', max(seq), 0, '{}' from w_taps join w_drivers using (d) group by d, device, driver_id`,
    `drop table w_taps`,
  ]
}
