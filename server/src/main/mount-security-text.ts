import type { FastifyInstance } from 'fastify'
import type { Ctx } from '../ctx.ts'

/** RFC 9116 asks for less than a year. */
const VALID_MS = 180 * 86_400_000

/** Tells whoever finds a hole where to write, where the operator has said so. */
export function mountSecurityText(app: FastifyInstance, ctx: Ctx): void {
  const { OPERATOR_CONTACT: contact, PUBLIC_URL: site } = ctx.config
  const address = contact && addressOf(contact)
  if (!address) return
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const expires = new Date(ctx.clock.now().getTime() + VALID_MS).toISOString().slice(0, 10)
    const lines = [
      `Contact: ${address}`,
      `Expires: ${expires}T00:00:00.000Z`,
      'Preferred-Languages: en',
      ...(site ? [`Canonical: ${site}/.well-known/security.txt`] : []),
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`${lines.join('\n')}\n`)
  })
}

function addressOf(contact: string): string | undefined {
  if (/^[^\s@]+@[^\s@]+$/.test(contact)) return `mailto:${contact}`
  return /^https?:\/\/\S+$/.test(contact) ? contact : undefined
}
