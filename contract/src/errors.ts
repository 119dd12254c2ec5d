/** The stable error codes and their HTTP statuses; the type makes the map exhaustive. */
export const ERROR_STATUS = {
  bad_request: 400,
  validation_failed: 400,
  invalid_recipe: 400,
  unauthenticated: 401,
  payment_required: 402,
  /** What is shown is a proof: the file opens once its buyer keeps it. */
  keep_first: 402,
  forbidden: 403,
  csrf_failed: 403,
  /** The access token was made without the scope that this call needs. */
  insufficient_scope: 403,
  banned: 403,
  /** The session is valid, but its sign-in is too old for this call. */
  fresh_sign_in_required: 403,
  /** The call needs an account, and the caller is signed out. */
  sign_in_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** Another window has saved the draft since the caller read it; the detail `revision` is the current one. */
  draft_changed: 409,
  /** Another version went live than the caller has seen. */
  version_changed: 409,
  /** A check of publishing is open; the details name each by `test`, `sample` or `creator_terms`. */
  not_ready: 409,
  username_taken: 409,
  job_finished: 409,
  payment_state: 409,
  gone: 410,
  payload_too_large: 413,
  quota_exceeded: 413,
  unsupported_media: 415,
  invalid_media: 400,
  content_refused: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  generation_failed: 502,
  gateway_failed: 502,
  provider_unavailable: 503,
  overloaded: 503,
  unavailable: 503,
  timeout: 504,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof ERROR_STATUS

export interface ErrorDetail {
  /** The path of the fault: `user_inputs.photo`, `steps[2].first_image`. */
  path: string
  message: string
}

/** What a program is told that has to have a run paid. */
export interface PaymentAsked {
  /** A page where a person sees what is bought, and pays. */
  checkout_url: string
  session_id: string
  amount: number
  currency: string
  expires_at: string
}

export interface ErrorBody extends Partial<PaymentAsked> {
  error: string
  code: ErrorCode
  request_id: string
  details?: ErrorDetail[]
}
