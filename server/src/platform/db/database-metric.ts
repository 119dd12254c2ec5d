/** A metric read from the database at each scrape, so that every process answers the same. */
export interface DatabaseMetric {
  name: string
  help: string
  labels: readonly string[]
  /** Rows of label columns and a `value`; an index must answer the query, however long the history. */
  query: string
}
