/** The specification's "logged", for faults that the screen already shows. */
export function logFault(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console
  console.error(what, error)
}
