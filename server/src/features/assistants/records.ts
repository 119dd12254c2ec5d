import type { Scope } from '@vignette/contract/account-limits.ts'
import { ASSISTANT_SCOPES } from '@vignette/contract/assistants.ts'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { defineTask } from '../../platform/queue/define-task.ts'
import { hashSecret } from '../../platform/secrets.ts'
import { oauthRecords } from '../../schema/assistants.ts'
import { endGrantedTokens, keepGrantedToken } from '../identity/index.ts'
import { lineOf } from './rules.ts'

/** A program that was registered and never let in is forgotten. */
const UNUSED_SECONDS = 24 * 3600
/** A program that was let in need not register again. */
const USED_SECONDS = 400 * 24 * 3600

type Payload = Record<string, unknown>

/** Where the authorisation server keeps what it knows; one for each of its models. */
export function createRecords(ctx: Ctx, model: string, { consumed }: { consumed: () => Error }) {
  const isThis = (id: string) =>
    and(eq(oauthRecords.model, model), eq(oauthRecords.idHash, hashSecret(id)))
  const isLiving = () => gt(oauthRecords.expiresAt, ctx.clock.now())

  async function findOne(where: ReturnType<typeof and>): Promise<Payload | undefined> {
    const [row] = await ctx.db
      .select({ payload: oauthRecords.payload })
      .from(oauthRecords)
      .where(and(where, isLiving()))
    return row?.payload
  }

  return {
    async upsert(id: string, payload: Payload, expiresIn = UNUSED_SECONDS): Promise<void> {
      if (model === 'AccessToken') return keepToken(ctx, id, payload)
      const values = {
        payload,
        grantId: textOf(payload['grantId']),
        uid: textOf(payload['uid']),
        expiresAt: new Date(ctx.clock.now().getTime() + expiresIn * 1000),
      }
      await ctx.db
        .insert(oauthRecords)
        .values({ model, idHash: hashSecret(id), ...values })
        .onConflictDoUpdate({ target: [oauthRecords.model, oauthRecords.idHash], set: values })
    },
    find: (id: string) => findOne(isThis(id)),
    findByUid: (uid: string) =>
      findOne(and(eq(oauthRecords.model, model), eq(oauthRecords.uid, uid))),
    findByUserCode: async () => undefined,
    /** Of ten who bring the same code at once, one gets a token. */
    async consume(id: string): Promise<void> {
      const at = Math.floor(ctx.clock.now().getTime() / 1000)
      const rows = await ctx.db
        .update(oauthRecords)
        .set({
          payload: sql`${oauthRecords.payload} || jsonb_build_object('consumed', ${at}::int)`,
        })
        .where(and(isThis(id), sql`not ${oauthRecords.payload} ? 'consumed'`))
        .returning({ model: oauthRecords.model })
      if (rows.length === 0) throw consumed()
    },
    async destroy(id: string): Promise<void> {
      await ctx.db.delete(oauthRecords).where(isThis(id))
    },
    async revokeByGrantId(grantId: string): Promise<void> {
      if (model === 'AccessToken') return endGrantedTokens(ctx, grantId)
      await ctx.db
        .delete(oauthRecords)
        .where(and(eq(oauthRecords.model, model), eq(oauthRecords.grantId, grantId)))
    },
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** The token is one of the account's access tokens, with the name that the program gives itself. */
async function keepToken(ctx: Ctx, token: string, payload: Payload): Promise<void> {
  const clientId = String(payload['clientId'])
  const client = await createRecords(ctx, 'Client', { consumed: () => new Error() }).find(clientId)
  const scopes = String(payload['scope']).split(' ')
  await keepGrantedToken(ctx, {
    token,
    principalId: String(payload['accountId']),
    label: nameOf(client),
    scopes: ASSISTANT_SCOPES.filter((scope: Scope) => scopes.includes(scope)),
    audience: String(payload['aud']),
    grantId: String(payload['grantId']),
    expiresAt: new Date(Number(payload['exp']) * 1000),
  })
}

/** What a program calls itself, as a person may read it. */
export function nameOf(client: Payload | undefined): string {
  return lineOf(textOf(client?.['client_name']) ?? '', 50) || 'An assistant without a name'
}

/** Keeps a program that was let in. */
export async function keepClient(ctx: Ctx, clientId: string): Promise<void> {
  await ctx.db
    .update(oauthRecords)
    .set({ expiresAt: new Date(ctx.clock.now().getTime() + USED_SECONDS * 1000) })
    .where(and(eq(oauthRecords.model, 'Client'), eq(oauthRecords.idHash, hashSecret(clientId))))
}

export const sweepOauthRecords = defineTask({
  name: 'assistants.sweep-records',
  retryLimit: 2,
  cron: '23 * * * *',
  run: async (ctx: Ctx) => {
    await ctx.db.delete(oauthRecords).where(lt(oauthRecords.expiresAt, ctx.clock.now()))
  },
})
