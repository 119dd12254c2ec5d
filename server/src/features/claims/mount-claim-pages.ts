import {
  CLAIM_KINDS,
  CLAIM_LIMITS,
  CLAIM_WORDS,
  type ClaimKind,
  COUNTER_NOTICE,
  OBJECTION_LIMITS,
} from '@vignette/contract/claim-words.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, inTransaction } from '../../ctx.ts'
import type { Count, Identify } from '../../feature.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { originOf } from '../../platform/http/mount-api.ts'
import { type ClaimItemRow, claimObjections } from '../../schema/claims.ts'
import { shopOf } from '../../shop.ts'
import { moderatedSubjects } from '../moderation/index.ts'
import { signClaimKey } from '../notices/index.ts'
import { findByKey, findByOwner, type OpenedClaim } from './claim.ts'
import { type ClaimForm, fileClaim, findFaults } from './file-claim.ts'
import { itemsOf } from './item.ts'
import {
  findObjectionFaults,
  goOnWithClaim,
  type ObjectionFaults,
  type ObjectionForm,
  objectToClaim,
  ownersIn,
} from './object-to-claim.ts'
import {
  CLAIM_CSP,
  type ClaimSite,
  renderClaim,
  renderDecision,
  renderForm,
  renderKinds,
  renderRefusal,
} from './render-claim.ts'

/** Room for every field at its longest in signs of four bytes, written with percent signs. */
const FORM_BYTES = 256 * 1024

/** The pages of claims need neither account nor script; what a page may show and do stands in its key. */
export function mountClaimPages(
  server: FastifyInstance,
  base: Ctx,
  identify: Identify,
  count: Count,
): void {
  const ctxOf = (request: FastifyRequest): Ctx => ({
    ...base,
    origin: originOf(base.config, request),
  })
  const site = (): ClaimSite => ({
    name: shopOf(base).name,
    imprint: shopOf(base).imprint,
    contact: base.config.OPERATOR_CONTACT,
  })
  const hidden = { schema: { hide: true } } as object

  server.get('/claims', hidden, async (request, reply) => {
    const kind = kindOf(request)
    return send(reply, 200, kind ? renderForm(site(), kind) : renderKinds(site()))
  })

  server.post('/claims', { ...hidden, bodyLimit: FORM_BYTES }, async (request, reply) => {
    const ctx = ctxOf(request)
    const kind = kindOf(request)
    if (!kind) return send(reply, 400, renderKinds(site()))
    try {
      assertOwnPage(ctx, request)
      await count(request, 'reports')
    } catch (error) {
      return refuse(reply, site(), error)
    }
    const form = readForm(request, kind)
    const faults = findFaults(kind, form)
    if (Object.keys(faults).length > 0)
      return send(reply, 422, renderForm(site(), kind, form, faults))
    const {
      id: claimId,
      claimantId: personId,
      number,
      createdAt,
    } = await fileClaim(ctx, kind, form)
    const key = signClaimKey(ctx, { claimId, personId }, createdAt)
    return redirect(reply, number, key)
  })

  const notFound = (reply: FastifyReply) =>
    send(
      reply,
      404,
      renderRefusal(
        site(),
        'No such claim',
        'Open the page of a claim by the whole address that you were given, in a letter or after you sent it.',
      ),
    )

  server.get<{ Params: { number: string } }>('/claims/:number', hidden, async (request, reply) => {
    const ctx = ctxOf(request)
    const { number } = request.params as { number: string }
    const { key } = request.query as { key?: unknown }
    const found =
      typeof key === 'string'
        ? await findByKey(ctx, number, key)
        : await findByOwner(ctx, number, (await identify(request)).principal?.id)
    return found ? send(reply, 200, await show(ctx, site(), found)) : notFound(reply)
  })

  server.post('/claims/:number', { ...hidden, bodyLimit: FORM_BYTES }, async (request, reply) => {
    const ctx = ctxOf(request)
    const { number } = request.params as { number: string }
    const found = await findByKey(ctx, number, readText(request.body, 'key', 500))
    if (!found) return notFound(reply)
    try {
      assertOwnPage(ctx, request)
      await count(request, 'reports')
      if (found.side === 'claimant') await goOnWithClaim(ctx, found.claim.id)
      else {
        const form = readObjection(request)
        const faults = findObjectionFaults(found.claim, form)
        if (Object.keys(faults).length > 0)
          return send(reply, 422, await show(ctx, site(), found, { form, faults }))
        await objectToClaim(ctx, { claimId: found.claim.id, personId: found.personId }, form)
      }
    } catch (error) {
      if (error instanceof AppError && error.code === 'conflict')
        return send(reply, 409, await show(ctx, site(), found, { fault: error.message }))
      return refuse(reply, site(), error)
    }
    return redirect(reply, number, found.key)
  })
}

/** Nothing of what was sent says where this leads. */
function redirect(reply: FastifyReply, number: string, key: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(`/claims/${number}?key=${key}`, 303)
}

/** The page of a claim, as its claimant or an owner of a claimed thing reads it. */
async function show(
  ctx: Ctx,
  site: ClaimSite,
  { claim, side, key, personId }: OpenedClaim,
  sent: { form?: ObjectionForm; faults?: ObjectionFaults; fault?: string } = {},
): Promise<string> {
  const { fault } = sent
  return inTransaction(ctx, async (tx) => {
    const objections = await tx.db
      .select()
      .from(claimObjections)
      .where(eq(claimObjections.claimId, claim.id))
    if (side === 'claimant') return renderClaim(site, { claim, key, fault }, objections)
    const owners = await ownersIn(tx, claim.id, personId)
    const items: { title: string; state: ClaimItemRow['state'] }[] = []
    for (const { ownerId, subjectType, subjectId, state } of await itemsOf(tx, claim.id)) {
      if (!owners.includes(ownerId) || state === 'open') continue
      const subject = await moderatedSubjects[subjectType].find.ask(tx, { id: subjectId })
      items.push({ title: subject?.title ?? 'Deleted', state })
    }
    const own = {
      items,
      objection: objections.find(({ ownerId }) => owners.includes(ownerId)),
      automated: claim.state === 'hidden' && claim.hiddenBy === 'clock',
    }
    return renderDecision(site, { claim, key, fault }, own, sent.form, sent.faults)
  })
}

function kindOf(request: FastifyRequest): ClaimKind | undefined {
  const { kind } = request.query as { kind?: unknown }
  return CLAIM_KINDS.find((each) => each === kind)
}

/**
 * A form carries no authority of its browser: no cookie is read. Still no other site may send claims
 * from its visitors' addresses.
 */
function assertOwnPage({ origin }: Pick<Ctx, 'origin'>, request: FastifyRequest): void {
  const { origin: sender, 'sec-fetch-site': from } = request.headers
  const isForeign = from !== undefined ? from !== 'same-origin' && from !== 'none' : false
  // A page that sends no referrer names its origin `null`.
  if (!isForeign && (sender === undefined || sender === 'null' || sender === origin)) return
  throw new AppError('forbidden', 'Please send this form from its own page.')
}

/** Texts without what no keyboard writes; a missing field is an empty one. */
function readText(body: unknown, name: string, longest: number): string {
  const value = ((body ?? {}) as Record<string, unknown>)[name]
  const text = typeof value === 'string' ? value : ''
  // A fault says that a text is too long; what is far longer is cut.
  return text
    .replaceAll('\r\n', '\n')
    .trim()
    .slice(0, longest + 1)
}

function readForm({ body }: FastifyRequest, kind: ClaimKind): ClaimForm {
  const text = (name: keyof typeof CLAIM_LIMITS) => readText(body, name, CLAIM_LIMITS[name])
  const words = CLAIM_WORDS[kind]
  return {
    places: text('places'),
    work: words.work ? text('work') : '',
    reason: words.reason ? text('reason') : '',
    contact: words.contact ? text('contact') : '',
    signature: text('signature'),
    email: readText(body, 'email', 200),
    sworn: words.sworn.every((_, at) => readText(body, `sworn${at}`, 3) === 'yes'),
  }
}

function readObjection({ body }: FastifyRequest): ObjectionForm {
  const text = (name: keyof typeof OBJECTION_LIMITS) => readText(body, name, OBJECTION_LIMITS[name])
  return {
    text: text('text'),
    contact: text('contact'),
    signature: text('signature'),
    sworn: COUNTER_NOTICE.every((_, at) => readText(body, `sworn${at}`, 3) === 'yes'),
  }
}

function refuse(reply: FastifyReply, site: ClaimSite, error: unknown): FastifyReply {
  if (!(error instanceof AppError)) throw error
  const { retryAfterSeconds } = error
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  return send(reply, error.status, renderRefusal(site, 'Not sent', error.message))
}

function send(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', CLAIM_CSP)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(page)
}
