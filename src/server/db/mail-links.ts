/** Until November 2026 one-time links stood in the text of mails. A mail queued by such a version may still hold one. */

/** Regular expression of PostgreSQL, as an SQL literal. */
export const LINK_IN_TEXT = `'[^[:space:]"<>]*[?&#]token=[^[:space:]"<>]+'`

/** What a reader sees in the place of a link. */
export const LINK_NOT_SHOWN = '[one-time link, not shown]'
