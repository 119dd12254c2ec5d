import type { Pool } from 'pg'

/** Every object of the schema in PostgreSQL's catalogue, one line each; the order of columns does not matter. */
export async function describeSchema(pool: Pool): Promise<string[]> {
  const lines = await Promise.all(
    Object.entries(QUESTIONS).map(async ([kind, question]) => {
      const { rows } = await pool.query<{ line: string }>(question)
      return rows.map(({ line }) => `${kind} ${line}`)
    }),
  )
  return lines.flat().toSorted()
}

const OURS = `relnamespace = 'public'::regnamespace`

const QUESTIONS = {
  relation: `select concat_ws(' ', relname, relkind, relpersistence, reloptions::text) as line
    from pg_class where ${OURS}`,
  column: `select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      attgenerated, attcollation::regcollation, pg_get_expr(adbin, adrelid)) as line
    from pg_attribute join pg_class on pg_class.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where ${OURS} and relkind = 'r' and attnum > 0 and not attisdropped`,
  // PostgreSQL 18 also lists "not null" as constraints; the lines of the columns already show them.
  constraint: `select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) as line
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`,
  index: `select concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid) as line
    from pg_index join pg_class on pg_class.oid = indexrelid where ${OURS}`,
  trigger: `select concat_ws(' ', tgenabled, pg_get_triggerdef(pg_trigger.oid)) as line
    from pg_trigger join pg_class on pg_class.oid = tgrelid where ${OURS} and not tgisinternal`,
  function: `select pg_get_functiondef(oid) as line from pg_proc where pronamespace = 'public'::regnamespace`,
  type: `select concat_ws(' ', typname, typtype) as line from pg_type
    where typnamespace = 'public'::regnamespace and typtype <> 'c' and typcategory <> 'A'`,
}
