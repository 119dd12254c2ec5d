export interface ComfyUiOptions {
  /** Of the operator's own ComfyUI server, such as http://127.0.0.1:8188; it may be on a private network. */
  baseUrl?: string
  /** Sent with every request, for a server behind an authenticating proxy. */
  headers?: Record<string, string>
  fetch?: typeof globalThis.fetch
  /** What one finished step costs the operator; 0 on a machine of their own. */
  centsPerStep?: number
  callTimeoutMs?: number
  checkAfterMs?: number
  /** Progress by socket; polling alone is enough. */
  socket?: boolean
}

export const COMFY_DEFAULTS = {
  callTimeoutMs: 30_000,
  checkAfterMs: 2_000,
  maxAnswerBytes: 16 * 1024 * 1024,
} as const
