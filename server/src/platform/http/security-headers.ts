import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface HeaderOptions {
  /** The site's address begins with https://. */
  secure: boolean
  /** Foreign origins from which pages show pictures, and to which pages send requests and forms. */
  pictures: readonly string[]
  calls: readonly string[]
  forms: readonly string[]
}

/**
 * Scripts come from our own files only. Inline styles are allowed, since positioned menus and
 * dialogs write them and styles cannot run code.
 */
function contentSecurityPolicy({ pictures, calls, forms }: HeaderOptions, secure: boolean): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...pictures],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...calls],
    'form-action': ["'self'", ...forms],
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether pages of other sites may frame this route's answer. */
    framed?: boolean
  }
}

/** Set on every answer; a handler's own value is kept. */
export function addSecurityHeaders(server: FastifyInstance, read: () => HeaderOptions): void {
  let kept: { key: string; plain: [string, string][]; secure: [string, string][] } | undefined
  const headersNow = (options: HeaderOptions) => {
    const key = JSON.stringify(options)
    if (kept?.key !== key) {
      kept = { key, plain: headersFor(options, false), secure: headersFor(options, true) }
    }
    return kept
  }
  server.addHook('onSend', async (request, reply) => {
    const options = read()
    const { plain, secure } = headersNow(options)
    for (const [name, value] of isSecure(options, request) ? secure : plain) {
      if (name === FRAMES && request.routeOptions.config.framed) continue
      if (!reply.hasHeader(name)) reply.header(name, value)
    }
  })
}

/** True by the configured address, or by a trusted proxy's header on this request. */
export function isSecure(
  config: Pick<HeaderOptions, 'secure'>,
  request: Pick<FastifyRequest, 'protocol'>,
): boolean {
  return config.secure || request.protocol === 'https'
}

const FRAMES = 'x-frame-options'

function headersFor(options: HeaderOptions, secure: boolean): [string, string][] {
  return Object.entries({
    'content-security-policy': contentSecurityPolicy(options, secure),
    'x-content-type-options': 'nosniff',
    [FRAMES]: 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  })
}
