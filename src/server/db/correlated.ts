import { type SQL, sql } from 'drizzle-orm'

/**
 * A subquery that names columns of the query around it, to be selected. Drizzle leaves the table's name out of the
 * columns that stand directly in a selected expression of a query of one table, and inside the subquery the bare name
 * is then another table's column: each row would be compared with itself. In a further fragment the names stay whole.
 */
export const correlated = <T>(subquery: SQL<T>): SQL<T> => sql<T>`${subquery}`
