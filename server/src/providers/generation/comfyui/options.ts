export interface ComfyUiOptions {
  /** The operator's ComfyUI server, such as http://127.0.0.1:8188; a private address is allowed. */
  baseUrl?: string
  /** Sent with every request, for a server behind an authenticating proxy. */
  headers?: Record<string, string>
  fetch?: typeof globalThis.fetch
  /** The operator's cost of one finished step; 0 on the operator's own machine. */
  centsPerStep?: number
  callTimeoutMs?: number
  checkAfterMs?: number
  /** Opens the socket for progress; polling alone suffices. */
  socket?: boolean
}

export const COMFY_DEFAULTS = {
  callTimeoutMs: 30_000,
  checkAfterMs: 2_000,
  maxAnswerBytes: 16 * 1024 * 1024,
} as const
