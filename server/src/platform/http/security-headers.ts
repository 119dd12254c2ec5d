import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '../../ctx.ts'

type HeaderConfig = Pick<
  Ctx['config'],
  'secure' | 'signIn' | 'OIDC_ISSUER' | 'ANALYTICS_URL' | 'WAITLIST_FORM_URL'
>

function originsOf(...addresses: (string | undefined)[]): string[] {
  return addresses.flatMap((address) => (address ? [new URL(address).origin] : []))
}

/**
 * Scripts come from our own files alone. Styles may stand inline, since positioned menus and
 * dialogs write theirs; that cannot run code.
 */
function contentSecurityPolicy(config: HeaderConfig, secure = config.secure): string {
  const avatars =
    config.signIn === 'google'
      ? ['https://lh3.googleusercontent.com']
      : originsOf(config.signIn === 'oidc' ? config.OIDC_ISSUER : undefined)
  const collectors = originsOf(config.ANALYTICS_URL, config.WAITLIST_FORM_URL)
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...avatars],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...collectors],
    'form-action': ["'self'", ...originsOf(config.WAITLIST_FORM_URL)],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'frame-src': ["'none'"],
    ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
}

/** On every answer; a handler that set a stricter value of its own keeps it. */
export function addSecurityHeaders(server: FastifyInstance, config: HeaderConfig): void {
  const plain = headersFor(config, false)
  const secure = headersFor(config, true)
  server.addHook('onSend', async (request, reply) => {
    for (const [name, value] of isSecure(config, request) ? secure : plain) {
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
  })
}

/** By the configured address, or by what a trusted proxy says of this request. */
export function isSecure(
  config: Pick<HeaderConfig, 'secure'>,
  request: Pick<FastifyRequest, 'protocol'>,
): boolean {
  return config.secure || request.protocol === 'https'
}

function headersFor(config: HeaderConfig, secure: boolean): [string, string][] {
  return Object.entries({
    'content-security-policy': contentSecurityPolicy(config, secure),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  })
}
