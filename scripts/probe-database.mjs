import pg from 'pg'

// Exits with 0 if a PostgreSQL at the given address lets tests create databases.
const client = new pg.Client({ connectionString: process.argv[2], connectionTimeoutMillis: 3000 })
client.on('error', () => process.exit(1))
try {
  await client.connect()
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int >= 150000 and (rolcreatedb or rolsuper) as fit
     from pg_roles where rolname = current_user`,
  )
  process.exit(rows[0]?.fit ? 0 : 1)
} catch {
  process.exit(1)
}
