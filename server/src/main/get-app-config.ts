import { TERMS_VERSION } from '@vignette/contract/account-limits.ts'
import type { AppConfig } from '@vignette/contract/app.ts'
import type { Ctx } from '../ctx.ts'

/** The specified words, unless the operator has set up another provider. */
const SIGN_IN_LABELS: Record<AppConfig['sign_in'], string> = {
  google: 'Continue with Google',
  oidc: 'Continue with your account',
  development: 'Continue with Google',
  none: 'Continue with Google',
}

export function getAppConfig(ctx: Ctx): AppConfig {
  const { config } = ctx
  return {
    sign_in: config.signIn,
    sign_in_label: SIGN_IN_LABELS[config.signIn],
    payments: config.payments,
    prices_include_tax: ctx.gateway.includesTax,
    price_floor: config.PRICE_FLOOR,
    creator_access: config.CREATOR_ACCESS,
    mail: config.mail,
    test_mode: ctx.gateway.testMode,
    waitlist_url: config.WAITLIST_FORM_URL ?? '/api/v1/waitlist',
    analytics_url: config.ANALYTICS_URL ?? '/api/v1/analytics/batch',
    analytics_key: config.ANALYTICS_KEY,
    operator: config.OPERATOR_NAME,
    contact: config.OPERATOR_CONTACT ?? null,
    invoices: config.OPERATOR_ADDRESS !== undefined,
    terms_version: TERMS_VERSION,
    public_url: config.PUBLIC_URL ?? null,
    bank_details_years: config.BANK_DETAILS_YEARS,
  }
}
