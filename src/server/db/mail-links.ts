/**
 * Until November 2026 one-time links were part of the text of mails. A mail queued by such a version may still contain
 * one.
 */

/** A PostgreSQL regular expression, as an SQL literal. */
export const LINK_IN_TEXT = `'[^[:space:]"<>]*[?&#]token=[^[:space:]"<>]+'`

/** Shown to readers in place of a link. */
export const LINK_NOT_SHOWN = '[one-time link, not shown]'
