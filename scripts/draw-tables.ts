import { globSync } from 'node:fs'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'

/** Which table names which other, as a diagram of Mermaid; who owns a row (`principals`) is left out. */
export async function drawTables(root: string): Promise<string> {
  const files = globSync('server/src/schema/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
  const arrows: string[] = []
  for (const file of files) {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ root + file)
    for (const table of Object.values(exported)) {
      if (table instanceof PgTable) arrows.push(...arrowsOf(table))
    }
  }
  return ['erDiagram', ...new Set(arrows)].join('\n')
}

function arrowsOf(table: PgTable): string[] {
  const { name, foreignKeys } = getTableConfig(table)
  return foreignKeys
    .map((key) => getTableConfig(key.reference().foreignTable).name)
    .filter((other) => other !== 'principals')
    .map((other) => `  ${other} ||--o{ ${name} : ""`)
}
