/** The option `apiKey`, absent where the variable is. */
export function withKey(apiKey: string | undefined): { apiKey?: string } {
  return apiKey ? { apiKey } : {}
}
