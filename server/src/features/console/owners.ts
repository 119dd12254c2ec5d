import { type SQL, sql } from 'drizzle-orm'
import { principals } from '../../schema/identity.ts'
import { isFoundBy } from './people.ts'

/** A subquery: the accounts that the words find, and the visitors that they were. */
export function ownersFoundBy(q: string): SQL {
  return sql`(with recursive found(id) as (
      select ${principals.id} from ${principals} where ${isFoundBy(q)}
      union
      select visitor.id from principals visitor join found on visitor.claimed_by = found.id
    ) select id from found)`
}
