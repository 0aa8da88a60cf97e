/**
 * Until November 2026 the text of mails contained one-time links. A mail queued by such a version may still contain
 * one.
 */

/** A PostgreSQL regular expression as an SQL literal. */
export const LINK_IN_TEXT = `'[^[:space:]"<>]*[?&#]token=[^[:space:]"<>]+'`

export const LINK_NOT_SHOWN = '[one-time link, not shown]'
