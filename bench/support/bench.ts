import type { BenchDatabases } from './database.ts'
import type { Row } from './report.ts'

export interface BenchTools {
  databases: BenchDatabases
  /** Prints progress, apart from the table. */
  say: (line: string) => void
}

export type Bench = (tools: BenchTools) => Promise<Row[]>
