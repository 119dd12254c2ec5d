import type { Db } from './db.ts'
import { homeOf, nameStatement } from './open-database.ts'

interface Preparable<P> {
  toSQL(): { sql: string }
  prepare(name: string): P
}

/**
 * A frequent statement, built once per process and planned once per connection; its placeholders
 * carry the values of each call. In a transaction the statement runs on the transaction's connection.
 */
export function prepared<P>(build: (db: Db) => Preparable<P>): (db: Db) => P {
  const kept = new WeakMap<Db, P>()
  let name: string | undefined
  return (given) => {
    const db = homeOf(given)
    const before = kept.get(db)
    if (before) return before
    const statement = build(db)
    name ??= nameStatement(statement.toSQL().sql)
    const made = statement.prepare(name)
    kept.set(db, made)
    return made
  }
}
