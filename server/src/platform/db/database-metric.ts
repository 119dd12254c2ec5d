/** What is asked of the database at each scrape; every process answers the same. */
export interface DatabaseMetric {
  name: string
  help: string
  labels: readonly string[]
  /** Rows of the labels' columns and a `value`; each is answered by an index, however long the history. */
  query: string
}
