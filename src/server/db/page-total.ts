/** A page that is not full is the last one and so gives the total; any other is counted. */
export function pageTotal(
  rows: readonly unknown[],
  { limit, offset }: { limit: number; offset: number },
  count: () => Promise<number>,
): Promise<number> | number {
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0)
  return isLast ? offset + rows.length : count()
}
