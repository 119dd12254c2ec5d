/** One thing wrong with a recipe, at its place; the server's details have the same shape. */
export interface Fault {
  path: string
  message: string
}
