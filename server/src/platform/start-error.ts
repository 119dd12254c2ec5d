/** An error that keeps the program from starting; its message is one sentence for the operator, shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
