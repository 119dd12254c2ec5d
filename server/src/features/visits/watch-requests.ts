import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../../ctx.ts'
import { readHolder } from '../identity/index.ts'
import { visitPorts } from './ports.ts'
import { mayBeVisit, namedIn, readVisit } from './visit.ts'
import { tallyPart, writeVisits } from './write-visits.ts'

const WRITE_MS = 5_000

/**
 * Counts pages that people were sent, cached answers included: in memory, after the answer. Every
 * few seconds the counts are written to the database together.
 */
export function watchRequests(app: FastifyInstance, ctx: Ctx): void {
  const tally = ctx.process.of(tallyPart)

  async function count(request: IncomingMessage): Promise<void> {
    const now = ctx.clock.now()
    const named = namedIn(request)
    const visit = readVisit(request, now, named && (await visitPorts.recipeNamed.ask(ctx, named)))
    if (!visit) return
    const { headers } = request
    tally.add(
      {
        ...visit,
        address: addressOf(request, ctx.config.TRUST_PROXY),
        userAgent: headers['user-agent'] ?? '',
        holder: readHolder(ctx.config, { headers }),
      },
      now,
    )
  }

  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!mayBeVisit(request)) return
    response.once('finish', () => {
      if (response.statusCode !== 200 && response.statusCode !== 304) return
      void count(request).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'a visit could not be counted'),
      )
    })
  })
  const write = () =>
    writeVisits(ctx).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'visits could not be counted yet'),
    )
  const writing = setInterval(() => void write(), WRITE_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(writing)
    await write()
  })
}

/**
 * Reads the visitor's address as Fastify does: behind n proxies, the nth address from the end is
 * the visitor's.
 */
function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((hop) => hop.trim())
  const hops = [socket.remoteAddress ?? '', ...forwarded.filter(Boolean).toReversed()]
  return hops[Math.min(proxies, hops.length - 1)] ?? ''
}
