import type { Db } from './db.ts'
import { nameStatement } from './name-statement.ts'

interface Preparable<P> {
  toSQL(): { sql: string }
  prepare(name: string): P
}

/**
 * A statement that is asked so often that it is put together once for the process and planned once
 * for each connection. What changes from call to call are its placeholders.
 */
export function prepared<P>(build: (db: Db) => Preparable<P>): (db: Db) => P {
  const kept = new WeakMap<Db, P>()
  let name: string | undefined
  return (db) => {
    const before = kept.get(db)
    if (before) return before
    const statement = build(db)
    name ??= nameStatement(statement.toSQL().sql)
    const made = statement.prepare(name)
    kept.set(db, made)
    return made
  }
}
