import type { FastifyInstance, FastifyReply } from 'fastify'
import { PAGE_CSP } from './layout.ts'

const FORM = 'application/x-www-form-urlencoded'

/** Reads the forms of pages without script. */
export function acceptForms(scope: FastifyInstance): void {
  if (scope.hasContentTypeParser(FORM)) return
  scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: 4096 }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** The text of a form's field, cut to the longest text that any field takes. */
export function readField(body: unknown, name: string, longest = 40): string {
  const value = ((body ?? {}) as Record<string, unknown>)[name]
  return typeof value === 'string' ? value.slice(0, longest) : ''
}

export function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', PAGE_CSP)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .type('text/html; charset=utf-8')
    .send(html)
}
