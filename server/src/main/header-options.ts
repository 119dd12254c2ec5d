import type { HeaderOptions } from '../platform/http/security-headers.ts'
import type { Config } from './config.ts'

/** The foreign origins that the content security policy allows, as configured. */
export function headerOptionsOf(config: Config): HeaderOptions {
  const avatars: Record<Config['signIn'], (string | undefined)[]> = {
    google: ['https://lh3.googleusercontent.com'],
    oidc: [config.OIDC_ISSUER],
    development: [],
    none: [],
  }
  return {
    secure: config.secure,
    pictures: originsOf(avatars[config.signIn]),
    calls: originsOf([config.ANALYTICS_URL, config.WAITLIST_FORM_URL]),
    forms: originsOf([config.WAITLIST_FORM_URL]),
  }
}

function originsOf(addresses: (string | undefined)[]): string[] {
  return addresses.flatMap((address) => (address ? [new URL(address).origin] : []))
}
