import { sql } from 'drizzle-orm'
import { Browser, signIn, UNLIMITED_RATES } from './browser.ts'
import { createScriptedProvider, picture } from './scripted-provider.ts'
import { startTestApp, type TestApp } from './start-test-app.ts'

/** A test app whose provider never finishes a run with the wish "forever". */
export function startAccounts(): Promise<TestApp> {
  return startTestApp({
    providers: [
      createScriptedProvider({
        start: async (call) =>
          call.prompt?.includes('forever')
            ? { state: 'running', operation: { id: 'endless' }, checkAfterMs: 1_000_000 }
            : picture(),
      }),
    ],
    env: { ...UNLIMITED_RATES, NSFW_THRESHOLD: '1' },
  })
}

export async function enterAs(app: TestApp, email: string): Promise<Browser> {
  const browser = new Browser(app.url)
  await signIn(browser, email)
  return browser
}

/** Every row of our tables and the queue's, as text. */
export async function readEveryTable(app: TestApp): Promise<string> {
  const { rows } = await app.ctx.db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)
  const texts = []
  for (const { schema, name } of rows) {
    const table = sql.raw(`"${schema}"."${name}"`)
    const found = await app.ctx.db.execute(sql`select to_jsonb(t)::text as row from ${table} t`)
    texts.push(...found.rows.map(({ row }) => `${name} ${String(row)}`))
  }
  return texts.join('\n')
}
