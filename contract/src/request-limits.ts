/** Rows that `page` and `offset` can reach; further rows need a cursor. */
export const LIST_REACH = 10_000

/**
 * Limits of a body that is not an upload; a route that takes more than `bytes` declares its own
 * limit.
 */
export const BODY = {
  bytes: 16 * 1024,
  /** Twenty inputs of 500 characters, in any script, JSON-escaped. */
  inputsBytes: 64 * 1024,
  /** Two hundred rows of inputs. */
  batchBytes: 1024 * 1024,
  webhookBytes: 256 * 1024,
  /** A ComfyUI graph of 600 KB plus the recipe around the graph. */
  documentBytes: 640 * 1024,
  /** A recipe's document from a caller without an account, on a public server. */
  guestDocumentBytes: 64 * 1024,
  /** A message of an assistant. */
  mcpBytes: 1024 * 1024,
  depth: 32,
  documentDepth: 40,
} as const
/** How many faults an answer lists, and the length to which each is cut. */
export const FAULTS = { told: 20, characters: 500 } as const
