import type { Ctx } from '../ctx.ts'
import { probeIssuer } from '../features/identity/index.ts'
import { probeStorage } from '../platform/storage/probe-storage.ts'
import type { Storage } from '../platform/storage/storage.ts'
import type { Dependency } from './try-dependency.ts'

const skipped = (why: string) => ({ skipped: 'not configured' as const, why })

/** Store, mail server and issuer, whose faults a customer would otherwise be the first to meet. */
export function outsideParts(
  ctx: Pick<Ctx, 'config' | 'origin' | 'mailer'> & { openStorage: () => Promise<Storage> },
): { store: Dependency; mail: Dependency; issuer: Dependency } {
  const { config, mailer } = ctx
  const signsIn = config.signIn === 'google' || config.signIn === 'oidc'
  return {
    store: {
      name: config.S3_BUCKET ? 'bucket' : 'files',
      probe: async () => probeStorage(await ctx.openStorage(), config.S3_BUCKET),
    },
    mail: {
      name: 'mail',
      probe:
        mailer?.probe ??
        skipped(
          config.mail === 'inbox'
            ? 'letters go to the development inbox at /dev/inbox; SMTP_URL and MAIL_FROM name a mail server'
            : 'no letters are sent; SMTP_URL and MAIL_FROM name a mail server',
        ),
    },
    issuer: {
      name: 'sign-in',
      probe: signsIn
        ? () => probeIssuer(ctx)
        : skipped(
            config.signIn === 'development'
              ? 'the development page signs in under any name; GOOGLE_CLIENT_ID or OIDC_ISSUER name an issuer'
              : 'nobody can sign in; GOOGLE_CLIENT_ID or OIDC_ISSUER name an issuer',
          ),
    },
  }
}
