/**
 * Marks a table of labels for the collector of texts (tools/shared/texts.mjs), as `sentences` does in the client: what
 * the office calls the fields of a record, for the rooms that name them.
 */
// @__NO_SIDE_EFFECTS__
export function fieldLabels<const Table extends Readonly<Record<string, string>>>(table: Table): Table {
  return table
}
