/** One fault of a recipe with its place; the server's details have the same shape. */
export interface Fault {
  path: string
  message: string
}
