/** What reads more in an old firm and is to be mended: call and table, with the reason. Nothing is added for a new query. */
export const KNOWN_TO_GROW: Readonly<Record<string, string>> = {}
